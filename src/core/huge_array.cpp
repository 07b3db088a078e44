// SPDX-License-Identifier: Apache-2.0
#include "tessera/core/huge_array.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <limits>
#include <new>

namespace tessera {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t small_page = std::size_t{1} << 12;

std::size_t whole_pages(std::size_t size, std::size_t page) { return (size + page - 1) / page * page; }

// What is smaller than a huge page stays on small ones: nobody should pay for clearing two megabytes to use a few
// bytes.
std::size_t page_for(std::size_t size) { return size < huge_page ? small_page : huge_page; }

}  // namespace

// The system aligns to small pages only: ask for one page more and give back what sticks out on both sides.
HugeArray::HugeArray(std::size_t size) {
    if (size == 0) return;
    if (size > std::numeric_limits<std::size_t>::max() / 4) throw std::bad_alloc();
    const std::size_t page = page_for(size);
    const std::size_t length = whole_pages(size, page);
    void* const raw =
        mmap(nullptr, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw == MAP_FAILED) throw std::bad_alloc();
    auto* const begin = static_cast<std::uint8_t*>(raw);
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(begin) % page) % page;
    if (before > 0) munmap(begin, before);
    if (before < page) munmap(begin + before + length, page - before);
    data_ = begin + before;
    size_ = size;
    mapped_ = length;
#ifdef MADV_HUGEPAGE
    if (page == huge_page) madvise(data_, length, MADV_HUGEPAGE);
#endif
}

HugeArray HugeArray::adopt(std::uint8_t* mapped, std::size_t size) noexcept {
    HugeArray array;
    array.data_ = mapped;
    array.size_ = size;
    array.mapped_ = whole_pages(reinterpret_cast<std::uintptr_t>(mapped) % small_page + size, small_page);
    return array;
}

// The target must be aligned as well, else the system would have to break huge pages up: room for it is found first.
void HugeArray::grow(std::size_t size) {
    if (size <= size_) return;
    HugeArray target(size);
    if (data_) {
        // Straight to the system: MPI libraries put a function of their own before mremap, and some forget the last
        // argument.
        const long moved =
            syscall(SYS_mremap, data_, mapped_, target.mapped_, MREMAP_MAYMOVE | MREMAP_FIXED, target.data_);
        if (moved == -1) throw std::bad_alloc();
        data_ = nullptr;  // nothing is left there
#ifdef MADV_HUGEPAGE
        if (target.mapped_ >= huge_page) madvise(target.data_, target.mapped_, MADV_HUGEPAGE);
#endif
    }
    swap(target);
}

void HugeArray::shrink(std::size_t size) noexcept {
    if (size >= size_) return;
    if (const std::size_t kept = whole_pages(size, small_page); kept < mapped_) {
        munmap(data_ + kept, mapped_ - kept);
        mapped_ = kept;
    }
    size_ = size;
    if (mapped_ == 0) data_ = nullptr;
}

void HugeArray::give_back(std::uint8_t* released, std::size_t size) noexcept {
    munmap(released, whole_pages(size, page_for(size)));
}

HugeArray::~HugeArray() {
    if (mapped_ > 0) munmap(data_ - reinterpret_cast<std::uintptr_t>(data_) % small_page, mapped_);
}

}  // namespace tessera
