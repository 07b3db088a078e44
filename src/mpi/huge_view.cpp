// SPDX-License-Identifier: Apache-2.0
#include "mpi/huge_view.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

namespace tessera::mpi {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t small_page = std::size_t{1} << 12;

// Younger than some libraries' headers; a system that does not know them refuses, which does no harm.
constexpr int populate_read = 22;  // MADV_POPULATE_READ
constexpr int collapse = 25;       // MADV_COLLAPSE

// Where in its file the byte at an address is.
std::optional<std::uint64_t> place_in_file(std::uintptr_t address) noexcept {
    std::FILE* const maps = std::fopen("/proc/self/maps", "r");
    if (!maps) return std::nullopt;
    std::optional<std::uint64_t> place;
    unsigned long begin = 0, end = 0, offset = 0;
    while (!place && std::fscanf(maps, "%lx-%lx %*s %lx %*[^\n]", &begin, &end, &offset) == 3)
        if (address >= begin && address < end) place = offset + (address - begin);
    std::fclose(maps);
    return place;
}

}  // namespace

HugeView::HugeView(std::span<std::uint8_t> shared) noexcept : bytes_(shared) {
    if (shared.size() < huge_page) return;
    const std::size_t within = reinterpret_cast<std::uintptr_t>(shared.data()) % small_page;
    std::uint8_t* const page = shared.data() - within;
    const std::size_t length = (within + shared.size() + small_page - 1) / small_page * small_page;
    const auto place = place_in_file(reinterpret_cast<std::uintptr_t>(page));
    if (!place) return;

    // Room for one huge page more than needed; the rest of it is given back.
    void* const room = mmap(nullptr, length + huge_page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return;
    auto* const begin = static_cast<std::uint8_t*>(room);
    const std::size_t before = (*place - reinterpret_cast<std::uintptr_t>(begin)) % huge_page;
    // An old size of 0 means: map the same pages a second time, and leave the first mapping alone.  Straight to the
    // system, as in HugeArray.
    if (syscall(SYS_mremap, page, std::size_t{0}, length, MREMAP_MAYMOVE | MREMAP_FIXED, begin + before) == -1) {
        munmap(room, length + huge_page);
        return;
    }
    if (before > 0) munmap(begin, before);
    if (before < huge_page) munmap(begin + before + length, huge_page - before);
    mapped_ = {begin + before, length};
    bytes_ = {begin + before + within, shared.size()};
}

HugeView::~HugeView() {
    if (!mapped_.empty()) munmap(mapped_.data(), mapped_.size());
}

// The system makes a huge page only where there is some page already.
void HugeView::make_huge() noexcept {
    if (mapped_.empty()) return;
    for (std::size_t i = 0; i < bytes_.size(); i += huge_page) *const_cast<volatile std::uint8_t*>(&bytes_[i]) = 0;
    (void)madvise(mapped_.data(), mapped_.size(), collapse);
}

void HugeView::populate() const noexcept {
    if (!mapped_.empty()) (void)madvise(mapped_.data(), mapped_.size(), populate_read);
}

}  // namespace tessera::mpi
