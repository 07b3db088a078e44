// SPDX-License-Identifier: Apache-2.0
// Sliding bricks: the moves that the master would need if it were alone on the board.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/bricks.hpp"

namespace tessera {

// Taking the other bricks away only opens ways, in every metric; one move brings the master one move nearer at most.
class MasterBrick {
public:
    static constexpr std::string_view name = "master";
    static constexpr std::string_view summary = "moves of the master brick, alone on the board";
    static constexpr bool consistent = true;
    using Trace = Cost;

    explicit MasterBrick(const Bricks& bricks) : bricks_(&bricks) {}
    [[nodiscard]] Trace start(const Bricks::State& s) const noexcept { return bricks_->master_distance(s); }
    [[nodiscard]] Trace step(Trace, const Bricks::State&, Bricks::Move, const Bricks::State& after) const noexcept {
        return bricks_->master_distance(after);
    }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    const Bricks* bricks_;
};

}  // namespace tessera
