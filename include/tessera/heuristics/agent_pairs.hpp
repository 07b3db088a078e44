// SPDX-License-Identifier: Apache-2.0
// Agent world: exact distances with only two of the tiles on the grid; the largest over all pairs counts.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/agent_world.hpp"
#include "tessera/heuristics/agent_distance.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace tessera {

// Tiles outside the pair become blanks: every move of the world is a move of the smaller world, at the same cost, so
// its exact distance is a bound, and a consistent one.  The tables are filled by breadth-first search from the goal
// (moves can be undone) when the heuristic is made.  What walking around costs, which the sum of distances does not
// see, is in them.
class AgentPairs {
public:
    static constexpr std::string_view name = "pairs";
    static constexpr std::string_view summary = "exact distances of every two tiles with the agent, the largest counts";
    static constexpr bool consistent = true;
    using Trace = Cost;
    using State = AgentWorld::State;

    explicit AgentPairs(const AgentWorld& world);

    [[nodiscard]] Trace start(const State& s) const noexcept {
        Cost h = distance_.start(s);
        for (const Table& table : tables_) h = std::max<Cost>(h, table.steps[index(table, s)]);
        return h;
    }
    [[nodiscard]] Trace step(Trace, const State&, Cell, const State& after) const noexcept { return start(after); }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    // Of tiles `a` and `b`; a world with one tile has one table with a == b.
    struct Table {
        int a, b;
        std::vector<std::uint16_t> steps;
    };

    [[nodiscard]] std::size_t index(std::size_t agent, std::size_t a, std::size_t b) const noexcept {
        return (agent * cells_ + a) * cells_ + b;
    }
    [[nodiscard]] std::size_t index(const Table& table, const State& s) const noexcept {
        return index(AgentWorld::agent(s), AgentWorld::tile(s, table.a), AgentWorld::tile(s, table.b));
    }
    [[nodiscard]] Table fill(const AgentWorld& world, int a, int b) const;

    AgentDistance distance_;
    std::size_t cells_;
    std::vector<Table> tables_;
};

}  // namespace tessera
