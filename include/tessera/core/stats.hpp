// SPDX-License-Identifier: Apache-2.0
// What a search counts.  One table of fields yields sum, text, CSV and JSON: to add a counter is to add a row.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace tessera {

struct Stats {
    std::uint64_t expanded = 0;     // states whose successors were produced (repeats counted)
    std::uint64_t generated = 0;    // the start, and every successor produced
    std::uint64_t pops = 0;         // everything taken off a queue or stack, outdated entries included
    std::uint64_t duplicates = 0;   // successors that were known already
    std::uint64_t reopened = 0;     // closed states reached again by a shorter way
    std::uint64_t stored = 0;       // distinct states kept in memory at the end
    std::uint64_t largest_queue = 0;  // most entries waiting at once
    std::uint64_t sent = 0;         // states sent from one worker to another
};

enum class Merge { sum, most };

struct StatField {
    std::string_view name;
    std::uint64_t Stats::* member;
    Merge merge;
    std::string_view meaning;
};

inline constexpr std::array stat_fields{
    StatField{"expanded", &Stats::expanded, Merge::sum, "states whose successors were produced"},
    StatField{"generated", &Stats::generated, Merge::sum, "the start and every successor produced"},
    StatField{"pops", &Stats::pops, Merge::sum, "entries taken off a queue or stack, outdated ones included"},
    StatField{"duplicates", &Stats::duplicates, Merge::sum, "successors that were known already"},
    StatField{"reopened", &Stats::reopened, Merge::sum, "closed states reached again by a shorter way"},
    StatField{"stored", &Stats::stored, Merge::sum, "distinct states kept in memory"},
    StatField{"largest_queue", &Stats::largest_queue, Merge::most, "most entries waiting at once"},
    StatField{"sent", &Stats::sent, Merge::sum, "states sent between workers"},
};

inline Stats& operator+=(Stats& a, const Stats& b) noexcept {
    for (const StatField& field : stat_fields) {
        auto& mine = a.*field.member;
        const auto other = b.*field.member;
        mine = field.merge == Merge::sum ? mine + other : std::max(mine, other);
    }
    return a;
}

// What was done between two looks at the counters; of a maximum, the later one.
inline Stats operator-(Stats later, const Stats& earlier) noexcept {
    for (const StatField& field : stat_fields)
        if (field.merge == Merge::sum) later.*field.member -= earlier.*field.member;
    return later;
}

// One round of a search that raises its bound: a deepening, or a layer of equal f.
struct Iteration {
    int bound = 0;
    Stats stats;
    double seconds = 0;
    bool completed = false;  // false: ended early by a solution or a limit
};

}  // namespace tessera
