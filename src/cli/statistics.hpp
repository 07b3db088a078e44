// SPDX-License-Identifier: Apache-2.0
// What a handful of measurements allows to say.
#pragma once

#include <span>
#include <vector>

namespace tessera::cli {

// Of at least one value, in any order.
[[nodiscard]] double median(std::vector<double> values);

// Where the true median lies, from the order of the values alone: the narrowest pair of the k-th smallest and k-th
// largest value that covers it with 95 % certainty, or smallest and largest if there are too few.  `certainty` is that
// of the pair, whatever the values are distributed like.
struct Spread {
    double median = 0;
    double least = 0, most = 0;
    double low = 0, high = 0;
    double certainty = 0;
};
[[nodiscard]] Spread spread_of(std::vector<double> values);

// Mann and Whitney's test (1947): how probable it is, if both series came from the same source, that their ranks differ
// as much as they do or more, in either direction.  Exact at any size, ties included: every way to deal the ranks out
// is counted.
[[nodiscard]] double rank_test(std::span<const double> a, std::span<const double> b);
// The smallest value that the test can give for so many runs: with a larger one nothing can ever be told.
[[nodiscard]] double smallest_rank_test(std::size_t a, std::size_t b);

}  // namespace tessera::cli
