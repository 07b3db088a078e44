// SPDX-License-Identifier: Apache-2.0
// What the process uses and may use.
#pragma once

#include <cstdint>

namespace tessera {

// The largest resident memory of this process so far, in bytes.
[[nodiscard]] std::uint64_t peak_bytes() noexcept;

// Processors that this process may run on, at least 1.
[[nodiscard]] unsigned usable_processors() noexcept;

}  // namespace tessera
