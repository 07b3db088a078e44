// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/lookup.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>
#include <vector>

using namespace tessera;

namespace {

// A table without entries is enough to test indices.
template <class Word>
void check_indices(Grid grid, int tiles) {
    INFO(grid.rows << "x" << grid.cols << ", " << tiles << " tiles");
    Pattern pattern{grid, 0, {}};
    for (int t = 0; t < tiles; ++t) pattern.cells.push_back(static_cast<Cell>(t + 1));
    const Lookup<Word> lookup(std::make_shared<const Table>(Table{pattern, 4, {}, 0, 0, 0}));
    const PlacementIndex index(pattern);
    std::vector<Cell> where(pattern.cells.size());
    std::mt19937_64 random(3);
    for (int round = 0; round < 3000; ++round) {
        const std::uint64_t expected = random() % index.entries();
        index.unrank(expected, where);
        Word board = 0;
        for (int t = 0; t < tiles; ++t) board |= static_cast<Word>(pattern_label(tiles, t)) << 4 * where[t];
        if (tiles <= 8)  // what other cells hold does not matter, as long as it is below 8
            for (int c = 0; c < grid.cells(); ++c)
                if ((board >> 4 * c & 15) == 0) board |= static_cast<Word>(random() % 8) << 4 * c;
        REQUIRE(lookup.index(board) == expected);
    }
}

}  // namespace

TEST_CASE("the index of a board equals the rank of its placement", "[pdb]") {
    for (int tiles = 1; tiles <= 10; ++tiles) check_indices<std::uint64_t>({4, 4}, tiles);
    for (int tiles = 1; tiles <= 6; ++tiles) check_indices<std::uint64_t>({3, 3}, tiles);
    for (int tiles = 1; tiles <= 9; ++tiles) check_indices<std::uint64_t>({3, 4}, tiles);
    for (int tiles = 1; tiles <= 10; ++tiles) check_indices<Word128>({5, 5}, tiles);
    for (int tiles = 1; tiles <= 7; ++tiles) check_indices<Word128>({4, 5}, tiles);
}

TEST_CASE("a lookup reads entries of four and of eight bits", "[pdb]") {
    for (const unsigned bits : {4u, 8u}) {
        Table table{{{3, 3}, 0, {1, 2}}, bits, {}, 0, 0, 0};
        const std::uint64_t entries = table.entries();
        table.payload = HugeArray(payload_bytes(entries, bits));
        for (std::uint64_t i = 0; i < entries; ++i) {
            const unsigned value = bits == 4 ? i * 7 % 16 : i * 7 % 256;
            if (bits == 8)
                table.payload.data()[i] = static_cast<std::uint8_t>(value);
            else
                table.payload.data()[i / 2] |= static_cast<std::uint8_t>(value << (i % 2 * 4));
        }
        const Lookup<std::uint64_t> lookup(std::make_shared<const Table>(std::move(table)));
        for (std::uint64_t i = 0; i < entries; ++i) {
            REQUIRE(lookup.excess(i) == static_cast<int>(bits == 4 ? i * 7 % 16 : i * 7 % 256));
            REQUIRE(lookup.table().excess(i) == lookup.excess(i));
        }
    }
}
