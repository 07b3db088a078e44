// SPDX-License-Identifier: Apache-2.0
// How many processors there are to work on.
#pragma once

namespace tessera {

// Processors that this process may run on, at least 1.
[[nodiscard]] unsigned usable_processors() noexcept;

}  // namespace tessera
