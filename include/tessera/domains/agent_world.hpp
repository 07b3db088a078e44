// SPDX-License-Identifier: Apache-2.0
// An agent on a grid with obstacles changes places with what stands in its way: blanks, or named tiles to be brought
// to their goal cells.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/core/domain.hpp"
#include "tessera/core/grid.hpp"

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tessera {

// What an instance says.  Cells are numbered row by row.
struct AgentLayout {
    Grid grid;
    std::vector<bool> obstacle;       // per cell
    std::vector<Cell> goal;           // of each tile
    std::optional<Cell> agent_goal;   // none: the agent may end anywhere
};

// A state is one word, seven bits a cell: the agent lowest, then the tiles in order.  Blanks are all alike and take
// no space; obstacles never move and belong to the domain.
class AgentWorld {
public:
    static constexpr std::string_view name = "agent";
    static constexpr int max_cells = 128;
    static constexpr int max_tiles = 8;

    struct State {
        std::uint64_t places = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    using Move = Cell;  // the cell the agent goes to

    explicit AgentWorld(AgentLayout layout);

    [[nodiscard]] Grid grid() const noexcept { return layout_.grid; }
    [[nodiscard]] int tiles() const noexcept { return static_cast<int>(layout_.goal.size()); }
    [[nodiscard]] const AgentLayout& layout() const noexcept { return layout_; }
    [[nodiscard]] bool blocked(int cell) const noexcept { return layout_.obstacle[static_cast<std::size_t>(cell)]; }

    [[nodiscard]] static Cell agent(const State& s) noexcept { return static_cast<Cell>(s.places & cell_mask); }
    [[nodiscard]] static Cell tile(const State& s, int i) noexcept {
        return static_cast<Cell>(s.places >> shift(i) & cell_mask);
    }
    [[nodiscard]] State make_state(Cell agent, const std::vector<Cell>& tiles) const noexcept;

    // The free neighbours of the agent in the order left, right, up, down.
    [[nodiscard]] const MoveList<Cell, 4>& moves(const State& s) const noexcept { return moves_[agent(s)]; }

    // Obstacles among the agent's neighbours that come before its i-th free one.
    [[nodiscard]] std::uint64_t refused_before(const State& s, std::size_t i) const noexcept {
        return refused_[agent(s)][i];
    }

    [[nodiscard]] State apply(const State& s, Move to) const noexcept {
        const Cell from = agent(s);
        std::uint64_t places = s.places ^ from ^ to;
        for (int i = 0; i < tiles(); ++i)
            if (tile(s, i) == to) places ^= static_cast<std::uint64_t>(from ^ to) << shift(i);
        return {places};
    }
    [[nodiscard]] Move undo(const State& s, Move) const noexcept { return agent(s); }
    [[nodiscard]] bool is_goal(const State& s) const noexcept { return (s.places & goal_mask_) == goal_; }
    [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return mix_bits(s.places); }

    // The steps from a cell to a tile's goal cell around the obstacles; `unreachable` if there is no way.
    static constexpr Cost unreachable = 1 << 20;
    [[nodiscard]] Cost tile_distance(int i, int cell) const noexcept {
        return tile_distance_[static_cast<std::size_t>(i)][static_cast<std::size_t>(cell)];
    }
    [[nodiscard]] Cost agent_distance(int cell) const noexcept { return agent_distance_[static_cast<std::size_t>(cell)]; }

    // A tile, or the agent, on the wrong side of the obstacles stays there for ever.
    [[nodiscard]] bool refuted(const State& s) const noexcept;

private:
    static constexpr int bits = 7;
    static constexpr std::uint64_t cell_mask = (1u << bits) - 1;
    static constexpr int shift(int tile) noexcept { return bits * (tile + 1); }

    [[nodiscard]] std::vector<Cost> distances_to(int cell) const;

    AgentLayout layout_;
    std::array<MoveList<Cell, 4>, static_cast<std::size_t>(max_cells)> moves_{};
    std::array<std::array<std::uint8_t, 5>, static_cast<std::size_t>(max_cells)> refused_{};
    std::uint64_t goal_ = 0;
    std::uint64_t goal_mask_ = 0;
    std::vector<std::vector<Cost>> tile_distance_;
    std::vector<Cost> agent_distance_;
};

static_assert(Domain<AgentWorld>);
static_assert((AgentWorld::max_tiles + 1) * 7 <= 64);

}  // namespace tessera
