// SPDX-License-Identifier: Apache-2.0
#include "system/mapped_file.hpp"

#include "tessera/core/error.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace tessera {

namespace {

// Where mapped files lie.  A range that is given back is not taken out: nothing else in this program can raise SIGBUS
// there.  The handler reads, so both ends are atomic; relaxed would do, but nobody waits for these.
struct Range {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
};
std::array<Range, 64> ranges;
std::atomic<std::size_t> used_ranges{0};
std::atomic<bool> on_terminal{false};
std::atomic<bool> told{false};

void tell(std::string_view text) noexcept { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

// Only what is safe in a handler.
void end_by_lost_file(int signal, siginfo_t* info, void*) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const Range& range : ranges)
        if (at >= range.begin && at < range.end) {
            while (told.exchange(true)) ::pause();  // another thread is telling it, and will end us all
            if (on_terminal) tell("\r\x1b[K");  // a status line
            tell(
                "tessera: a mapped pattern database cannot be read any more: its file was cut short, or the disk "
                "failed\n");
            ::_exit(static_cast<int>(ExitCode::environment));
        }
    std::signal(signal, SIG_DFL);  // not ours: the read is tried again and ends as it would without us
}

void install_handler() {
    static const bool installed = [] {
        on_terminal = ::isatty(STDERR_FILENO) == 1;
        struct sigaction action {};
        action.sa_sigaction = end_by_lost_file;
        action.sa_flags = SA_SIGINFO;
        ::sigemptyset(&action.sa_mask);
        return ::sigaction(SIGBUS, &action, nullptr) == 0;
    }();
    (void)installed;
}

void watch(std::uintptr_t begin, std::uintptr_t end) {
    const std::size_t mine = used_ranges++ % ranges.size();
    ranges[mine].begin = begin;
    ranges[mine].end = end;
}

}  // namespace

HugeArray map_file(const Descriptor& file, std::uint64_t offset, std::uint64_t size, const std::string& path) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t before = offset % page;  // mappings begin with whole pages
    void* const mapped =
        ::mmap(nullptr, before + size, PROT_READ, MAP_SHARED, file.get(), static_cast<off_t>(offset - before));
    if (mapped == MAP_FAILED) fail("map", path);
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
    watch(begin, begin + before + size);
    install_handler();
    (void)::madvise(mapped, before + size, MADV_WILLNEED);
    return HugeArray::adopt(static_cast<std::uint8_t*>(mapped) + before, size);
}

}  // namespace tessera
