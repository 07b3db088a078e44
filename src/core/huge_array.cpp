// SPDX-License-Identifier: Apache-2.0
#include "tessera/core/huge_array.hpp"

#include <sys/mman.h>

#include <limits>
#include <new>

namespace tessera {

namespace {

constexpr std::size_t page = std::size_t{1} << 21;

std::size_t whole_pages(std::size_t size) { return (size + page - 1) / page * page; }

}  // namespace

// The system aligns to small pages only: ask for one huge page more and give back what sticks out on both sides.
HugeArray::HugeArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    if (size > std::numeric_limits<std::size_t>::max() / 4) throw std::bad_alloc();
    const std::size_t length = whole_pages(size);
    void* const raw = mmap(nullptr, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED) throw std::bad_alloc();
    auto* const begin = static_cast<std::uint8_t*>(raw);
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(begin) % page) % page;
    if (before > 0) munmap(begin, before);
    if (before < page) munmap(begin + before + length, page - before);
    data_ = begin + before;
#ifdef MADV_HUGEPAGE
    madvise(data_, length, MADV_HUGEPAGE);
#endif
}

HugeArray::~HugeArray() {
    if (data_) munmap(data_, whole_pages(size_));
}

}  // namespace tessera
