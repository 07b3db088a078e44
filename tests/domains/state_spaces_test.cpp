// SPDX-License-Identifier: Apache-2.0
// How many boards there are at each distance from the goal (tests/expected/sliding_state_spaces.json).
#include "tessera/domains/sliding_tile.hpp"

#include "support/places.hpp"
#include "support/csv.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <unordered_set>

using namespace tessera;
using namespace tessera::test;

namespace {

// Layer by layer with the rules of the domain.  Moves can be undone: a neighbour of one layer is in the layer before,
// the layer itself or the next.
template <class D>
std::vector<std::size_t> layer_sizes(const D& domain, std::size_t layers = 1000) {
    std::unordered_set<std::uint64_t> before, here, next;
    std::vector<std::size_t> sizes;
    for (here.insert(domain.pack(domain.goal())); !here.empty() && sizes.size() < layers;
         before.swap(here), here.swap(next)) {
        sizes.push_back(here.size());
        next.clear();
        for (const std::uint64_t key : here) {
            const auto s = domain.unpack(key);
            for (const auto move : domain.moves(s))
                if (const auto child = domain.pack(domain.apply(s, move)); !before.count(child) && !here.count(child))
                    next.insert(child);
        }
    }
    return sizes;
}

}  // namespace

TEST_CASE("the layers of the small state spaces are as large as expected", "[expected]") {
    const auto spaces = nlohmann::json::parse(read_file(test::expected_file("sliding_state_spaces.json")));
    REQUIRE(spaces.size() >= 5);
    for (const auto& [name, space] : spaces.items()) {  // "2x3 goal 1 2 3 4 5 0"
        INFO(name);
        const Grid grid{name[0] - '0', name[2] - '0'};
        const SmallTiles domain = make_tiles<SmallTiles>(grid, cells_of(name.substr(name.find("goal") + 5)));
        const auto sizes = layer_sizes(domain);
        CHECK(sizes == space.at("layers").get<std::vector<std::size_t>>());
        CHECK(sizes.size() == space.at("max_depth").get<std::size_t>() + 1);
        std::size_t sum = 0;
        for (const std::size_t size : sizes) sum += size;
        CHECK(sum == space.at("reachable").get<std::size_t>());
    }
}

TEST_CASE("the first layers of the 15-puzzle are as large as published", "[expected]") {
    const std::vector<std::size_t> published{1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821};
    for (const Cells& goal : {blank_last({4, 4}), blank_first({4, 4})}) {
        CHECK(layer_sizes(FifteenPuzzle({}, goal), published.size()) == published);
        CHECK(layer_sizes(make_tiles<SmallTiles>({4, 4}, goal), published.size()) == published);
    }
}
