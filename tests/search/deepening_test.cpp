// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/idastar.hpp"
#include "tessera/search/replay.hpp"

#include "support/deepening.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>

using namespace tessera;

namespace {

using D = FifteenPuzzle;
using H = Manhattan<D>;

}  // namespace

TEST_CASE("completed rounds count the same nodes at any number of threads, however work is handed over",
          "[search][parallel]") {
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const H heuristic(domain);
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int board = 0; board < 8; ++board) {
        const D::State start = test::walk(domain, random, 40 + 5 * board);
        const auto one = deepen<BoundedDfs<D, H>>(domain, heuristic, start, {});
        for (const unsigned threads : {1u, 2u, 3u, 4u, 7u, 16u}) {
            Settings settings;
            settings.threads = threads;
            const auto many = deepen<test::Jittery<BoundedDfs<D, H>>>(domain, heuristic, start, settings);
            REQUIRE(many.outcome == Outcome::solved);
            CHECK(many.path.size() == one.path.size());
            const auto end = replay<D>(domain, start, many.path);
            REQUIRE(end);
            CHECK(domain.is_goal(*end));
            const auto expected = test::completed(one.iterations), counted = test::completed(many.iterations);
            REQUIRE(counted.size() == expected.size());
            for (std::size_t i = 0; i < counted.size(); ++i) {
                CHECK(counted[i].bound == expected[i].bound);
                CHECK(counted[i].stats.generated == expected[i].stats.generated);
                CHECK(counted[i].stats.expanded == expected[i].stats.expanded);
            }
            if (threads == 1) {
                CHECK(many.stats.generated == one.stats.generated);
                CHECK(many.path == one.path);
            }
        }
    }
}
