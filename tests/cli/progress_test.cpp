// SPDX-License-Identifier: Apache-2.0
// The estimates behind "about 40 % of this round" and "12 s left", and how numbers are shown.
#include "cli/progress.hpp"
#include "cli/units.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace tessera::cli;

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

TEST_CASE("time goes by with the layers, not with what is in them", "[progress]") {
    CHECK(time_share(0.01, Pace::pieces) == 0.01);
    CHECK(time_share(0, Pace::layers) == 0);
    CHECK(time_share(1, Pace::layers) == 1);
    CHECK(time_share(0.5, Pace::layers) == Catch::Approx(0.5));
    double before = 0;
    for (int thousandth = 1; thousandth <= 1000; ++thousandth) {
        const double now = time_share(thousandth / 1000.0, Pace::layers);
        CHECK(now > before);
        before = now;
    }
    CHECK(time_share(0.01, Pace::layers) > 0.2);
}

TEST_CASE("no part of a time is sixty", "[units]") {
    CHECK(show_seconds(59.94) == "59.94 s");
    CHECK(show_seconds(59.996) == "1 min 00.0 s");
    CHECK(show_seconds(61.23) == "1 min 01.2 s");
    CHECK(show_seconds(119.97) == "2 min 00.0 s");
    CHECK(show_seconds(3599.97) == "1 h 00 min");
    CHECK(show_seconds(7199.9) == "2 h 00 min");
    CHECK(show_seconds(8640) == "2 h 24 min");
}

TEST_CASE("a rate has its unit", "[units]") {
    CHECK(show_rate(12'300'000, 1) == "12.3 M/s");
    CHECK(show_rate(12, 1) == "12 /s");
    CHECK(show_rate(12'300'000, 1, "states") == "12.3 M states/s");
    CHECK(show_rate(12, 1, "runs") == "12 runs/s");
    CHECK(show_rate(0, 1, "runs") == "-");
}
