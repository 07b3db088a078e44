// SPDX-License-Identifier: Apache-2.0
// The sum of disjoint pattern databases, and the larger of that for the board and for its mirror image.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/pdb/additive_tables.hpp"
#include "tessera/pdb/lookup.hpp"

#include <algorithm>
#include <array>

namespace tessera {

// Every table counts moves of its own tiles only, so their values add up (Korf and Felner 2002).  A value is Manhattan
// distance plus twice the table's entry, so the bound is the Manhattan distance of the board plus twice the sum of the
// entries; and the mirror image has the same Manhattan distance.
//
// Each pattern has its own word for the board (see lookup.hpp), and another for the mirror image.  A move changes one
// word of each, and needs one lookup in each.  The trace holds the words, the entries and their sums.
//
// The bound forgets where the blank is; it is admissible, but a move may change it by more than one.
template <class D>
class AdditivePdb {
public:
    static constexpr std::string_view name = "pdb:NAME";
    static constexpr std::string_view summary =
        "sum of disjoint pattern databases, NAME as in 'pdb list' or tiles such as 1,2,5,6/3,4,7,8; -nomirror: without "
        "mirror";
    static constexpr bool consistent = false;

    using Word = std::conditional_t<(D::max_cells > 16), Word128, std::uint64_t>;
    static constexpr std::size_t most_patterns = D::max_cells > 16 ? 6 : 5;
    static constexpr std::size_t most_views = 2;  // the board and its mirror image

    struct View {
        std::array<Word, most_patterns> board{};
        std::array<std::uint8_t, most_patterns> excess{};
        std::int16_t sum = 0;  // of excess
        friend bool operator==(const View&, const View&) = default;
    };
    struct Trace {
        std::array<View, most_views> views{};
        std::int16_t manhattan = 0;
        friend bool operator==(const Trace&, const Trace&) = default;
    };

    [[nodiscard]] static bool matches(std::string_view wanted) { return wanted.starts_with("pdb:"); }

    AdditivePdb(const D& domain, const HeuristicRequest& request)
        : AdditivePdb(domain,
                      load_additive_tables(request, domain.grid(), domain.to_cells(domain.goal()), most_patterns)) {}

    AdditivePdb(const D& domain, const AdditiveTables& tables) : manhattan_(domain), views_(tables.views) {
        for (const auto& table : tables.tables) lookups_.emplace_back(table);
    }

    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        Trace trace;
        trace.manhattan = static_cast<std::int16_t>(manhattan_.start(s));
        for (std::size_t v = 0; v < views_.size(); ++v) {
            View& view = trace.views[v];
            const TileView& seen = views_[v];
            for (std::size_t cell = 0; cell < seen.cell.size(); ++cell)
                if (const auto tile = static_cast<std::size_t>(D::tile_at(s, static_cast<int>(cell)));
                    seen.pattern[tile] != TileView::none)
                    view.board[seen.pattern[tile]] |= static_cast<Word>(seen.label[tile]) << 4 * seen.cell[cell];
            for (std::size_t p = 0; p < lookups_.size(); ++p) look_up(view, p);
        }
        return trace;
    }

    [[nodiscard]] Trace step(Trace trace, const typename D::State& before, typename D::Move to,
                             const typename D::State& after) const noexcept {
        const auto tile = static_cast<std::size_t>(D::tile_at(before, to));
        trace.manhattan = static_cast<std::int16_t>(manhattan_.step(trace.manhattan, before, to, after));
        for (std::size_t v = 0; v < views_.size(); ++v) {
            const TileView& seen = views_[v];
            const std::size_t pattern = seen.pattern[tile];
            if (pattern == TileView::none) continue;
            View& view = trace.views[v];
            view.board[pattern] =
                Lookup<Word>::moved(view.board[pattern], seen.label[tile], seen.cell[to], seen.cell[before.blank]);
            look_up(view, pattern);
        }
        return trace;
    }

    [[nodiscard]] Cost value(const Trace& trace) const noexcept {
        return trace.manhattan + 2 * std::max(trace.views[0].sum, trace.views[1].sum);
    }

    // For specialised kernels, which keep their own luggage.
    [[nodiscard]] const std::vector<TileView>& views() const noexcept { return views_; }
    [[nodiscard]] const std::vector<Lookup<Word>>& lookups() const noexcept { return lookups_; }

private:
    void look_up(View& view, std::size_t pattern) const noexcept {
        const Lookup<Word>& lookup = lookups_[pattern];
        const int excess = lookup.excess(lookup.index(view.board[pattern]));
        view.sum = static_cast<std::int16_t>(view.sum + excess - view.excess[pattern]);
        view.excess[pattern] = static_cast<std::uint8_t>(excess);
    }

    Manhattan<D> manhattan_;
    std::vector<TileView> views_;
    std::vector<Lookup<Word>> lookups_;
};

}  // namespace tessera
