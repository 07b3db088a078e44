// SPDX-License-Identifier: Apache-2.0
#include "system/last_resort.hpp"

#include <array>
#include <atomic>
#include <cstdint>

namespace tessera {

namespace {

constexpr std::size_t coarseness = 64;  // at least the alignment of anything

alignas(coarseness) std::array<std::byte, std::size_t{1} << 20> reserve;
std::atomic<std::size_t> used{0};  // relaxed: only the sums must differ
thread_local int wanted = 0;

}  // namespace

LastResort::LastResort() noexcept { ++wanted; }
LastResort::~LastResort() { --wanted; }

void* last_resort_memory(std::size_t size, std::size_t alignment) noexcept {
    if (wanted == 0 || alignment > coarseness || size > reserve.size()) return nullptr;
    const std::size_t begin =
        used.fetch_add((size + coarseness - 1) / coarseness * coarseness, std::memory_order_relaxed);
    return begin + size <= reserve.size() ? reserve.data() + begin : nullptr;
}

bool is_last_resort(const void* memory) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(memory);
    const auto begin = reinterpret_cast<std::uintptr_t>(reserve.data());
    return at >= begin && at < begin + reserve.size();
}

}  // namespace tessera
