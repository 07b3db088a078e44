// SPDX-License-Identifier: Apache-2.0
// What a search did, for people to follow: the boards along the solution, the nodes as they were visited, a tree.
#pragma once

#include "tessera/catalog.hpp"

#include "cli/output.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::cli {

// A board as rows of right-aligned numbers with a dot for the blank; other states as they are.
[[nodiscard]] std::string draw_board(std::string_view state, std::string_view size);

// Every board from start to goal with its g and h, rows in brackets, and the counters of the search.
void trace_solution(Output&, const Answer&);

// The proof by walking back: the goal, then each move from the last to the first with the state before it, which
// ends at the start.
void trace_back(Output&, const Answer&);

// A line per visited node, round and retreat, for as many nodes as are asked for.
class SearchTrace {
public:
    SearchTrace(Output& out, std::uint64_t most) : out_(out), most_(most) {}
    void add(const TraceLine&, std::string_view size);

private:
    Output& out_;
    std::uint64_t most_;
    std::uint64_t visits_ = 0;
    bool headed_ = false;
    bool ended_ = false;
};

// The visited nodes as a tree in the language of Graphviz; each deepening round is a cluster of its own.
class DotTrace {
public:
    DotTrace(Output& out, std::uint64_t most) : out_(out), most_(most) {}
    void add(const TraceLine&, std::string_view size);
    void end(const Answer&);

private:
    void begin();
    void end_round();

    Output& out_;
    std::uint64_t most_;
    std::uint64_t visits_ = 0;
    int round_ = 0;
    bool begun_ = false;
    bool in_round_ = false;
};

}  // namespace tessera::cli
