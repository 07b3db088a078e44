// SPDX-License-Identifier: Apache-2.0
// What the process uses.
#pragma once

#include <cstdint>

namespace tessera {

// The largest resident memory of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_bytes() noexcept;

}  // namespace tessera
