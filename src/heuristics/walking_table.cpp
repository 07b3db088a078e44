// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/walking_table.hpp"

#include "tessera/core/bits.hpp"
#include "tessera/core/error.hpp"

#include <bit>
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace tessera {

const WalkingTable& WalkingTable::of(int lines, int cells_per_line, int goal_blank) {
    if (!feasible(lines, cells_per_line))
        throw UnsupportedError("the walking distance needs too large a table for " + std::to_string(lines) +
                               " lines of " + std::to_string(cells_per_line) +
                               " cells; boards of up to 4x5, 3x5 and 2x6 have it, others can use linear-conflict");
    static std::mutex mutex;
    static std::map<std::tuple<int, int, int>, std::unique_ptr<const WalkingTable>> tables;
    const std::lock_guard lock(mutex);  // held while building: who wants the same table waits for it
    auto& table = tables[{lines, cells_per_line, goal_blank}];
    if (!table) table = std::make_unique<const WalkingTable>(lines, cells_per_line, goal_blank);
    return *table;
}

WalkingTable::WalkingTable(int lines, int cells_per_line, int goal_blank)
    : lines_(lines),
      cells_per_line_(cells_per_line),
      count_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(cells_per_line)))),
      steps_(static_cast<std::size_t>(lines) * 2) {
    assert(shift(lines_, 0) + 3 <= 64);
    Key goal = static_cast<Key>(goal_blank) << shift(lines_, 0);
    for (int line = 0; line < lines_; ++line)
        goal += one(line, line) * static_cast<Key>(cells_per_line_ - (line == goal_blank ? 1 : 0));
    build(goal);
}

// Breadth-first: states are numbered in the order of discovery, so the vector of keys is the queue.
void WalkingTable::build(Key goal) {
    slots_.assign(1024, none);
    number(goal, 0);
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        const Key key = keys_[i];
        const int blank = blank_line(key);
        for (int goal_line = 0; goal_line < lines_; ++goal_line)
            for (const int line : {blank - 1, blank + 1}) {  // the tile comes from here
                if (line < 0 || line == lines_ || count(key, line, goal_line) == 0) continue;
                const Key moved = key - one(line, goal_line) + one(blank, goal_line) +
                                  (static_cast<Key>(line - blank) << shift(lines_, 0));
                const Index neighbour = number(moved, distance_[i] + 1);
                neighbours_[i * steps_ + step(line > blank, goal_line)] = neighbour;
            }
    }
    keys_.shrink_to_fit();
    distance_.shrink_to_fit();
    neighbours_.shrink_to_fit();
}

int WalkingTable::count(Key key, int line, int goal_line) const noexcept {
    const auto listed = [&](int g) { return static_cast<int>(key >> shift(line, g)) & ((1 << count_bits_) - 1); };
    if (goal_line < lines_ - 1) return listed(goal_line);
    int rest = cells_per_line_ - (line == blank_line(key) ? 1 : 0);
    for (int g = 0; g < lines_ - 1; ++g) rest -= listed(g);
    return rest;
}

WalkingTable::Index& WalkingTable::slot_of(Key key) noexcept {
    std::size_t slot = mix_bits(key) & (slots_.size() - 1);
    while (slots_[slot] != none && keys_[slots_[slot]] != key) slot = (slot + 1) & (slots_.size() - 1);
    return slots_[slot];
}
WalkingTable::Index WalkingTable::slot_of(Key key) const noexcept {
    return const_cast<WalkingTable*>(this)->slot_of(key);
}

// The number of a state, a new one if it was not known.
WalkingTable::Index WalkingTable::number(Key key, int distance) {
    Index& slot = slot_of(key);
    if (slot != none) return slot;
    const auto fresh = static_cast<Index>(keys_.size());
    slot = fresh;
    keys_.push_back(key);
    distance_.push_back(static_cast<std::uint8_t>(distance));
    neighbours_.resize(neighbours_.size() + steps_, none);
    if (keys_.size() * 2 > slots_.size()) rehash();
    return fresh;
}

void WalkingTable::rehash() {
    slots_.assign(slots_.size() * 2, none);
    for (std::size_t i = 0; i < keys_.size(); ++i) slot_of(keys_[i]) = static_cast<Index>(i);
}

WalkingTable::Index WalkingTable::find(std::span<const std::uint8_t> counts, int blank_line) const noexcept {
    Key key = static_cast<Key>(blank_line) << shift(lines_, 0);
    for (int line = 0; line < lines_; ++line)
        for (int goal_line = 0; goal_line < lines_; ++goal_line)
            key += one(line, goal_line) * counts[static_cast<std::size_t>(line * lines_ + goal_line)];
    const Index found = slot_of(key);
    assert(found != none);
    return found;
}

}  // namespace tessera
