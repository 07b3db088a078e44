// SPDX-License-Identifier: Apache-2.0
// The number of tiles that are not on their goal cell.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/sliding_tile.hpp"

namespace tessera {

// The blank does not count: one move could bring it and a tile home at once.
template <class D>
class Misplaced {
public:
    static constexpr std::string_view name = "misplaced";
    static constexpr std::string_view summary = "number of tiles not on their goal cell";
    static constexpr bool consistent = true;
    using Trace = Cost;

    explicit Misplaced(const D& domain) : domain_(&domain) {}

    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        Cost count = 0;
        for (int cell = 0; cell < domain_->grid().cells(); ++cell)
            if (const int tile = D::tile_at(s, cell); tile != 0) count += away(tile, cell);
        return count;
    }
    [[nodiscard]] Trace step(Trace count, const typename D::State& before, typename D::Move to,
                             const typename D::State&) const noexcept {
        const int tile = D::tile_at(before, to);
        return count - away(tile, to) + away(tile, before.blank);
    }
    [[nodiscard]] Cost value(Trace count) const noexcept { return count; }

private:
    [[nodiscard]] Cost away(int tile, int cell) const noexcept { return domain_->goal_cell(tile) != cell; }

    const D* domain_;
};

}  // namespace tessera
