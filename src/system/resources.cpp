// SPDX-License-Identifier: Apache-2.0
#include "system/resources.hpp"

#include "system/posix.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tessera {

namespace {

// Written by the system as "VmHWM:    1234 kB", in the middle of other lines.
std::uint64_t high_water_kilobytes() noexcept {
    constexpr std::string_view mark = "VmHWM:";
    const Descriptor file(uninterrupted([] { return ::open("/proc/self/status", O_RDONLY | O_CLOEXEC); }));
    std::array<char, 4096> room;
    const auto count = file ? uninterrupted([&] { return ::read(file.get(), room.data(), room.size()); }) : 0;
    std::string_view text(room.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    const std::size_t at = text.find(mark);
    if (at == text.npos) return 0;
    text.remove_prefix(at + mark.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint64_t kilobytes = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), kilobytes);
    return kilobytes;
}

}  // namespace

// What getrusage tells begins with what the parent had taken before it started this program.
std::uint64_t peak_bytes() noexcept {
    if (const std::uint64_t kilobytes = high_water_kilobytes(); kilobytes > 0) return kilobytes * 1024;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace tessera
