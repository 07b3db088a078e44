// SPDX-License-Identifier: Apache-2.0
#include "tessera/parallel/crew.hpp"
#include "tessera/parallel/loops.hpp"

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

using namespace tessera;

TEST_CASE("a crew runs every worker exactly once", "[parallel]") {
    for (const unsigned n : {1u, 2u, 4u, 7u}) {
        std::vector<std::atomic<int>> calls(n);
        run_crew(n, [&](unsigned i) { ++calls[i]; }, [] {});
        for (const auto& count : calls) CHECK(count == 1);
    }
}

TEST_CASE("the first exception of a crew stops the others and is thrown again", "[parallel]") {
    for (const unsigned n : {1u, 2u, 4u, 7u}) {
        std::atomic<bool> stop{false};
        CHECK_THROWS_AS(run_crew(
                            n,
                            [&](unsigned i) {
                                if (i == n - 1) throw std::runtime_error("worker");
                                while (!stop) std::this_thread::yield();
                            },
                            [&] { stop = true; }),
                        std::runtime_error);
    }
}

TEST_CASE("a loop covers its range once and merges the accumulators", "[parallel]") {
    for (const unsigned n : {1u, 2u, 4u, 7u}) {
        LoopTeam team(n);
        std::vector<std::atomic<int>> touched(10000);
        const auto sum = team.reduce_ranges<std::size_t>(
            touched.size(), 16,
            [&](std::size_t first, std::size_t last, std::size_t& mine) {
                for (std::size_t i = first; i < last; ++i) {
                    ++touched[i];
                    mine += i;
                }
            },
            [](std::size_t& into, std::size_t mine) { into += mine; });
        CHECK(sum == 10000u * 9999u / 2);
        for (const auto& count : touched) REQUIRE(count == 1);
    }
}
