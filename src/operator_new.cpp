// SPDX-License-Identifier: Apache-2.0
// The operators of C++ for memory, on top of the C functions.
//
// mimalloc brings operators of its own, but as a library in C: when there is no memory they end the program, where C++
// wants an exception that can become an answer.  Its C functions do what they should, so the program asks those.
#include "system/last_resort.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

void* or_throw(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void* plain(std::size_t size) noexcept {
    void* const memory = std::malloc(size > 0 ? size : 1);
    return memory != nullptr ? memory : tessera::last_resort_memory(size, alignof(std::max_align_t));
}

void* aligned(std::size_t size, std::align_val_t alignment) noexcept {
    void* memory = nullptr;
    const auto bytes = static_cast<std::size_t>(alignment);
    return posix_memalign(&memory, bytes, size > 0 ? size : 1) == 0 ? memory : tessera::last_resort_memory(size, bytes);
}

void give_back(void* memory) noexcept {
    if (!tessera::is_last_resort(memory)) std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return or_throw(plain(size)); }
void* operator new[](std::size_t size) { return or_throw(plain(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return plain(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return plain(size); }
void* operator new(std::size_t size, std::align_val_t a) { return or_throw(aligned(size, a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return or_throw(aligned(size, a)); }
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept { return aligned(size, a); }
void* operator new[](std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept { return aligned(size, a); }

void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { give_back(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { give_back(memory); }
