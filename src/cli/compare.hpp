// SPDX-License-Identifier: Apache-2.0
// Two series of measurements side by side: what changed, and whether the runs suffice to say so.
#pragma once

#include "cli/conditions.hpp"
#include "cli/terminal.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

// The times of each configuration, by its name; smaller is better.
using Measurements = std::map<std::string, std::vector<double>>;

// From scale.json or scale.csv.  Throws InputError for anything else.
[[nodiscard]] Measurements measurements_from(std::string_view text, std::string_view source);

enum class Verdict { slower, faster, no_difference, too_few_runs, other_work };

struct Change {
    std::string name;
    std::size_t old_runs = 0, new_runs = 0;
    double old_median = 0, new_median = 0;
    double ratio = 1;        // new to old time: above 1 is slower
    double probability = 1;  // of such a difference by chance (rank_test)
    Verdict verdict = Verdict::no_difference;
};

// Differences less probable than this by chance are believed.
inline constexpr double believed_below = 0.05;

// Every configuration that both have, the worst change first: by what is certain, then by ratio.  Other work is never
// compared, but the machine's own rows are.
[[nodiscard]] std::vector<Change> compare(const Measurements& before, const Measurements& after,
                                          const Differences& = {});

[[nodiscard]] std::string compare_table(const Measurements& before, const Measurements& after, const Differences&,
                                        const Style&);
[[nodiscard]] std::string compare_json(const Measurements& before, const Measurements& after, const Differences&);

}  // namespace tessera::cli
