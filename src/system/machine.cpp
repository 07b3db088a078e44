// SPDX-License-Identifier: Apache-2.0
#include "system/machine.hpp"

#include "tessera/parallel/processors.hpp"

#include <sys/utsname.h>
#include <unistd.h>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace tessera {

namespace {

std::optional<std::string> first_line(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    return line;
}

// The value of the first line "key : value" of a file.
std::optional<std::string> value_of(const char* path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, key.size(), key) != 0) continue;
        const std::size_t colon = line.find(':');
        const std::size_t begin = colon == line.npos ? line.npos : line.find_first_not_of(" \t", colon + 1);
        if (begin != line.npos) return line.substr(begin);
    }
    return std::nullopt;
}

// "48K", "16384 kB", "2"
std::optional<std::uint64_t> amount(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(text->c_str(), &end, 10);
    if (end == text->c_str()) return std::nullopt;
    while (*end == ' ') ++end;
    if (*end == 'K' || *end == 'k') return number << 10;
    if (*end == 'M') return number << 20;
    return number;
}

std::vector<Cache> caches() {
    std::vector<Cache> list;
    for (int i = 0;; ++i) {
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + "/";
        const auto level = amount(first_line(folder + "level"));
        const auto bytes = amount(first_line(folder + "size"));
        if (!level || !bytes) return list;
        list.push_back({static_cast<int>(*level), first_line(folder + "type").value_or(""), *bytes});
    }
}

// The word in brackets: "always [madvise] never".
std::optional<std::string> chosen(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    const std::size_t begin = text->find('[');
    const std::size_t end = text->find(']');
    if (begin == text->npos || end == text->npos || end < begin) return std::nullopt;
    return text->substr(begin + 1, end - begin - 1);
}

}  // namespace

Machine look_at_machine() {
    Machine machine;
    utsname names{};
    if (uname(&names) == 0) machine.system = std::string(names.sysname) + " " + names.release + " " + names.machine;
    machine.cpu = value_of("/proc/cpuinfo", "model name");
    machine.processors = usable_processors();
    machine.caches = caches();
    machine.memory_bytes = amount(value_of("/proc/meminfo", "MemTotal"));
    machine.available_bytes = amount(value_of("/proc/meminfo", "MemAvailable"));
    machine.page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    machine.huge_page_bytes = amount(value_of("/proc/meminfo", "Hugepagesize"));
    machine.huge_pages = amount(value_of("/proc/meminfo", "HugePages_Total"));
    machine.transparent_huge_pages = chosen(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
    machine.governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (double load = 0; getloadavg(&load, 1) == 1) machine.load = load;
    return machine;
}

}  // namespace tessera
