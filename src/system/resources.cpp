// SPDX-License-Identifier: Apache-2.0
#include "system/resources.hpp"

#include <sys/resource.h>

namespace tessera {

std::uint64_t peak_bytes() noexcept {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace tessera
