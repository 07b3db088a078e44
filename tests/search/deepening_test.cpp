// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/idastar.hpp"
#include "tessera/search/replay.hpp"

#include "support/deepening.hpp"
#include "support/hda.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>

using namespace tessera;

namespace {

using D = FifteenPuzzle;
using H = Manhattan<D>;

// The least estimate among all that a round with this bound cuts, found by a plain search.
template <class Bound>
Cost least_cut(const D& domain, const Bound& heuristic, const D::State& s, const typename Bound::Trace& trace, Cost g,
               Cost bound, std::optional<D::Move> back) {
    if (const Cost f = g + heuristic.value(trace); f > bound) return f;
    Cost least = no_bound;
    for (const D::Move m : domain.moves(s)) {
        if (m == back) continue;
        const D::State child = domain.apply(s, m);
        least = std::min(least, least_cut(domain, heuristic, child, heuristic.step(trace, s, m, child), g + 1, bound,
                                          std::optional(domain.undo(s, m))));
    }
    return least;
}

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

// The estimates of a consistent bound grow by nothing or by two; with this one a round cuts nodes at many.
TEST_CASE("the next bound is the least estimate that a round has cut", "[search]") {
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const test::PatchyManhattan<D> heuristic(domain);
    std::mt19937_64 random(21);
    int rounds = 0;
    for (int board = 0; board < 100; ++board) {
        const D::State start = test::walk(domain, random, 10 + board % 10);
        const auto result = deepen<BoundedDfs<D, test::PatchyManhattan<D>>>(domain, heuristic, start, {});
        for (std::size_t i = 0; i + 1 < result.iterations.size(); ++i, ++rounds)
            REQUIRE(result.iterations[i + 1].bound == least_cut(domain, heuristic, start, heuristic.start(start), 0,
                                                                result.iterations[i].bound, std::nullopt));
    }
    CHECK(rounds > 100);
}

// The kernel has code of its own for each place of the blank, and for no observer.
TEST_CASE("an observer sees every node that is expanded, and changes none", "[search]") {
    const D domain(FixedShape<4, 4>{}, test::blank_inside());
    const H heuristic(domain);
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (const Pruning pruning : {Pruning::none, Pruning::automaton})
        for (int board = 0; board < 8; ++board) {
            const D::State start = test::walk(domain, random, 10 + 5 * board);
            Settings settings;
            settings.pruning = pruning;
            const auto unseen = deepen<BoundedDfs<D, H>>(domain, heuristic, start, settings);
            std::uint64_t visits = 0;
            const Observer<D> observer = [&](const Visit<D>& visit) {
                if (visit.event != Event::visit) return;
                ++visits;
                REQUIRE(visit.estimate == visit.depth + heuristic.value(heuristic.start(visit.state)));
            };
            const auto seen = deepen<BoundedDfs<D, H>>(domain, heuristic, start, settings, &observer);
            CHECK(visits == seen.stats.expanded + 1);  // and the goal
            CHECK(seen.path == unseen.path);
            CHECK(seen.stats.generated == unseen.stats.generated);
            CHECK(seen.stats.expanded == unseen.stats.expanded);
            REQUIRE(seen.iterations.size() == unseen.iterations.size());
            for (std::size_t i = 0; i < seen.iterations.size(); ++i) {
                CHECK(seen.iterations[i].bound == unseen.iterations[i].bound);
                CHECK(seen.iterations[i].stats.generated == unseen.iterations[i].stats.generated);
            }
        }
}
