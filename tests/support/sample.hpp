// SPDX-License-Identifier: Apache-2.0
// Instances of a domain with the truth about them from an oracle; the laws are tested on these.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/error.hpp"

#include "support/oracle.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tessera::test {

inline constexpr Cost unreachable = no_way;

template <Domain D>
struct Known {
    typename D::State state;
    Cost distance;  // to the goal, as the oracle says; `unreachable`: there is no way
};

// One instance shape.  The known states stand in order of distance, those from which there is no way last.
template <Domain D>
struct Sample {
    std::string label;
    D domain;
    std::vector<Known<D>> known;
    bool small;  // all states together are few: searches without any screening end quickly on unsolvable input
};

// Specialised for each domain.  `all()` gives the samples, made once.  `rereads(domain, state)` shows a state as text,
// reads it again, and says whether that gave the same state.
template <Domain D>
struct SamplesOf;

// How to make a heuristic for a sample; nothing where it does not support the shape.  A heuristic that needs large
// tables specialises this to make a small one of its kind, or none.
template <class H, Domain D>
struct Making {
    static std::unique_ptr<const H> make(const D& domain) {
        try {
            return std::make_unique<const H>(domain);
        } catch (const UnsupportedError&) {
            return nullptr;
        }
    }
};

// A handful of the known states, spread over the distances: the goal, the farthest, some unreachable ones.
template <Domain D>
std::vector<Known<D>> a_few(const std::vector<Known<D>>& known, std::size_t count) {
    const auto reachable = static_cast<std::size_t>(
        std::count_if(known.begin(), known.end(), [](const Known<D>& k) { return k.distance != unreachable; }));
    const std::size_t chosen = std::min(count, reachable);
    std::vector<Known<D>> few;
    for (std::size_t i = 0; i < chosen; ++i) few.push_back(known[chosen == 1 ? 0 : i * (reachable - 1) / (chosen - 1)]);
    for (std::size_t i = reachable; i < known.size() && i < reachable + count; ++i) few.push_back(known[i]);
    return few;
}

// A sample of all states that the domain leads to from `start`, each with the distance that the oracle has for it.
// `to_board` puts a state into the oracle's words.
template <Domain D, class ToBoard>
Sample<D> sample_from(std::string label, D domain, const typename D::State& start, const OracleDistances& oracle,
                      ToBoard to_board) {
    Sample<D> sample{std::move(label), std::move(domain), {}, true};
    OracleDistances unseen = oracle;
    std::vector<typename D::State> waiting{start};
    while (!waiting.empty()) {
        const auto s = waiting.back();
        waiting.pop_back();
        const auto board = to_board(sample.domain, s);
        const auto it = oracle.find(board);
        if (it == oracle.end()) throw InternalError("the domain leads to a state that the oracle does not know");
        if (unseen.erase(board) == 0) continue;
        sample.known.push_back({s, it->second});
        for (const auto move : sample.domain.moves(s)) waiting.push_back(sample.domain.apply(s, move));
    }
    if (!unseen.empty()) throw InternalError("the oracle knows states that the domain does not lead to");
    const auto key = [](const Known<D>& k) { return static_cast<unsigned>(k.distance); };  // unreachable is the largest
    std::stable_sort(sample.known.begin(), sample.known.end(),
                     [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return sample;
}

}  // namespace tessera::test
