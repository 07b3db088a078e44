// SPDX-License-Identifier: Apache-2.0
// What several threads count is what one counts, and they always come to an end, whatever delays them.
#include "tessera/heuristics/blind.hpp"
#include "tessera/search/astar.hpp"
#include "tessera/search/idastar.hpp"

#include "support/deepening.hpp"
#include "support/effort.hpp"
#include "support/hda.hpp"
#include "support/tiles.hpp"
#include "support/watchdog.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

constexpr unsigned crews[] = {1, 2, 3, 4, 8, 16};
constexpr int instances = 20;

template <Domain D, HeuristicFor<D> H>
SearchResult<D> restless_search(const D& domain, const H& heuristic, const typename D::State& start, unsigned crew,
                                std::uint64_t seed) {
    Settings settings;
    settings.threads = crew;
    settings.seed = seed;
    settings.ownership = seed % 2 ? Ownership::zobrist : Ownership::abstract_zobrist;
    return HashDistributedSearch<D, H, NodeStore<D, H>, RandomPauses>(domain, heuristic, start, settings,
                                                                      RandomPauses{seed})
        .run();
}

// What must be equal: every round or layer that was searched to its end, with its counts.
template <Domain D>
std::vector<std::array<std::uint64_t, 3>> counts(const SearchResult<D>& result) {
    std::vector<std::array<std::uint64_t, 3>> list;
    for (const Iteration& i : completed(result.iterations))
        list.push_back({static_cast<std::uint64_t>(i.bound), i.stats.expanded, i.stats.generated});
    return list;
}

}  // namespace

TEST_CASE("delayed workers of IDA* count in each round what one worker counts", "[parallel][faults]") {
    using D = FifteenPuzzle;
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const Manhattan<D> heuristic(domain);
    Promise promise("R4", "runs of idastar with the counts of one thread");
    const int repeats = tries(10);
    std::mt19937_64 random(4);
    for (int instance = 0; instance < instances; ++instance) {
        const D::State start = test::walk(domain, random, 40 + 2 * instance);
        const auto one = deepen<BoundedDfs<D, Manhattan<D>>>(domain, heuristic, start, {});
        for (const unsigned crew : crews)
            for (int repeat = 0; repeat < repeats; ++repeat) {
                CAPTURE(instance, crew, repeat);
                Settings settings;
                settings.threads = crew;
                const auto many = deepen<Jittery<BoundedDfs<D, Manhattan<D>>>>(domain, heuristic, start, settings);
                REQUIRE(many.path.size() == one.path.size());
                REQUIRE(counts(many) == counts(one));
                promise.tried();
            }
    }
    promise.kept();
}

TEST_CASE("delayed workers of hash-distributed A* expand in each layer what one worker expands", "[hda][faults]") {
    using D = SmallTiles;
    const Grid grid{3, 3};
    const D domain = make_tiles<D>(grid, test::blank_first(grid));
    const Manhattan<D> heuristic(domain);
    Promise promise("R4", "runs of hdastar with the counts of one thread");
    const int repeats = tries(10);
    std::mt19937 random(40);
    for (int instance = 0; instance < instances;) {
        const auto start = domain.from_cells(shuffled(grid, random));
        if (!domain.solvable(start)) continue;
        ++instance;
        const auto one = HdaStar::solve(domain, heuristic, start, {});
        for (const unsigned crew : crews)
            for (int repeat = 0; repeat < repeats; ++repeat) {
                CAPTURE(instance, crew, repeat);
                const auto many = restless_search(domain, heuristic, start, crew, static_cast<std::uint64_t>(repeat));
                REQUIRE(many.path.size() == one.path.size());
                REQUIRE(counts(many) == counts(one));
                REQUIRE(many.stats.reopened == 0);
                promise.tried();
            }
    }
    promise.kept();
}

TEST_CASE("delayed workers of hash-distributed A* always come to an end, and not before", "[hda][faults]") {
    const CircleOfTwos circle;
    const Blind<CircleOfTwos> blind(circle);
    const Grid grid{3, 3};
    const auto domain = make_tiles<SmallTiles>(grid, blank_last(grid));
    const Manhattan<SmallTiles> manhattan(domain);
    const auto hard = domain.from_cells(cells_of("8 6 7 2 5 4 3 0 1"));  // 31 moves
    Promise promise("R5", "delayed runs of hdastar that ended rightly");
    Watchdog watchdog(60);
    const int runs = tries(1000, 40);
    for (int run = 0; run < runs; ++run) {
        const unsigned crew = 2 + static_cast<unsigned>(run / 4) % 15;
        const auto seed = static_cast<std::uint64_t>(run);
        CAPTURE(run, crew);
        switch (run % 4) {
            case 0:
                REQUIRE(restless_search(circle, blind, 501u, crew, seed).path.empty());
                break;
            case 1:
                REQUIRE(restless_search(circle, blind, 503u, crew, seed).path.size() == 1);
                break;
            case 2: {
                const auto none = restless_search(circle, blind, 0u, crew, seed);
                REQUIRE(none.outcome == Outcome::unsolvable);
                REQUIRE(none.stats.stored == circle.size / 2);
                break;
            }
            default:
                REQUIRE(restless_search(domain, manhattan, hard, crew, seed).path.size() == 31);
        }
        promise.tried();
        watchdog.all_is_well();
    }
    promise.kept();
}
