// SPDX-License-Identifier: Apache-2.0
#include "cli/check_answer.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera::cli;

TEST_CASE("that there is no solution is confirmed by visiting as many arrangements as are allowed", "[check]") {
    // A block that nothing can pass: the agent walks up and down on its side of the wall.
    const auto answer = nlohmann::json::parse(
        R"json({"domain": "agent", "size": "3x3", "status": "unsolvable", "length": null, "obstacles": "(1, 0), (1, 1), (1, 2)",
            "start": "A(2, 0), agent(0, 0)", "goal": "A(0, 0)"})json");
    CHECK(check_answer(answer).kind == CheckVerdict::Kind::unsolvable);
    CHECK(check_answer(answer, 3).kind == CheckVerdict::Kind::unsolvable);
    const CheckVerdict verdict = check_answer(answer, 2);
    CHECK(verdict.kind == CheckVerdict::Kind::foreign);
    CHECK(verdict.reason.find("more than 2") != std::string::npos);
}

TEST_CASE("a number that is not whole, or too large, is no length", "[check]") {
    for (const char* length : {"0", "0.5", "1e99", "-1e99", "18446744073709551615", "true", "\"0\""}) {
        const auto answer = nlohmann::json::parse(
            R"json({"domain": "tiles", "size": "2x2", "status": "solved", "optimal": false, "known_optimum": null, "moves": "",
                "start": "1 2 3 0", "goal": "1 2 3 0", "length": )json" + std::string(length) + "}");
        INFO(length);
        CHECK((check_answer(answer).kind == CheckVerdict::Kind::damaged) == (std::string(length) != "0"));
    }
}
