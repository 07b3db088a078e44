// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/lane_index.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace tessera {
namespace {

// Random placements of random patterns of a partition, with rubbish above the last tile, against PlacementIndex.
template <int FieldBits>
void check_partition(int cells, const std::vector<int>& sizes, unsigned seed) {
    INFO("seed " << seed);
    const LaneIndex<FieldBits> index(sizes);
    std::mt19937 random(seed);
    std::vector<Cell> all(static_cast<std::size_t>(cells));
    std::iota(all.begin(), all.end(), Cell{0});
    for (int round = 0; round < 500; ++round) {
        Lanes32 words{}, patterns{};
        std::vector<std::uint64_t> expected;
        for (int lane = 0; lane < 16; ++lane) {
            std::shuffle(all.begin(), all.end(), random);
            const auto pattern = random() % sizes.size();
            const auto tiles = static_cast<std::size_t>(sizes[pattern]);
            std::uint64_t word = random();
            for (std::size_t t = 0; t < tiles; ++t) {
                const auto shift = FieldBits * t;
                word &= ~(((std::uint64_t{1} << FieldBits) - 1) << shift);
                word |= std::uint64_t{all[t]} << shift;
            }
            words[lane] = static_cast<std::uint32_t>(word);
            patterns[lane] = static_cast<std::uint32_t>(pattern);
            expected.push_back(PlacementIndex(cells, sizes[pattern]).rank(std::span(all).first(tiles)));
        }
        const Lanes32 found = index(words, patterns);
        for (int lane = 0; lane < 16; ++lane) REQUIRE(found[lane] == expected[static_cast<std::size_t>(lane)]);
    }
}

TEST_CASE("sixteen placements have the indices that each has alone", "[pdb][lanes]") {
    check_partition<4>(16, {7, 8}, 1);
    check_partition<4>(16, {6, 6, 3}, 2);
    check_partition<4>(16, {5, 5, 5}, 3);
    check_partition<4>(16, {8}, 4);
    check_partition<4>(16, {1, 2, 4, 8}, 5);
    check_partition<4>(9, {4, 4}, 6);
    check_partition<4>(12, {6, 5}, 7);
    check_partition<5>(25, {6, 6, 6, 6}, 8);
    check_partition<5>(20, {6, 5, 4, 1}, 9);
}

}  // namespace
}  // namespace tessera
