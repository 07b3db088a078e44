// SPDX-License-Identifier: Apache-2.0
#include "cli/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace tessera::cli {

namespace {

double middle(const std::vector<double>& sorted) {
    const std::size_t n = sorted.size();
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

// Twice the rank of each value among all of them; equal values share the mean of their ranks, so twice it is whole.
std::vector<std::size_t> doubled_ranks(const std::vector<double>& values) {
    std::vector<std::size_t> ranks;
    for (const double x : values) {
        std::size_t below = 0, equal = 0;
        for (const double y : values) {
            below += y < x;
            equal += y == x;
        }
        ranks.push_back(2 * below + equal + 1);
    }
    return ranks;
}

}  // namespace

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return middle(values);
}

Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    Spread spread{middle(values), values.front(), values.back(), values.front(), values.back(), 0};
    // A fair coin says for each value whether it lies below the true median; the pair misses it when fewer than k
    // values, or more than n - k, do.
    double outside = std::pow(0.5, static_cast<double>(n)), term = outside;
    spread.certainty = 1 - 2 * outside;
    for (std::size_t k = 1; 2 * (k + 1) <= n; ++k) {
        term *= static_cast<double>(n - k + 1) / static_cast<double>(k);
        outside += term;
        if (1 - 2 * outside < 0.95) break;
        spread.low = values[k];
        spread.high = values[n - 1 - k];
        spread.certainty = 1 - 2 * outside;
    }
    return spread;
}

double rank_test(std::span<const double> a, std::span<const double> b) {
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    const std::vector<std::size_t> ranks = doubled_ranks(all);
    const std::size_t total = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
    const std::size_t ours =
        std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), std::size_t{0});

    // ways[k][s]: how many choices of k ranks have the sum s.
    std::vector<std::vector<double>> ways(a.size() + 1, std::vector<double>(total + 1));
    ways[0][0] = 1;
    for (const std::size_t rank : ranks)
        for (std::size_t k = a.size(); k > 0; --k)
            for (std::size_t s = total; s >= rank; --s) ways[k][s] += ways[k - 1][s - rank];

    // How far a sum is from its mean, times the number of values, to stay with whole numbers.
    const auto distance = [&](std::size_t sum) {
        return std::abs(static_cast<std::int64_t>(sum * all.size()) - static_cast<std::int64_t>(total * a.size()));
    };
    double extreme = 0, every = 0;
    for (std::size_t s = 0; s <= total; ++s) {
        every += ways[a.size()][s];
        if (distance(s) >= distance(ours)) extreme += ways[a.size()][s];
    }
    return extreme / every;
}

double smallest_rank_test(std::size_t a, std::size_t b) {
    double ways = 1;  // to choose a of a + b
    for (std::size_t i = 1; i <= a; ++i) ways *= static_cast<double>(b + i) / static_cast<double>(i);
    return std::min(1.0, 2 / ways);
}

}  // namespace tessera::cli
