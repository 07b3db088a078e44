// SPDX-License-Identifier: Apache-2.0
// The laws of a heuristic, for every member of HeuristicsOf<D> and every domain D.
#include "tessera/heuristics/all.hpp"

#include "support/samples.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <map>
#include <random>
#include <string_view>

using namespace tessera;
using namespace tessera::test;

namespace {

// Calls check(sample, heuristic) for every heuristic of the domain and every sample it supports.
template <Domain D, class Check>
void for_each_heuristic(Check check) {
    for_each_type(HeuristicsOf<D>{}, [&](auto tag) {
        using H = typename decltype(tag)::type;
        static_assert(HeuristicFor<H, D>);
        for (const Sample<D>& sample : SamplesOf<D>::all()) {
            INFO(H::name << " on " << sample.label);
            if (const auto heuristic = Making<H, D>::make(sample.domain)) check(sample, *heuristic);
        }
    });
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a bound never exceeds the true distance", "[law][heuristics]", AllDomains) {
    for_each_heuristic<TestType>([](const auto& sample, const auto& heuristic) {
        for (const auto& known : sample.known) {
            const Cost h = heuristic.value(heuristic.start(known.state));
            REQUIRE(h >= 0);
            if (known.distance != unreachable) REQUIRE(h <= known.distance);
        }
    });
}

TEMPLATE_LIST_TEST_CASE("a bound carried along a move equals one made afresh", "[law][heuristics]", AllDomains) {
    for_each_heuristic<TestType>([](const auto& sample, const auto& heuristic) {
        for (const auto& known : sample.known) {
            const auto trace = heuristic.start(known.state);
            for (const auto move : sample.domain.moves(known.state)) {
                const auto child = sample.domain.apply(known.state, move);
                const auto stepped = heuristic.step(trace, known.state, move, child);
                REQUIRE(heuristic.value(stepped) == heuristic.value(heuristic.start(child)));
            }
        }
    });
}

TEMPLATE_LIST_TEST_CASE("a bound carried along a long walk does not drift", "[law][heuristics]", AllDomains) {
    for_each_heuristic<TestType>([](const auto& sample, const auto& heuristic) {
        std::mt19937 random(5);
        auto s = sample.known.front().state;
        auto trace = heuristic.start(s);
        for (int step = 0; step < 2000; ++step) {
            const auto& moves = sample.domain.moves(s);
            if (moves.empty()) break;
            const auto move = moves[random() % moves.size()];
            const auto child = sample.domain.apply(s, move);
            trace = heuristic.step(trace, s, move, child);
            s = child;
            REQUIRE(heuristic.value(trace) == heuristic.value(heuristic.start(s)));
        }
    });
}

TEMPLATE_LIST_TEST_CASE("a consistent bound changes by at most one along a move", "[law][heuristics]", AllDomains) {
    for_each_heuristic<TestType>([](const auto& sample, const auto& heuristic) {
        if (!heuristic.consistent) return;
        const auto check = [&](const auto& s) {
            const auto trace = heuristic.start(s);
            for (const auto move : sample.domain.moves(s)) {
                const auto stepped = heuristic.step(trace, s, move, sample.domain.apply(s, move));
                REQUIRE(std::abs(heuristic.value(stepped) - heuristic.value(trace)) <= 1);
            }
        };
        for (const auto& known : sample.known) check(known.state);
        // Far from the goal as well.
        std::mt19937 random(6);
        auto s = sample.known.front().state;
        for (int step = 0; step < 5000; ++step) {
            const auto& moves = sample.domain.moves(s);
            if (moves.empty()) break;
            s = sample.domain.apply(s, moves[random() % moves.size()]);
            check(s);
        }
    });
}

TEST_CASE("every heuristic supports a sample of some domain", "[law][heuristics]") {
    std::map<std::string_view, int> supported;
    for_each_type(AllDomains{}, [&](auto domain_tag) {
        using D = typename decltype(domain_tag)::type;
        for_each_type(HeuristicsOf<D>{}, [&](auto tag) {
            using H = typename decltype(tag)::type;
            for (const Sample<D>& sample : SamplesOf<D>::all())
                supported[H::name] += Making<H, D>::make(sample.domain) != nullptr;
        });
    });
    for (const auto& [name, samples] : supported) {
        INFO(name);
        CHECK(samples > 0);
    }
}
