// SPDX-License-Identifier: Apache-2.0
#include "tessera/catalog.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera;

TEST_CASE("IDA* with Manhattan distance reproduces Korf's count on board 5", "[search]") {
    Choice choice;
    choice.algorithm = "idastar";
    choice.heuristic = "manhattan";
    choice.blank_first = true;
    const Answer answer = solve("4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", choice);
    CHECK(answer.length == 56);
    CHECK(answer.stats.generated == 11020325);
}
