// SPDX-License-Identifier: Apache-2.0
// Boards as pattern databases want them: a field per tile that holds its cell.
#pragma once

#include "tessera/core/lanes.hpp"
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/additive_pdb.hpp"
#include "tessera/pdb/lane_index.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// A board takes one word (two, beyond 16 cells) in each of its views: directly and in the mirror (TileView).  The fields
// of a pattern's tiles are neighbours in one word, in the order of the tiles, ready for LaneIndex.  This holds where the
// fields are, and all that is needed to move a tile, in tables that are read lane by lane.
template <class D>
class TileFields {
public:
    using H = AdditivePdb<D>;
    using Index = LaneIndex<D::bits>;
    static constexpr std::size_t max_views = H::most_views;
    static constexpr std::size_t words = D::max_cells > 16 ? 2 : 1;
    static constexpr int field_bits = D::bits;
    static constexpr int fields_per_word = 64 / field_bits;
    static constexpr int moved_bits = 2;

    using Words = std::array<Lanes, words>;
    using BoardWords = std::array<std::array<std::uint64_t, words>, max_views>;
    // Tables by cell, or by field.  A field is known by its number, or by its place: the number of bits below it, and
    // for the second word 64 more.
    using SmallTable = RegisterTable<(words == 1 ? 16 : 32)>;

    // Nothing if the patterns are too many, too large, or their entries do not fit half a byte.
    [[nodiscard]] static std::optional<TileFields> of(const D& domain, const H& heuristic) {
        TileFields fields;
        if (heuristic.lookups().size() > Index::max_patterns) return std::nullopt;
        if (!fields.place_patterns(heuristic)) return std::nullopt;
        fields.place_tiles(domain, heuristic);
        fields.fill_tables(domain, heuristic);
        return fields;
    }

    std::size_t views = 0;
    Lanes payload{};                                   // by pattern: the address of its table
    RegisterTable<16> pattern_place;                   // by pattern: the place of its first tile
    std::array<SmallTable, max_views> seen_cell;       // by cell
    SmallTable mirror_place;                           // by field of the direct view: the tile's place in the mirror
    SmallTable moved;                                  // by field: the pattern of its tile, for each view
    std::array<SmallTable, 4> away;                    // by direction and cell of the blank: the fields whose tiles
                                                       // a move would bring further from their goal cells
    std::array<int, 4> direction{};                    // up, left, right, down: what they add to a cell

    // The fields that hold a given cell: at most one, by its highest bit.
    [[nodiscard]] TESSERA_LANES Words find(const Words& board, Lanes cell) const noexcept {
        Words found;
        for (std::size_t w = 0; w < words; ++w) {
            const Lanes differ = board[w] ^ cell * lowest;
            found[w] = ~(((differ & lower_bits) + lower_bits) | differ) & tiles_[w];
        }
        return found;
    }
    // The number of the one field that was found.
    [[nodiscard]] TESSERA_LANES static Lanes number(const Words& found) noexcept {
        Lanes count = popcount((found[0] - 1u) & highest);
        if constexpr (words == 2) {
            const LaneMask in_second = equal(found[0], Lanes{});
            count += popcount(replace(Lanes{}, in_second, (found[1] - 1u) & highest));
        }
        return count;
    }

    // The words of a board, and the board again.
    [[nodiscard]] BoardWords write(const typename D::State& s) const noexcept {
        BoardWords board{};
        for (int cell = 0; cell < cells_; ++cell) {
            const auto tile = static_cast<std::size_t>(D::tile_at(s, cell));
            if (tile == 0) continue;
            for (std::size_t v = 0; v < views; ++v) {
                const std::uint32_t at = place(field_of_tile_[v][tile]);
                board[v][at / 64] |= std::uint64_t{seen_cell[v].get(cell)} << at % 64;
            }
        }
        return board;
    }
    [[nodiscard]] typename D::State read(const std::array<std::uint64_t, words>& direct, Cell blank) const noexcept {
        typename D::State s;
        s.blank = blank;
        for (std::size_t tile = 1; tile < static_cast<std::size_t>(cells_); ++tile) {
            const std::uint32_t at = place(field_of_tile_[0][tile]);
            const auto seen = static_cast<std::size_t>(direct[at / 64] >> at % 64 & field_mask);
            s.board |= static_cast<typename D::Word>(tile) << (D::bits * cell_seen_at_[seen]);
        }
        return s;
    }

private:
    static constexpr std::uint64_t field_mask = (1u << field_bits) - 1;
    // The lowest bit of each field, the highest, and all but the highest.
    static constexpr std::uint64_t lowest = [] {
        std::uint64_t bits = 0;
        for (int f = 0; f < fields_per_word; ++f) bits |= std::uint64_t{1} << (field_bits * f);
        return bits;
    }();
    static constexpr std::uint64_t highest = lowest << (field_bits - 1);
    static constexpr std::uint64_t lower_bits = highest - lowest;

    [[nodiscard]] static constexpr std::uint32_t place(int field) noexcept {
        return static_cast<std::uint32_t>(field / fields_per_word * 64 + field % fields_per_word * field_bits);
    }

    bool place_patterns(const H& heuristic) {
        const auto& lookups = heuristic.lookups();
        for (std::size_t p = 0; p < lookups.size(); ++p) {
            const Table& table = lookups[p].table();
            const int tiles = table.pattern.tiles();
            if (table.entry_bits != 4 || tiles > Index::max_tiles) return false;
            std::size_t word = 0;
            while (word < words && taken_[word] + tiles > fields_per_word) ++word;
            if (word == words) return false;
            first_field_[p] = static_cast<int>(word) * fields_per_word + taken_[word];
            taken_[word] += tiles;
            payload[p] = reinterpret_cast<std::uintptr_t>(table.payload.data());
            pattern_place.set(static_cast<int>(p), place(first_field_[p]));
        }
        return true;
    }

    // Tiles of no pattern come into the fields that are left.
    void place_tiles(const D& domain, const H& heuristic) {
        views = heuristic.views().size();
        cells_ = domain.grid().cells();
        for (std::size_t v = 0; v < views; ++v) {
            const TileView& view = heuristic.views()[v];
            auto taken = taken_;
            for (std::size_t tile = 1; tile < static_cast<std::size_t>(cells_); ++tile) {
                if (const std::size_t p = view.pattern[tile]; p != TileView::none) {
                    const int tiles = heuristic.lookups()[p].table().pattern.tiles();
                    field_of_tile_[v][tile] = first_field_[p] + view.label[tile] - static_cast<int>(pattern_label(tiles, 0));
                } else {
                    const std::size_t word = taken[0] < fields_per_word ? 0 : words - 1;
                    field_of_tile_[v][tile] = static_cast<int>(word) * fields_per_word + taken[word]++;
                }
            }
            for (int cell = 0; cell < cells_; ++cell) seen_cell[v].set(cell, view.cell[static_cast<std::size_t>(cell)]);
        }
        for (int cell = 0; cell < cells_; ++cell) cell_seen_at_[seen_cell[0].get(cell)] = cell;
    }

    // A tile of no pattern is said to be one of the first pattern: it will be looked up once more, in vain.
    void fill_tables(const D& domain, const H& heuristic) {
        const Grid grid = domain.grid();
        direction = {-grid.cols, -1, 1, grid.cols};
        for (std::size_t tile = 1; tile < static_cast<std::size_t>(cells_); ++tile) {
            const int field = field_of_tile_[0][tile];
            const std::uint32_t at = place(field);
            tiles_[at / 64] |= std::uint64_t{1} << (at % 64 + field_bits - 1);
            mirror_place.set(field, place(field_of_tile_[1][tile]));
            std::uint32_t patterns = 0;
            for (std::size_t v = 0; v < views; ++v)
                if (const std::uint32_t p = heuristic.views()[v].pattern[tile]; p != TileView::none)
                    patterns |= p << (moved_bits * v);
            moved.set(field, patterns);
            const int goal = domain.goal_cell(static_cast<int>(tile));
            for (std::size_t d = 0; d < 4; ++d)
                for (int blank = 0; blank < cells_; ++blank) {
                    const int target = blank + direction[d];
                    if (target < 0 || target >= cells_ || grid.distance(blank, target) != 1) continue;
                    if (grid.distance(goal, blank) > grid.distance(goal, target))
                        away[d].set(blank, away[d].get(blank) | 1u << field);
                }
        }
    }

    int cells_ = 0;
    std::array<std::uint64_t, words> tiles_{};  // the fields of tiles, by their highest bits
    std::array<int, words> taken_{};            // fields by patterns
    std::array<int, Index::max_patterns> first_field_{};
    std::array<std::array<int, static_cast<std::size_t>(D::max_cells)>, max_views> field_of_tile_{};
    std::array<int, field_mask + 1> cell_seen_at_{};
};

}  // namespace tessera

#pragma GCC diagnostic pop
