// SPDX-License-Identifier: Apache-2.0
// Memory for containers that may grow to gigabytes.
#pragma once

#include "tessera/core/huge_array.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <new>

namespace tessera {

// Large blocks come straight from the system, on huge pages where it offers them, and go back to it at once: an
// allocator that keeps them for later would leave less of a memory limit to the next search.  Small blocks are left to
// operator new.
template <class T>
struct HugeAllocator {
    using value_type = T;

    HugeAllocator() = default;
    template <class Other>
    HugeAllocator(const HugeAllocator<Other>&) noexcept {}

    [[nodiscard]] T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / 4 / sizeof(T)) throw std::bad_alloc();
        if (count * sizeof(T) < large) return std::allocator<T>().allocate(count);
        return reinterpret_cast<T*>(HugeArray(count * sizeof(T)).release());
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        if (count * sizeof(T) < large)
            std::allocator<T>().deallocate(memory, count);
        else
            HugeArray::give_back(reinterpret_cast<std::uint8_t*>(memory), count * sizeof(T));
    }

    template <class Other>
    bool operator==(const HugeAllocator<Other>&) const noexcept {
        return true;
    }

private:
    static constexpr std::size_t large = std::size_t{1} << 20;
};

}  // namespace tessera
