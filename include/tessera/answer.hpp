// SPDX-License-Identifier: Apache-2.0
// An instance as it comes in, and the answer as it goes out: plain records without templates.
#pragma once

#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/core/stats.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

// Where a piece of input stands, for messages.
struct Place {
    std::string source;  // file name, "stdin", "argument", set name
    int line = 0;        // from 1; 0: unknown
    int column = 0;      // from 1; 0: the whole line
};

// One puzzle as text: a line of numbers for sliding tiles, a whole file for the other domains.
struct Instance {
    std::string id;
    std::string text;
    Place place;
    std::optional<Cost> known_optimum;
};

// One step of a solution, in words.
struct Step {
    std::string move;   // name of the move: "U", "D", "L", "R" for tiles (the way the blank travels)
    std::string piece;  // what moved: the number of the tile
    std::string state;  // the state after the move, as in the input format
    Cost g = 0;
    Cost h = 0;
};

// What the threads of a run shared: the search of this board, or the boards, one thread each.
enum class Split { tree, boards };

struct Answer {
    std::string id;
    std::string domain;
    std::string size;       // "4x4" (rows x columns)
    std::string start;      // one line
    std::string goal;       // one line
    std::string obstacles;  // agent: "(x, y), (x, y)"
    std::string metric;     // bricks: what counts as one move
    std::string goal_cells;  // bricks: who may enter them
    std::string algorithm;
    std::string heuristic;
    unsigned threads = 1;             // that searched, of all processes together
    std::optional<Pruning> pruning;   // of moves: none or automaton; nothing where there is no choice
    unsigned ranks = 1;               // processes that searched together
    std::uint64_t letters = 0;        // that they sent to each other, of all kinds
    std::uint64_t letter_bytes = 0;
    Split split = Split::tree;
    std::uint64_t seed = 0;

    Outcome outcome = Outcome::unsolvable;
    Limit limit = Limit::none;
    bool optimal = false;               // proven
    Cost length = -1;                   // -1: none found
    std::string moves;                  // the solution in the notation of the domain
    std::vector<Step> steps;            // step 0 is the start; filled on demand
    Cost initial_h = 0;
    Cost lower_bound = 0;               // proven
    std::optional<Cost> known_optimum;

    Stats stats;
    std::vector<Iteration> iterations;
    std::vector<Stats> workers;
    double seconds = 0;                 // search alone
    double total_seconds = 0;           // with reading, tables and replay
    std::uint64_t peak_bytes = 0;       // of the process, so far
};

}  // namespace tessera
