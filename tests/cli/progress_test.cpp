// SPDX-License-Identifier: Apache-2.0
// The estimate behind "about 40 % of this round".
#include "cli/progress.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using tessera::cli::RoundEstimate;

TEST_CASE("rounds that grow by one factor foretell the next", "[progress]") {
    RoundEstimate round;
    round.see(0, 10);
    round.see(50, 10);
    CHECK_FALSE(round.share());
    round.see(100, 12);  // 100 nodes within 10
    CHECK_FALSE(round.share());
    round.see(500, 14);  // 400 within 12, so 1600 within 14
    CHECK(round.share().value() == Catch::Approx(0));
    round.see(1300, 14);
    CHECK(round.share().value() == Catch::Approx(0.5));
    round.see(2101, 14);  // more than was foretold: nothing is claimed any more
    CHECK_FALSE(round.share());
}

TEST_CASE("a round that was missed counts by its bound", "[progress]") {
    RoundEstimate round;
    round.see(0, 10);
    round.see(100, 12);
    round.see(500, 16);  // four times in two steps: from 12 to 16 sixteen times
    round.see(500 + 3200, 16);
    CHECK(round.share().value() == Catch::Approx(0.5));
}

TEST_CASE("rounds that do not grow foretell nothing", "[progress]") {
    RoundEstimate round;
    round.see(0, 1);
    round.see(100, 2);
    round.see(200, 3);
    round.see(250, 3);
    CHECK_FALSE(round.share());
}
