// SPDX-License-Identifier: Apache-2.0
// What rank 0 wants the others to solve, as it travels.
#pragma once

#include "tessera/catalog.hpp"
#include "tessera/parallel/fleet.hpp"

namespace tessera::mpi {

// Names, board and limits.  What belongs to one process stays there: stop request, callbacks, traces.
struct Order {
    Choice choice;
    Instance instance;
    Settings settings;
};

[[nodiscard]] Bytes encode(const Order&);
[[nodiscard]] Order decode_order(ByteReader);

}  // namespace tessera::mpi
