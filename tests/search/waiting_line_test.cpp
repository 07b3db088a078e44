// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/waiting_line.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <deque>
#include <random>

using namespace tessera;

TEST_CASE("who comes first is served first, over many pieces", "[line]") {
    const Settings settings;
    Budget budget(settings);
    WaitingLine<std::uint64_t> line(budget);
    std::deque<std::uint64_t> plain;
    std::mt19937_64 chance(7);
    for (const unsigned pushes_of_ten : {3u, 7u, 3u})  // short at first, then long, then empty again
        for (int step = 0; step < 3'000'000; ++step) {
            if (chance() % 10 < pushes_of_ten) {
                plain.push_back(chance());
                REQUIRE(line.push(plain.back()));
            } else if (!plain.empty()) {
                if (line.pop() != plain.front()) FAIL("out of turn");
                plain.pop_front();
            }
            if (line.size() != plain.size() || line.empty() != plain.empty()) FAIL("wrong size");
        }
}

TEST_CASE("a line gives its memory back piece by piece, and stops at the limit", "[line]") {
    Settings settings;
    settings.limits.bytes = resident_bytes() + (std::uint64_t{64} << 20);
    Budget budget(settings);
    WaitingLine<std::uint64_t> line(budget);
    for (int round = 0; round < 20; ++round) {  // 40 MiB each time: only a part of it at once
        for (int i = 0; i < 5'000'000; ++i) REQUIRE(line.push(1));
        while (!line.empty()) (void)line.pop();
    }
    std::uint64_t pushed = 0;
    while (line.push(1)) ++pushed;
    CHECK(pushed > 5'000'000);
    CHECK(pushed < 10'000'000);
    CHECK(budget.limit() == Limit::memory);
}
