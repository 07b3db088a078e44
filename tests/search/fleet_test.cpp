// SPDX-License-Identifier: Apache-2.0
// Searches of several ranks, on a fleet of threads: what they find and count is what one rank finds and counts.
#include "tessera/search/hdastar.hpp"
#include "tessera/search/idastar.hpp"

#include "tessera/heuristics/additive_pdb.hpp"

#include "support/deepening.hpp"
#include "support/effort.hpp"
#include "support/hda.hpp"
#include "support/paper_fleet.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <string>

using namespace tessera;
using namespace tessera::test;

namespace {

template <Domain D, HeuristicFor<D> H>
SearchResult<D> restless_search(const D& domain, const H& heuristic, const typename D::State& start,
                                const Settings& settings) {
    return HashDistributedSearch<D, H, NodeStore<D, H>, RandomPauses>(domain, heuristic, start, settings,
                                                                      RandomPauses{settings.seed})
        .run();
}

// What is the same at any number of ranks and workers.
struct Found {
    Outcome outcome;
    Limit limit;
    std::size_t length;
    Cost bound;
    std::uint64_t expanded = 0;  // in completed layers or rounds
    std::uint64_t generated = 0;
    bool operator==(const Found&) const = default;
};

template <Domain D>
Found facts(const D& domain, const typename D::State& start, const SearchResult<D>& result) {
    if (result.outcome == Outcome::solved) {
        const auto end = replay<D>(domain, start, result.path);
        REQUIRE((end && domain.is_goal(*end)));
    }
    Found found{result.outcome, result.limit, result.path.size(), result.lower_bound};
    for (const Iteration& layer : result.iterations)
        if (layer.completed) {
            found.expanded += layer.stats.expanded;
            found.generated += layer.stats.generated;
        }
    return found;
}

struct Company {
    unsigned ranks, workers;
};
constexpr Company companies[] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 1}, {4, 2}};

// Runs `search(settings)` on every rank; the first rank's result stands for all, and all must agree on the answer.
template <class Search>
auto together(Company company, std::uint64_t seed, std::chrono::microseconds longest, Settings settings,
              Search search) {
    PaperSea sea(company.ranks, seed, longest);
    settings.threads = settings.processors = company.workers;
    settings.seed = seed;
    auto results = sea.run([&](Fleet& fleet) {
        Settings own = settings;
        own.fleet = &fleet;
        return search(own);
    });
    for (const auto& result : results) {
        CHECK(result->outcome == results[0]->outcome);
        CHECK(result->path == results[0]->path);
        CHECK(result->workers.size() == results[0]->workers.size());
    }
    return *results[0];
}

std::vector<SmallTiles::State> some_boards(const SmallTiles& domain, Grid grid, int count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<SmallTiles::State> boards;
    while (static_cast<int>(boards.size()) < count)
        if (const auto start = domain.from_cells(shuffled(grid, random)); domain.solvable(start))
            boards.push_back(start);
    return boards;
}

}  // namespace

TEST_CASE("hash-distributed A* on several ranks finds and counts what one rank does", "[fleet][hda]") {
    const Grid grid{3, 3};
    const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
    const Manhattan<SmallTiles> manhattan(domain);
    const PatchyManhattan<SmallTiles> patchy(domain);
    std::uint64_t seed = 0;
    for (const auto& start : some_boards(domain, grid, 4, 21)) {
        const Found alone = facts(domain, start, HdaStar::solve(domain, manhattan, start, {}));
        for (const Company company : companies) {
            CAPTURE(seed, company.ranks, company.workers);
            const auto result =
                together(company, ++seed, std::chrono::microseconds(300), {},
                         [&](const Settings& settings) { return restless_search(domain, manhattan, start, settings); });
            CHECK(facts(domain, start, result) == alone);
            CHECK(result.stats.reopened == 0);
            CHECK(result.workers.size() == company.ranks * company.workers);
            const auto second =
                together(company, ++seed, std::chrono::microseconds(300), {},
                         [&](const Settings& settings) { return restless_search(domain, patchy, start, settings); });
            CHECK(facts(domain, start, second).length == alone.length);
        }
    }
}

TEST_CASE("several ranks end together on what cannot be solved, is solved, or needs one move", "[fleet][hda]") {
    const CircleOfTwos circle{60, 31};
    const Blind<CircleOfTwos> blind(circle);
    std::uint64_t seed = 100;
    for (const Company company : companies) {
        CAPTURE(company.ranks, company.workers);
        struct Case {
            std::uint32_t start;
            Outcome outcome;
            std::size_t length;
        };
        for (const auto [start, outcome, length] : {Case{0, Outcome::unsolvable, 0},
                                                    {31, Outcome::solved, 0},
                                                    {33, Outcome::solved, 1},
                                                    {1, Outcome::solved, 15}}) {
            const std::uint32_t from = start;
            const auto result =
                together(company, ++seed, std::chrono::microseconds(200), {},
                         [&](const Settings& settings) { return restless_search(circle, blind, from, settings); });
            CHECK(result.outcome == outcome);
            CHECK(result.path.size() == length);
            if (outcome == Outcome::unsolvable) CHECK(result.stats.stored == circle.size / 2);
        }
    }
}

// The circle has a layer per number: nearly all of its time goes into noticing that a layer is done.
TEST_CASE("two hundred searches of delayed ranks all end", "[fleet][hda][soak]") {
    const CircleOfTwos circle{40, 21};
    const Blind<CircleOfTwos> blind(circle);
    const Grid grid{3, 3};
    const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
    const Manhattan<SmallTiles> manhattan(domain);
    const auto boards = some_boards(domain, grid, 10, 5);
    Promise promise("R26", "searches of delayed ranks that ended rightly");
    for (std::uint64_t seed = 1000; seed < 1200; ++seed) {
        CAPTURE(seed);
        const Company company = companies[seed % 8];
        const auto delay = std::chrono::microseconds(seed % 5 == 0 ? 3000 : 400);
        const auto none = together(company, seed, delay, {}, [&](const Settings& settings) {
            return restless_search(circle, blind, 0u, settings);
        });
        REQUIRE(none.outcome == Outcome::unsolvable);
        REQUIRE(none.stats.stored == circle.size / 2);
        const auto& start = boards[seed % boards.size()];
        const auto solved = together(company, seed, delay, {}, [&](const Settings& settings) {
            return restless_search(domain, manhattan, start, settings);
        });
        REQUIRE(facts(domain, start, solved) == facts(domain, start, HdaStar::solve(domain, manhattan, start, {})));
        promise.tried(2);
    }
    promise.kept();
}

TEST_CASE("a limit of one rank stops all of them", "[fleet][hda]") {
    const Grid grid{4, 4};
    const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
    const Manhattan<SmallTiles> manhattan(domain);
    const auto start = domain.from_cells(cells_of("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"));  // optimum 57
    const auto search = [&](const Settings& settings) { return HdaStar::solve(domain, manhattan, start, settings); };
    for (const Company company : {Company{2, 1}, {3, 2}}) {
        Settings settings;
        settings.limits.nodes = 100'000;
        auto result = together(company, 1, std::chrono::microseconds(100), settings, search);
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::nodes);
        CHECK(result.lower_bound > 41);
        CHECK(result.lower_bound < 57);

        settings = {};
        settings.limits.cost = 45;
        result = together(company, 2, std::chrono::microseconds(100), settings, search);
        CHECK(result.limit == Limit::cost);
        CHECK(result.lower_bound == 47);

        const auto one_stops = [&](const Settings& given) {
            Settings own = given;
            std::stop_source stop;
            if (given.fleet->rank() + 1 == given.fleet->ranks()) {
                own.stop = stop.get_token();
                stop.request_stop();
            }
            return HdaStar::solve(domain, manhattan, start, own);
        };
        CHECK(together(company, 3, std::chrono::microseconds(100), {}, one_stops).outcome == Outcome::interrupted);
    }
}

namespace {

// Completed rounds of a deepening search, node by node, at every number of ranks and workers.
template <class Kernel, Domain D, HeuristicFor<D> H>
void check_rounds(const D& domain, const H& heuristic, const typename D::State& start, std::uint64_t seed) {
    const auto alone = deepen<FastestKernel<D, H>>(domain, heuristic, start, {});
    const auto expected = completed(alone.iterations);
    for (const Company company : companies) {
        CAPTURE(company.ranks, company.workers, seed);
        const auto result = together(company, ++seed, std::chrono::microseconds(300), {}, [&](const Settings& settings) {
            return deepen<Kernel>(domain, heuristic, start, settings);
        });
        CHECK(facts(domain, start, result) == facts(domain, start, alone));
        const auto counted = completed(result.iterations);
        REQUIRE(counted.size() == expected.size());
        for (std::size_t i = 0; i < counted.size(); ++i) {
            CHECK(counted[i].bound == expected[i].bound);
            CHECK(counted[i].stats.generated == expected[i].stats.generated);
            CHECK(counted[i].stats.expanded == expected[i].stats.expanded);
        }
        Stats sum;
        for (const Stats& worker : result.workers) sum += worker;
        CHECK(sum.generated + 1 == result.stats.generated);  // nobody generates the start
    }
}

}  // namespace

TEST_CASE("iterative-deepening A* on several ranks counts the nodes that one thread does", "[fleet][idastar]") {
    const FifteenPuzzle domain(FixedShape<4, 4>{}, blank_first());
    const Manhattan<FifteenPuzzle> manhattan(domain);
    std::mt19937_64 random(77);
    for (std::uint64_t board = 0; board < 3; ++board) {
        const auto start = walk(domain, random, 50 + 10 * static_cast<int>(board));
        check_rounds<Jittery<BoundedDfs<FifteenPuzzle, Manhattan<FifteenPuzzle>>>>(domain, manhattan, start, 100 * board);
        check_rounds<FastestKernel<FifteenPuzzle, Manhattan<FifteenPuzzle>>>(domain, manhattan, start, 100 * board);
    }
    // Long enough to be dealt out many times: Korf's board 12, optimum 45.
    const auto korf12 = domain.from_cells(cells_of("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"));
    check_rounds<FastestKernel<FifteenPuzzle, Manhattan<FifteenPuzzle>>>(domain, manhattan, korf12, 500);

    using H = AdditivePdb<FifteenPuzzle>;
    const H pdb = make_heuristic<H>(domain, {"pdb:5-5-5", 1, {}, {}});
    const auto korf1 = domain.from_cells(cells_of("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"));
    check_rounds<FastestKernel<FifteenPuzzle, H>>(domain, pdb, korf1, 600);
}

TEST_CASE("a limit or a stop of one rank ends the rounds of all", "[fleet][idastar]") {
    const FifteenPuzzle domain(FixedShape<4, 4>{}, blank_first());
    const Manhattan<FifteenPuzzle> manhattan(domain);
    // Korf's board 88: so long that every rank gets its share before the end.
    const auto start = domain.from_cells(cells_of("15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"));
    for (const Company company : {Company{2, 1}, {3, 2}}) {
        const auto search = [&](const Settings& given, unsigned who, Settings own) {
            if (given.fleet->rank() == who) own.limits.nodes = 200'000;
            own.fleet = given.fleet;
            own.threads = own.processors = given.threads;
            return IdaStar::solve(domain, manhattan, start, own);
        };
        for (const unsigned who : {0u, company.ranks - 1}) {
            CAPTURE(company.ranks, who);
            const auto result = together(company, 7, std::chrono::microseconds(100), {},
                                         [&](const Settings& given) { return search(given, who, {}); });
            CHECK(result.outcome == Outcome::limit_reached);
            CHECK(result.limit == Limit::nodes);
        }
        Settings bounded;
        bounded.limits.cost = 43;
        const auto cost = together(company, 8, std::chrono::microseconds(100), bounded, [&](const Settings& settings) {
            return IdaStar::solve(domain, manhattan, start, settings);
        });
        CHECK(cost.limit == Limit::cost);

        std::stop_source stop;
        stop.request_stop();
        const auto stopped = together(company, 9, std::chrono::microseconds(100), {}, [&](const Settings& given) {
            Settings own = given;
            if (given.fleet->rank() + 1 == given.fleet->ranks()) own.stop = stop.get_token();
            return IdaStar::solve(domain, manhattan, start, own);
        });
        CHECK(stopped.outcome == Outcome::interrupted);
    }
}

TEST_CASE("what cannot be divided is refused on several ranks", "[fleet][idastar]") {
    const CircleOfTwos circle{60, 31};
    const Blind<CircleOfTwos> blind(circle);
    PaperSea sea(2, 1, std::chrono::microseconds(0));
    const auto refused = sea.run([&](Fleet& fleet) {
        Settings settings;
        settings.fleet = &fleet;
        try {
            (void)IdaStar::solve(circle, blind, 1u, settings);
            return false;
        } catch (const UnsupportedError&) {
            return true;
        }
    });
    CHECK(*refused[0]);
    CHECK(*refused[1]);
}
