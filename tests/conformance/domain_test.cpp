// SPDX-License-Identifier: Apache-2.0
// The laws of a domain, for every member of AllDomains.
#include "tessera/domains/all.hpp"

#include "tessera/search/state_map.hpp"

#include "support/samples.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

using namespace tessera;
using namespace tessera::test;

namespace {

// Calls check(sample, state, distance) for every known state of every sample.
template <Domain D, class Check>
void for_each_known(Check check) {
    for (const Sample<D>& sample : SamplesOf<D>::all()) {
        INFO(sample.label);
        REQUIRE(sample.known.size() > 1);
        for (const Known<D>& known : sample.known) check(sample, known.state, known.distance);
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("undo leads back from every move", "[law][domains]", AllDomains) {
    for_each_known<TestType>([](const auto& sample, const auto& s, Cost) {
        const auto& domain = sample.domain;
        for (const auto move : domain.moves(s)) {
            const auto child = domain.apply(s, move);
            const auto back = domain.undo(s, move);
            REQUIRE(!(child == s));
            REQUIRE(domain.apply(child, back) == s);
            const auto& moves = domain.moves(child);
            REQUIRE(std::find(moves.begin(), moves.end(), back) != moves.end());
            REQUIRE(domain.undo(child, back) == move);
        }
    });
}

TEMPLATE_LIST_TEST_CASE("different moves lead to different states", "[law][domains]", AllDomains) {
    for_each_known<TestType>([](const auto& sample, const auto& s, Cost) {
        const auto& moves = sample.domain.moves(s);
        for (auto a = moves.begin(); a != moves.end(); ++a)
            for (auto b = a + 1; b != moves.end(); ++b) {
                REQUIRE(!(*a == *b));
                REQUIRE(!(sample.domain.apply(s, *a) == sample.domain.apply(s, *b)));
            }
    });
}

TEMPLATE_LIST_TEST_CASE("the place of a state tells its moves and which takes the last one back", "[law][domains]",
                        AllDomains) {
    if constexpr (PlacedDomain<TestType>) {
        for_each_known<TestType>([](const auto& sample, const auto& s, Cost) {
            const auto& domain = sample.domain;
            const int place = TestType::place(s);
            REQUIRE(place >= 0);
            REQUIRE(place < TestType::places);
            const auto told = TestType::moves_at(place);
            const auto& moves = domain.moves(s);
            REQUIRE(std::equal(moves.begin(), moves.end(), told.begin(), told.end()));
            for (const auto move : moves) {
                const auto child = domain.apply(s, move);
                REQUIRE(TestType::place(child) == TestType::place_after(move));
                for (const auto next : domain.moves(child))
                    REQUIRE((TestType::place_after(next) == place) == (next == domain.undo(s, move)));
            }
        });
    }
}

TEMPLATE_LIST_TEST_CASE("equal states hash equal and different ones differ", "[law][domains]", AllDomains) {
    using D = TestType;
    for (const Sample<D>& sample : SamplesOf<D>::all()) {
        INFO(sample.label);
        const D& domain = sample.domain;
        std::unordered_set<std::uint64_t> hashes;
        for (const Known<D>& known : sample.known) {
            const auto& s = known.state;
            hashes.insert(domain.hash(s));
            for (const auto move : domain.moves(s)) {
                const auto again = domain.apply(domain.apply(s, move), domain.undo(s, move));
                REQUIRE(domain.hash(again) == domain.hash(s));
            }
        }
        // Two of so few states share one of 2^64 values hardly ever.
        CHECK(hashes.size() == sample.known.size());
    }
}

// The owner of a state and its slot in a table are taken from different ends of the hash: both must be even.
TEMPLATE_LIST_TEST_CASE("hashes spread evenly over high and low bits", "[law][domains]", AllDomains) {
    using D = TestType;
    for (const Sample<D>& sample : SamplesOf<D>::all()) {
        if (sample.known.size() < 5000) continue;
        INFO(sample.label);
        std::vector<std::size_t> low(16), high(16);
        for (const Known<D>& known : sample.known) {
            const std::uint64_t hash = sample.domain.hash(known.state);
            ++low[hash & 15];
            ++high[hash >> 60];
        }
        for (const auto* counts : {&low, &high})
            for (const std::size_t count : *counts) {
                CHECK(count > sample.known.size() / 16 * 3 / 4);
                CHECK(count < sample.known.size() / 16 * 5 / 4);
            }
    }
}

TEMPLATE_LIST_TEST_CASE("a packed state unpacks to itself", "[law][domains]", AllDomains) {
    for_each_known<TestType>([](const auto& sample, const auto& s, Cost) {
        REQUIRE(from_key(sample.domain, to_key(sample.domain, s)) == s);
    });
}

TEMPLATE_LIST_TEST_CASE("rank and unrank invert each other", "[law][domains]", AllDomains) {
    if constexpr (IndexedDomain<TestType>) {
        for_each_known<TestType>([](const auto& sample, const auto& s, Cost) {
            REQUIRE(sample.domain.rank(s) < sample.domain.size());
            REQUIRE(sample.domain.unrank(sample.domain.rank(s)) == s);
        });
        for (const auto& sample : SamplesOf<TestType>::all())
            for (std::uint64_t i = 0; i < sample.domain.size(); i += 1 + sample.domain.size() / 10000)
                REQUIRE(sample.domain.rank(sample.domain.unrank(i)) == i);
    }
}

TEMPLATE_LIST_TEST_CASE("what is shown can be read again", "[law][domains]", AllDomains) {
    using D = TestType;
    for (const Sample<D>& sample : SamplesOf<D>::all())
        for (const Known<D>& known : a_few(sample.known, 50))
            REQUIRE(SamplesOf<D>::rereads(sample.domain, known.state));
}

TEMPLATE_LIST_TEST_CASE("goals are the states at distance nothing", "[law][domains]", AllDomains) {
    for_each_known<TestType>(
        [](const auto& sample, const auto& s, Cost distance) { REQUIRE(sample.domain.is_goal(s) == (distance == 0)); });
}

TEMPLATE_LIST_TEST_CASE("moves lead where the oracle says", "[law][domains]", AllDomains) {
    using D = TestType;
    for (const Sample<D>& sample : SamplesOf<D>::all()) {
        INFO(sample.label);
        const D& domain = sample.domain;
        std::unordered_map<std::uint64_t, Cost> distance;  // by hash, which tells these states apart
        for (const Known<D>& known : sample.known) distance[domain.hash(known.state)] = known.distance;
        const Cost farthest =
            std::max_element(sample.known.begin(), sample.known.end(), [](const auto& a, const auto& b) {
                return a.distance < b.distance;
            })->distance;
        for (const Known<D>& known : sample.known) {
            if (known.distance == unreachable) continue;
            bool nearer = false;
            for (const auto move : domain.moves(known.state)) {
                const auto it = distance.find(domain.hash(domain.apply(known.state, move)));
                // Beyond the farthest the oracle was not asked, unless the sample holds all there is.
                if (it == distance.end()) {
                    REQUIRE(!sample.small);
                    REQUIRE(known.distance == farthest);
                } else {
                    REQUIRE(std::abs(it->second - known.distance) <= 1);
                    nearer |= it->second == known.distance - 1;
                }
            }
            REQUIRE(nearer == (known.distance > 0));
        }
    }
}

TEMPLATE_LIST_TEST_CASE("a domain that screens tells solvable from unsolvable", "[law][domains]", AllDomains) {
    if constexpr (ScreenedDomain<TestType>)
        for_each_known<TestType>([](const auto& sample, const auto& s, Cost distance) {
            REQUIRE(sample.domain.solvable(s) == (distance != unreachable));
        });
}

TEMPLATE_LIST_TEST_CASE("what a domain refutes has no solution", "[law][domains]", AllDomains) {
    if constexpr (RefutingDomain<TestType>)
        for_each_known<TestType>([](const auto& sample, const auto& s, Cost distance) {
            if (sample.domain.refuted(s)) REQUIRE(distance == unreachable);
        });
}
