// SPDX-License-Identifier: Apache-2.0
#include "tessera/parallel/processors.hpp"

#include <sched.h>
#include <thread>

namespace tessera {

unsigned usable_processors() noexcept {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return static_cast<unsigned>(CPU_COUNT(&set));
    const unsigned count = std::thread::hardware_concurrency();
    return count > 0 ? count : 1;
}

}  // namespace tessera
