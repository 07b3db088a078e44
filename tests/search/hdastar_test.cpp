// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/hdastar.hpp"

#include "tessera/heuristics/blind.hpp"
#include "tessera/search/astar.hpp"

#include "support/hda.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <limits>
#include <queue>
#include <unordered_map>

using namespace tessera;
using namespace tessera::test;

namespace {

constexpr unsigned crews[] = {1, 2, 4, 7, 16};
constexpr Ownership ownerships[] = {Ownership::hash, Ownership::zobrist, Ownership::abstract_zobrist};

template <Domain D, HeuristicFor<D> H>
SearchResult<D> restless_search(const D& domain, const H& heuristic, const typename D::State& start,
                                const Settings& settings) {
    return HashDistributedSearch<D, H, NodeStore<D, H>, RandomPauses>(domain, heuristic, start, settings,
                                                                      RandomPauses{settings.seed})
        .run();
}

// Distances from the goal, by plain breadth-first search.
std::unordered_map<std::uint64_t, Cost> distances_to_goal(const SmallTiles& domain) {
    std::unordered_map<std::uint64_t, Cost> distance{{domain.goal().board, 0}};
    std::queue<SmallTiles::State> queue;
    for (queue.push(domain.goal()); !queue.empty(); queue.pop())
        for (const auto move : domain.moves(queue.front())) {
            const auto child = domain.apply(queue.front(), move);
            if (distance.emplace(child.board, distance.at(queue.front().board) + 1).second) queue.push(child);
        }
    return distance;
}

template <Domain D>
void require_solution(const D& domain, const typename D::State& start, const SearchResult<D>& result, Cost optimum) {
    REQUIRE(result.outcome == Outcome::solved);
    REQUIRE(result.path.size() == static_cast<std::size_t>(optimum));
    REQUIRE(result.lower_bound == optimum);
    const auto end = replay<D>(domain, start, result.path);
    REQUIRE((end && domain.is_goal(*end)));
}

std::uint64_t expanded_in_completed_layers(const auto& result) {
    std::uint64_t sum = 0;
    for (const Iteration& layer : result.iterations)
        if (layer.completed) sum += layer.stats.expanded;
    return sum;
}

}  // namespace

TEST_CASE("hash-distributed A* finds shortest solutions at any number of workers", "[hda]") {
    const Grid grid{3, 3};
    const auto domain = make_tiles<SmallTiles>(grid, blank_last(grid));
    const auto distance = distances_to_goal(domain);
    const Manhattan<SmallTiles> manhattan(domain);
    const PatchyManhattan<SmallTiles> patchy(domain);
    const Blind<SmallTiles> blind(domain);
    std::mt19937 random(5);
    for (int board = 0; board < 12;) {
        const auto start = domain.from_cells(shuffled(grid, random));
        if (!domain.solvable(start)) continue;
        ++board;
        for (const unsigned crew : crews)
            for (const Ownership ownership : ownerships) {
                CAPTURE(board, crew, ownership);
                Settings settings;
                settings.threads = crew;
                settings.ownership = ownership;
                settings.seed = static_cast<std::uint64_t>(board);
                const Cost optimum = distance.at(start.board);
                require_solution(domain, start, restless_search(domain, manhattan, start, settings), optimum);
                require_solution(domain, start, restless_search(domain, patchy, start, settings), optimum);
                if (board < 4)
                    require_solution(domain, start, restless_search(domain, blind, start, settings), optimum);
            }
    }
}

TEST_CASE("completed layers expand the same states at any number of workers, none twice", "[hda]") {
    const Grid grid{3, 3};
    const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
    const auto from_goal = distances_to_goal(domain);
    const Manhattan<SmallTiles> manhattan(domain);
    std::mt19937 random(7);
    for (int board = 0; board < 5;) {
        const auto start = domain.from_cells(shuffled(grid, random));
        if (!domain.solvable(start)) continue;
        ++board;
        // Every state with g* + h below the optimum must be expanded; distances from the start by the naive search.
        const auto from_start = distances_to_goal(make_tiles<SmallTiles>(grid, domain.to_cells(start)));
        const Cost optimum = from_goal.at(start.board);
        std::uint64_t below = 0;
        for (const auto& [packed, g] : from_start)
            below += g + manhattan.value(manhattan.start(domain.unpack(packed))) < optimum;
        for (const unsigned crew : crews) {
            CAPTURE(board, crew);
            Settings settings;
            settings.threads = crew;
            const auto result = restless_search(domain, manhattan, start, settings);
            CHECK(expanded_in_completed_layers(result) == below);
            CHECK(result.stats.reopened == 0);
            CHECK(result.workers.size() == crew);
            CHECK((result.stats.sent > 0) == (crew > 1));
        }
    }
}

TEST_CASE("threads that come sooner or later, or never, make no difference to completed layers", "[hda]") {
    const Grid grid{3, 3};
    const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
    const Manhattan<SmallTiles> manhattan(domain);
    const auto start = domain.from_cells(cells_of("8 6 7 2 5 4 3 0 1"));
    const auto alone = HdaStar::solve(domain, manhattan, start, {});
    for (const unsigned crew : {2u, 4u, 7u, 16u})
        for (const std::uint64_t opening : {0u, 1u, 3u, 64u, 500u, 1u << 31}) {
            CAPTURE(crew, opening);
            struct Opening : RandomPauses {
                std::uint64_t states;
                std::atomic<unsigned>& threads;
                void operator()(unsigned worker) {
                    if (asked[worker] == 0) ++threads;
                    RandomPauses::operator()(worker);
                }
                [[nodiscard]] std::uint64_t opening(std::uint64_t) const noexcept { return states; }
            };
            std::atomic<unsigned> threads{0};
            Settings settings;
            settings.threads = crew;
            using Search = HashDistributedSearch<SmallTiles, Manhattan<SmallTiles>,
                                                 NodeStore<SmallTiles, Manhattan<SmallTiles>>, Opening>;
            const auto result = Search(domain, manhattan, start, settings, Opening{{opening}, opening, threads}).run();
            require_solution(domain, start, result, static_cast<Cost>(alone.path.size()));
            CHECK(expanded_in_completed_layers(result) == expanded_in_completed_layers(alone));
            CHECK(result.workers.size() == crew);
            CHECK((threads > 0) == (opening <= 500));
        }
}

TEST_CASE("hash-distributed A* ends on what cannot be solved, is solved, or needs one move", "[hda]") {
    const CircleOfTwos circle;
    const Blind<CircleOfTwos> blind(circle);
    for (const unsigned crew : crews)
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            CAPTURE(crew, seed);
            Settings settings;
            settings.threads = crew;
            settings.seed = seed;
            const auto unsolvable = restless_search(circle, blind, 0u, settings);
            CHECK(unsolvable.outcome == Outcome::unsolvable);
            CHECK(unsolvable.stats.stored == circle.size / 2);
            require_solution(circle, 501u, restless_search(circle, blind, 501u, settings), 0);
            require_solution(circle, 503u, restless_search(circle, blind, 503u, settings), 1);
            require_solution(circle, 1u, restless_search(circle, blind, 1u, settings), 250);
        }
}

TEST_CASE("limits stop hash-distributed A* with a proven bound", "[hda]") {
    const Grid grid{4, 4};
    const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
    const Manhattan<SmallTiles> manhattan(domain);
    const auto start = domain.from_cells(cells_of("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"));  // optimum 57
    for (const unsigned crew : {1u, 2u, 7u}) {
        CAPTURE(crew);
        Settings settings;
        settings.threads = crew;
        settings.limits.nodes = 200'000;
        auto result = HdaStar::solve(domain, manhattan, start, settings);
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::nodes);
        CHECK(result.lower_bound > 41);
        CHECK(result.lower_bound < 57);
        CHECK(result.stats.generated >= 200'000);
        CHECK(result.stats.generated < 400'000);

        settings = {};
        settings.threads = crew;
        settings.limits.cost = 45;
        result = HdaStar::solve(domain, manhattan, start, settings);
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::cost);
        CHECK(result.lower_bound == 47);

        settings = {};
        settings.threads = crew;
        settings.limits.bytes = resident_bytes() + (std::uint64_t{20} << 20);
        result = HdaStar::solve(domain, manhattan, start, settings);
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::memory);
        CHECK(result.lower_bound >= 41);
        CHECK(result.stats.expanded > 1000);

        settings = {};
        settings.threads = crew;
        std::stop_source stop;
        settings.stop = stop.get_token();
        stop.request_stop();
        result = HdaStar::solve(domain, manhattan, start, settings);
        CHECK(result.outcome == Outcome::interrupted);
    }
}
