// SPDX-License-Identifier: Apache-2.0
// The laws of a search, for every member of AllAlgorithms on every domain with every heuristic.
#include "tessera/search/all.hpp"

#include "tessera/domains/all.hpp"
#include "tessera/heuristics/all.hpp"

#include "support/samples.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

// The heuristics that an algorithm is tried with: all, or one that does not matter.
template <class Algorithm, Domain D>
using HeuristicsFor = std::conditional_t<Algorithm::informed, HeuristicsOf<D>, TypeList<Blind<D>>>;

// Calls check(TypeTag<Algorithm>, sample, heuristic) for all combinations on all samples.
template <Domain D, class Check>
void for_each_search(Check check) {
    for_each_type(AllAlgorithms{}, [&](auto algorithm) {
        using Algorithm = typename decltype(algorithm)::type;
        for_each_type(HeuristicsFor<Algorithm, D>{}, [&](auto tag) {
            using H = typename decltype(tag)::type;
            for (const Sample<D>& sample : SamplesOf<D>::all()) {
                INFO(Algorithm::name << " with " << H::name << " on " << sample.label);
                if (const auto heuristic = Making<H, D>::make(sample.domain)) check(algorithm, sample, *heuristic);
            }
        });
    });
}

// The end of a path by the rules of the domain: every move must be legal where it is made.
template <Domain D>
typename D::State follow(const D& domain, typename D::State s, const std::vector<typename D::Move>& path) {
    for (const auto move : path) {
        const auto& legal = domain.moves(s);
        REQUIRE(std::count(legal.begin(), legal.end(), move) == 1);
        s = domain.apply(s, move);
    }
    return s;
}

// What every answer must satisfy, given the truth.
template <class Algorithm, Domain D>
void check_answer(const Sample<D>& sample, const Known<D>& known, const SearchResult<D>& result) {
    if (known.distance == unreachable) {
        REQUIRE(result.outcome == Outcome::unsolvable);
        REQUIRE(result.path.empty());
        return;
    }
    REQUIRE(result.outcome == Outcome::solved);
    REQUIRE(result.limit == Limit::none);
    REQUIRE(sample.domain.is_goal(follow(sample.domain, known.state, result.path)));
    REQUIRE(result.lower_bound <= known.distance);
    if (Algorithm::optimal) {
        REQUIRE(static_cast<Cost>(result.path.size()) == known.distance);
        REQUIRE(result.lower_bound == known.distance);
    }
    REQUIRE(result.stats.generated >= 1);
    REQUIRE(result.stats.generated >= result.stats.expanded);
    if (known.distance == 0) REQUIRE(result.path.empty());
}

// Starts for one combination, not too far: blind searches take exponential time.
template <Domain D>
std::vector<Known<D>> starts_of(const Sample<D>& sample, Cost farthest, std::size_t count) {
    std::vector<Known<D>> near;
    for (const Known<D>& known : sample.known)
        if (known.distance <= farthest && (sample.small || known.distance != unreachable)) near.push_back(known);
    return a_few(near, count);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("every search finds the oracle's cost at any number of threads", "[law][search]", AllDomains) {
    for_each_search<TestType>([](auto algorithm, const auto& sample, const auto& heuristic) {
        using Algorithm = typename decltype(algorithm)::type;
        for (const auto& known : starts_of(sample, 12, 6))
            for (const unsigned threads : {1u, 2u, 4u, 7u}) {
                Settings settings;
                settings.threads = settings.processors = threads;
                // Depth first without a limit, a large space is wandered through for ever.
                if (!Algorithm::optimal && !sample.small) settings.limits.depth = known.distance;
                INFO(threads << " threads, distance " << known.distance);
                check_answer<Algorithm>(sample, known,
                                        Algorithm::solve(sample.domain, heuristic, known.state, settings));
            }
    });
}

TEMPLATE_LIST_TEST_CASE("a search on one thread repeats exactly", "[law][search]", AllDomains) {
    for_each_search<TestType>([](auto algorithm, const auto& sample, const auto& heuristic) {
        using Algorithm = typename decltype(algorithm)::type;
        const auto known = starts_of(sample, 8, 2).back();
        Settings settings;
        if (!Algorithm::optimal && !sample.small) settings.limits.depth = known.distance;
        const auto first = Algorithm::solve(sample.domain, heuristic, known.state, settings);
        const auto second = Algorithm::solve(sample.domain, heuristic, known.state, settings);
        CHECK(first.path == second.path);
        for (const StatField& field : stat_fields) {
            INFO(field.name);
            CHECK(first.stats.*field.member == second.stats.*field.member);
        }
    });
}

// Within a round below the solution every node within the bound is visited, whoever does it.
TEMPLATE_LIST_TEST_CASE("completed rounds count the same nodes at any number of threads", "[law][search]", AllDomains) {
    for_each_search<TestType>([](auto algorithm, const auto& sample, const auto& heuristic) {
        using Algorithm = typename decltype(algorithm)::type;
        if (!Algorithm::optimal) return;
        for (const auto& known : starts_of(sample, 12, 3)) {
            const auto alone = Algorithm::solve(sample.domain, heuristic, known.state, {});
            for (const unsigned threads : {2u, 4u, 7u}) {
                Settings settings;
                settings.threads = settings.processors = threads;
                const auto together = Algorithm::solve(sample.domain, heuristic, known.state, settings);
                REQUIRE(together.iterations.size() == alone.iterations.size());
                for (std::size_t i = 0; i < alone.iterations.size(); ++i) {
                    REQUIRE(together.iterations[i].bound == alone.iterations[i].bound);
                    REQUIRE(together.iterations[i].completed == alone.iterations[i].completed);
                    if (!alone.iterations[i].completed) continue;
                    REQUIRE(together.iterations[i].stats.generated == alone.iterations[i].stats.generated);
                    REQUIRE(together.iterations[i].stats.expanded == alone.iterations[i].stats.expanded);
                }
            }
        }
    });
}

namespace {

// Admissible and wildly inconsistent: the true distance for some states, nothing for the others.
template <Domain D>
class Patchy {
public:
    static constexpr std::string_view name = "patchy";
    static constexpr std::string_view summary = "true for every third state, else nothing";
    static constexpr bool consistent = false;
    using Trace = Cost;

    explicit Patchy(const Sample<D>& sample) : domain_(&sample.domain) {
        for (const Known<D>& known : sample.known)
            if (const std::uint64_t hash = domain_->hash(known.state); hash % 3 == 0 && known.distance > 0)
                distance_[hash] = known.distance;
    }
    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        const auto it = distance_.find(domain_->hash(s));
        return it == distance_.end() ? 0 : it->second;
    }
    [[nodiscard]] Trace step(Trace, const typename D::State&, typename D::Move,
                             const typename D::State& s) const noexcept {
        return start(s);
    }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    const D* domain_;
    std::unordered_map<std::uint64_t, Cost> distance_;
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a search stays optimal with an inconsistent bound", "[law][search]", AllDomains) {
    using D = TestType;
    std::uint64_t reopened = 0;
    bool tried = false;
    for (const Sample<D>& sample : SamplesOf<D>::all()) {
        if (!sample.small) continue;
        tried = true;
        const Patchy<D> heuristic(sample);
        for_each_type(AllAlgorithms{}, [&](auto tag) {
            using Algorithm = typename decltype(tag)::type;
            if constexpr (Algorithm::informed)
                for (const auto& known : starts_of(sample, 14, 12))
                    for (const unsigned threads : {1u, 2u, 4u, 7u}) {
                        Settings settings;
                        settings.threads = settings.processors = threads;
                        INFO(Algorithm::name << " on " << sample.label << ", distance " << known.distance);
                        const auto result = Algorithm::solve(sample.domain, heuristic, known.state, settings);
                        check_answer<Algorithm>(sample, known, result);
                        reopened += result.stats.reopened;
                    }
        });
    }
    if (tried) CHECK(reopened > 0);  // or the bound was not inconsistent enough to test anything
}
