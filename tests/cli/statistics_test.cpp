// SPDX-License-Identifier: Apache-2.0
// Statistics of few measurements against published tables and made-up series with known outcome.
#include "cli/statistics.hpp"
#include "cli/compare.hpp"

#include "tessera/core/error.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tessera::cli;
using Catch::Approx;

namespace {

// All ways to split the values, one by one: what the test counts cleverly.
double by_enumeration(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    const auto rank = [&](double x) {
        double r = 0.5;
        for (const double y : all) r += y < x ? 1 : y == x ? 0.5 : 0;
        return r;
    };
    const double mean = static_cast<double>(a.size()) * (static_cast<double>(all.size()) + 1) / 2;
    double observed = 0;
    for (const double x : a) observed += rank(x);
    std::vector<int> chosen(all.size(), 0);
    std::fill(chosen.end() - static_cast<std::ptrdiff_t>(a.size()), chosen.end(), 1);
    double extreme = 0, every = 0;
    do {
        double sum = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (chosen[i]) sum += rank(all[i]);
        every += 1;
        extreme += std::abs(sum - mean) >= std::abs(observed - mean) - 1e-9;
    } while (std::next_permutation(chosen.begin(), chosen.end()));
    return extreme / every;
}

std::string csv_with(double factor, int runs) {
    std::string text =
        "mode,algorithm,heuristic,threads,repeat,seconds,cpu_seconds,expanded,generated,sent,balance,peak_bytes,"
        "preempted,boards,length\n";
    for (int i = 1; i <= runs; ++i)
        text += "strong,idastar,manhattan,1," + std::to_string(i) + "," + std::to_string((1 + 0.01 * i) * factor) +
                ",1,1,1,0,1,1,0,1,1\n";
    return text;
}

}  // namespace

TEST_CASE("the rank test gives the probabilities of the tables", "[statistics]") {
    // U = 0 is one of the C(n+m, n) ways on each side; U = 2 of 5 and 5 is reached in 1 + 1 + 2 = 4 ways on each.
    CHECK(rank_test(std::vector<double>{1., 2, 3}, std::vector<double>{4., 5, 6}) == Approx(2.0 / 20));
    CHECK(rank_test(std::vector<double>{1., 2, 3, 4}, std::vector<double>{5., 6, 7, 8}) == Approx(2.0 / 70));
    CHECK(rank_test(std::vector<double>{1., 2, 3, 4, 5}, std::vector<double>{6., 7, 8, 9, 10}) == Approx(2.0 / 252));
    CHECK(rank_test(std::vector<double>{1., 2, 3, 4, 7}, std::vector<double>{5., 6, 8, 9, 10}) == Approx(8.0 / 252));
    CHECK(rank_test(std::vector<double>{1., 4}, std::vector<double>{2., 3}) == Approx(1));
    CHECK(rank_test(std::vector<double>{5., 5, 5}, std::vector<double>{5., 5, 5}) == Approx(1));
    CHECK(smallest_rank_test(3, 3) == Approx(0.1));
    CHECK(smallest_rank_test(5, 4) == Approx(2.0 / 126));
    CHECK(smallest_rank_test(1, 1) == 1);
}

TEST_CASE("the rank test agrees with trying every split, ties included", "[statistics]") {
    std::uint64_t x = 88172645463325252;
    for (int round = 0; round < 200; ++round) {
        const auto draw = [&] {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            return x;
        };
        std::vector<double> a(1 + draw() % 5), b(1 + draw() % 5);
        for (double& v : a) v = static_cast<double>(draw() % 7);
        for (double& v : b) v = static_cast<double>(draw() % 9);
        CHECK(rank_test(a, b) == Approx(by_enumeration(a, b)));
        CHECK(rank_test(a, b) == Approx(rank_test(b, a)));
    }
}

TEST_CASE("the interval of a median has the certainty it tells", "[statistics]") {
    const Spread three = spread_of({3, 1, 2});
    CHECK(three.median == 2);
    CHECK((three.low == 1 && three.high == 3 && three.least == 1 && three.most == 3));
    CHECK(three.certainty == Approx(0.75));
    const Spread six = spread_of({1, 2, 3, 4, 5, 6});
    CHECK(six.median == 3.5);
    CHECK((six.low == 1 && six.high == 6));
    CHECK(six.certainty == Approx(1 - 2.0 / 64));
    // Of nine values the second smallest and second largest do: 1 - 2 (1 + 9) / 512.
    const Spread nine = spread_of({9, 8, 7, 6, 5, 4, 3, 2, 1});
    CHECK((nine.low == 2 && nine.high == 8));
    CHECK(nine.certainty == Approx(1 - 20.0 / 512));
    CHECK(spread_of({4}).certainty == 0);
}

TEST_CASE("made-up series are judged as they were made", "[compare]") {
    const auto verdict = [](double factor, int runs) {
        return compare(measurements_from(csv_with(1, runs), "old"), measurements_from(csv_with(factor, runs), "new"))
            .at(0);
    };
    CHECK(verdict(2, 5).verdict == Verdict::slower);
    CHECK(verdict(2, 5).ratio == Approx(2).epsilon(1e-5));
    CHECK(verdict(0.5, 5).verdict == Verdict::faster);
    CHECK(verdict(1, 5).verdict == Verdict::no_difference);
    CHECK(verdict(1.001, 5).verdict == Verdict::no_difference);
    CHECK(verdict(2, 3).verdict == Verdict::too_few_runs);
    CHECK(verdict(2, 4).verdict == Verdict::slower);
}

TEST_CASE("the runs of a JSON file are read like those of a table", "[compare]") {
    const std::string run =
        R"({"mode":"strong","algorithm":"idastar","heuristic":"manhattan","threads":2,"repeat":1,"seconds":1.5,)"
        R"("cpu_seconds":1,"expanded":1,"generated":1,"sent":0,"balance":1,"peak_bytes":1,"preempted":0,"boards":1,)"
        R"("length":1})";
    const Measurements read = measurements_from("{\"runs\":[" + run + "," + run + "]}", "file");
    CHECK(read == Measurements{{"idastar manhattan, 2 threads", {1.5, 1.5}}});
}

TEST_CASE("the worst change comes first, and what is certain before what is not", "[compare]") {
    const Measurements before{{"a", {1, 1.01, 1.02, 1.03}},
                              {"b", {1, 1.01, 1.02, 1.03}},
                              {"c", {1, 1.01, 1.02, 1.03}},
                              {"d", {1, 2}},
                              {"gone", {1}}};
    const Measurements after{{"a", {0.5, 0.51, 0.52, 0.53}},
                             {"b", {1.2, 1.21, 1.22, 1.23}},
                             {"c", {1.5, 1.51, 1.52, 1.53}},
                             {"d", {9, 9}},
                             {"new", {1}}};
    const auto changes = compare(before, after);
    REQUIRE(changes.size() == 4);
    CHECK(changes[0].name == "c");
    CHECK(changes[1].name == "b");
    CHECK((changes[2].name == "d" && changes[2].verdict == Verdict::too_few_runs));
    CHECK((changes[3].name == "a" && changes[3].verdict == Verdict::faster));
    const std::string table = compare_table(before, after, {}, {});
    CHECK(table.find("only in the old file: gone") != table.npos);
    CHECK(table.find("only in the new file: new") != table.npos);
}

TEST_CASE("a file without runs is refused", "[compare]") {
    for (const char* text : {"", "a,b\n1,2\n", "{}", "{", "{\"runs\":[]}", "{\"runs\":[{\"mode\":1}]}", "mode\n"})
        CHECK_THROWS_AS(measurements_from(text, "file"), tessera::InputError);
}
