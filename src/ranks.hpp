// SPDX-License-Identifier: Apache-2.0
// What all ranks say together.  Collective, and nothing happens where there is one rank.
#pragma once

#include "tessera/parallel/fleet.hpp"

#include <cstdint>

namespace tessera {

[[nodiscard]] unsigned sum_of_ranks(Fleet* fleet, unsigned mine);
[[nodiscard]] std::uint64_t most_of_ranks(Fleet* fleet, std::uint64_t mine);
[[nodiscard]] Fleet::Postage postage_of_ranks(Fleet* fleet);

}  // namespace tessera
