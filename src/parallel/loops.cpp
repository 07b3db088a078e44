// SPDX-License-Identifier: Apache-2.0
// oneTBB loads an allocator of its own when it is first used, and that library, while it is being loaded, looks for
// another one.  If the inner search fails when there is no memory left, the dynamic linker of glibc cannot keep the
// error and leaves a mark in its place that is no address; the outer call, which succeeds, takes it for one and crashes
// (seen with 2.36).  So it is loaded before main() begins, when memory is there, and never later.
#include "tessera/parallel/loops.hpp"

#include <tbb/cache_aligned_allocator.h>

#include <new>

namespace tessera {

namespace {

bool load_allocator() noexcept {
    try {
        tbb::cache_aligned_allocator<char> allocator;
        allocator.deallocate(allocator.allocate(1), 1);
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

const bool loaded = load_allocator();

}  // namespace

bool tbb_is_loaded() noexcept { return loaded; }

}  // namespace tessera
