// SPDX-License-Identifier: Apache-2.0
// Limits and stop requests, for every member of AllAlgorithms, on a board that none of them solves at once.
#include "tessera/core/budget.hpp"
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/all.hpp"

#include "support/tiles.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::test;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;
constexpr Cost optimum = 65;  // of Korf's board 88

struct Board88 {
    FifteenPuzzle domain{{}, blank_first({4, 4})};
    Manhattan<FifteenPuzzle> manhattan{domain};
    FifteenPuzzle::State start = domain.from_cells(cells_of("15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4"));
};

// Whatever ended the search, what it claims to have proven must be true.
template <class Algorithm>
void check_partial(const Board88& board, const SearchResult<FifteenPuzzle>& result) {
    CHECK(result.path.empty());
    CHECK(result.lower_bound <= optimum);
    if (Algorithm::optimal && Algorithm::informed)
        CHECK(result.lower_bound >= board.manhattan.value(board.manhattan.start(board.start)));
    CHECK(result.stats.generated > 0);
}

template <class Algorithm, class Check>
void at_any_number_of_threads(const Settings& given, Check check) {
    const Board88 board;
    for (const unsigned threads : {1u, 2u, 4u, 7u}) {
        Settings settings = given;
        settings.threads = settings.processors = threads;
        INFO(Algorithm::name << " with " << threads << " threads");
        const auto begin = Clock::now();
        const auto result = Algorithm::solve(board.domain, board.manhattan, board.start, settings);
        CHECK(Clock::now() - begin < given.limits.time + 1s);
        check_partial<Algorithm>(board, result);
        check(result);
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a search ends at the node limit", "[law][limits]", AllAlgorithms) {
    Settings settings;
    settings.limits.time = 30s;  // in case the other limit fails
    settings.limits.nodes = 200'000;
    at_any_number_of_threads<TestType>(settings, [&](const auto& result) {
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::nodes);
        CHECK(result.stats.generated >= settings.limits.nodes / 2);
        CHECK(result.stats.generated <= settings.limits.nodes + 16 * Budget::stride);
    });
}

TEMPLATE_LIST_TEST_CASE("a search ends at the time limit", "[law][limits]", AllAlgorithms) {
    Settings settings;
    settings.limits.time = 30ms;
    at_any_number_of_threads<TestType>(settings, [&](const auto& result) {
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::time);
    });
}

TEMPLATE_LIST_TEST_CASE("a search ends at the memory limit, or needs no memory", "[law][limits]", AllAlgorithms) {
    Settings settings;
    settings.limits.time = 30s;
    settings.limits.nodes = 1'000'000;
    at_any_number_of_threads<TestType>(settings, [&](const auto& unlimited) {
        if (unlimited.stats.stored == 0) return;  // constant memory
        Settings tight = settings;
        tight.limits.bytes = resident_bytes() + (4u << 20);
        const Board88 board;
        const auto result = TestType::solve(board.domain, board.manhattan, board.start, tight);
        CHECK(result.outcome == Outcome::limit_reached);
        CHECK(result.limit == Limit::memory);
        CHECK(result.stats.stored < unlimited.stats.stored);
        check_partial<TestType>(board, result);
    });
}

TEMPLATE_LIST_TEST_CASE("a search ends when it is asked to stop", "[law][limits]", AllAlgorithms) {
    std::stop_source source;
    source.request_stop();
    Settings settings;
    settings.limits.time = 30s;
    settings.stop = source.get_token();
    at_any_number_of_threads<TestType>(settings,
                                       [&](const auto& result) { CHECK(result.outcome == Outcome::interrupted); });
}

TEMPLATE_LIST_TEST_CASE("a stop request in the middle of a search is heard", "[law][limits]", AllAlgorithms) {
    const Board88 board;
    for (const unsigned threads : {1u, 2u, 4u, 7u}) {
        std::stop_source source;
        Settings settings;
        settings.threads = settings.processors = threads;
        settings.limits.time = 30s;
        settings.stop = source.get_token();
        Clock::time_point asked;
        std::jthread other([&] {
            std::this_thread::sleep_for(20ms);
            asked = Clock::now();
            source.request_stop();
        });
        const auto result = TestType::solve(board.domain, board.manhattan, board.start, settings);
        const auto ended = Clock::now();
        other.join();
        INFO(TestType::name << " with " << threads << " threads");
        CHECK(result.outcome == Outcome::interrupted);
        CHECK(ended - asked < 1s);
        check_partial<TestType>(board, result);
    }
}

// The board is sixteen moves from its goal (tests/expected).
TEMPLATE_LIST_TEST_CASE("a cost limit below the optimum proves that there is nothing below", "[law][limits]",
                        AllAlgorithms) {
    const SmallTiles domain = make_tiles<SmallTiles>({3, 3}, blank_last({3, 3}));
    const Manhattan<SmallTiles> manhattan(domain);
    const auto start = domain.from_cells(cells_of("1 2 0 5 7 3 6 4 8"));
    constexpr Cost distance = 16;
    for (const unsigned threads : {1u, 2u, 4u, 7u}) {
        Settings settings;
        settings.threads = settings.processors = threads;
        INFO(TestType::name << " with " << threads << " threads");
        for (const Cost cost : {0, 1, distance - 2, distance - 1}) {
            settings.limits.cost = cost;
            const auto result = TestType::solve(domain, manhattan, start, settings);
            CHECK(result.outcome == Outcome::limit_reached);
            CHECK(result.limit == Limit::cost);
            CHECK(result.path.empty());
            CHECK(result.lower_bound <= distance);
            if (TestType::optimal) CHECK(result.lower_bound > cost);
        }
        settings.limits.cost = distance;
        const auto result = TestType::solve(domain, manhattan, start, settings);
        CHECK(result.outcome == Outcome::solved);
        CHECK(static_cast<Cost>(result.path.size()) <= distance);
    }
}

TEST_CASE("who asks the budget for too much takes nothing from those who ask for little", "[limits]") {
    Settings settings;
    settings.limits.bytes = resident_bytes() + (std::uint64_t{64} << 20);
    Budget budget(settings);
    constexpr std::uint64_t little = 1000;
    std::atomic<bool> over{false};
    std::atomic<bool> too_much_was_given{false};
    std::thread greedy([&] {
        while (!over)
            if (budget.reserve(std::uint64_t{1} << 40)) too_much_was_given = true;
    });
    int refused = 0;
    for (int i = 0; i < 1'000'000; ++i)
        if (budget.reserve(little))
            budget.shrink(little);
        else
            ++refused;
    over = true;
    greedy.join();
    CHECK(refused == 0);
    CHECK_FALSE(too_much_was_given);
    CHECK_FALSE(budget.stopped());
    CHECK_FALSE(budget.grow(std::uint64_t{1} << 40));
    CHECK(budget.limit() == Limit::memory);
}

TEST_CASE("those who ask the budget at once get no more than there is, and all of it", "[limits]") {
    Settings settings;
    constexpr std::uint64_t piece = 1 << 10;
    settings.limits.bytes = resident_bytes() + (std::uint64_t{64} << 20);
    Budget budget(settings);
    std::atomic<std::uint64_t> given{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            while (budget.reserve(piece)) given += piece;
        });
    for (auto& thread : threads) thread.join();
    CHECK(given <= std::uint64_t{64} << 20);
    CHECK_FALSE(budget.reserve(piece));
    CHECK_FALSE(budget.stopped());
    budget.shrink(piece);
    CHECK(budget.reserve(piece));
}
