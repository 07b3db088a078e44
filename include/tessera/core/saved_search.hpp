// SPDX-License-Identifier: Apache-2.0
// A deepening search put down in the middle, and where it is kept.  Nothing here knows a puzzle: a move is its number
// in the list of moves of the state it was made in, and a state is the way to it from the start.
#pragma once

#include "tessera/core/result.hpp"
#include "tessera/core/stats.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

using SavedWay = std::vector<std::uint8_t>;

// A subtree that is still to be searched: its root, and the first of the root's moves that is still to be tried.
struct SavedPiece {
    SavedWay way;
    unsigned first = 0;
};

struct SavedSearch {
    bool finished = false;
    bool solved = false;  // else, if finished: there is no solution
    SavedWay path;        // if solved
    Cost bound = 0;       // of the round that is going on; proven when finished
    Stats stats;          // of the rounds before
    std::vector<Iteration> iterations;
    double seconds = 0;   // spent so far

    // Of the round that is going on.
    Stats round_stats;
    Cost next_bound = 0;
    double round_seconds = 0;
    std::vector<SavedPiece> pieces;
};

// Where one search is saved.  A search asks `due` now and then and saves when it says so, and at its end.
class SearchStore {
public:
    virtual ~SearchStore() = default;
    // Says what is searched, in full.  Throws InputError if something else was saved here.
    virtual void begin(const std::string& search) = 0;
    // What an earlier run saved.
    [[nodiscard]] virtual std::optional<SavedSearch> load() = 0;
    [[nodiscard]] virtual bool due() = 0;
    virtual void save(const SavedSearch&) = 0;
};

}  // namespace tessera
