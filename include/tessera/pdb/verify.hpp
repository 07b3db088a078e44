// SPDX-License-Identifier: Apache-2.0
// A second opinion on a table, by code that shares nothing with the builder but the meaning of an entry.
#pragma once

#include "tessera/pdb/table.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace tessera {

// What is proved: every entry is the exact distance of its placement, so the table never overestimates and could not be
// better; and the figures in the header (states, depth, sum) are true.
//
// How.  A state is (occupied cells, region of the free cells that holds the blank, order of the tiles); a move brings
// one tile into a free neighbour cell of the region and costs one.  An entry is the least distance over the regions.
// The regions' own distances are not in the table and differ by up to dozens, so entries alone cannot be checked
// against their neighbours; the layers of states are followed instead.  Each move changes the colour (as on a
// chess-board) of one tile, hence the states of one set of cells all lie in even layers or all in odd ones, the
// neighbours of layer d - 1 are in layer d - 2 or d, and
//     layer d of a row  =  (what layer d - 1 of its neighbour rows reaches)  without  (layer d - 2 of the row itself),
// which needs neither a record of visited states nor a second copy.  Of each layer two things are asked: no placement
// that it meets, in any region, has a larger entry, which would overestimate; and every placement whose entry is the
// number of the layer is in it, else the entry has no witness.  In the end every entry must have been in its layer.
//
// Costs a bit and a third of memory per state, and five or six per entry beside the table.
struct Verdict {
    bool right = false;
    std::string fault;         // one sentence, if not right
    std::uint64_t states = 0;  // counted here
    std::uint64_t sum = 0;     // of the exact distances
    int depth = 0;
};

// `on_layer` is told the number of each finished layer and the states so far.  Throws std::bad_alloc, and
// Error(interrupted) when a stop is requested.
[[nodiscard]] Verdict verify_table(const Table&, unsigned threads,
                                   const std::function<void(int, std::uint64_t)>& on_layer = {}, std::stop_token = {});

}  // namespace tessera
