// SPDX-License-Identifier: Apache-2.0
// Nodes side by side, and the trail that tells how each was reached.
#pragma once

#include "tessera/core/lanes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// Words of nodes: entry i of each column belongs to node i.  Nodes are read and written a vector at a time, at any place,
// so there is room for a vector behind the last one.  What is there is worked on like the rest, and comes to nothing; it
// is never without a value, so that a memory checker has nothing to say.
template <std::size_t Columns>
class NodeColumns {
public:
    explicit NodeColumns(std::size_t nodes) { make_room(nodes, 0); }

    [[nodiscard]] std::uint64_t* operator[](std::size_t column) const noexcept { return columns_[column].get(); }

    // Room for so many nodes; the first `used` ones are kept.
    void make_room(std::size_t nodes, std::size_t used) {
        if (nodes + lane_count <= room_) return;
        room_ = std::max(2 * room_, nodes + lane_count);
        for (auto& column : columns_) {
            auto larger = std::make_unique<std::uint64_t[]>(room_);
            std::copy_n(column.get(), used, larger.get());
            column = std::move(larger);
        }
    }

private:
    std::array<std::unique_ptr<std::uint64_t[]>, Columns> columns_;
    std::size_t room_ = 0;
};

// A step is what is remembered of an expanded node: in the low half what its owner wants to know, in the high half where
// the step of its parent is, or that there is none.
using WayStep = std::uint64_t;

[[nodiscard]] constexpr std::uint32_t step_note(WayStep s) noexcept { return static_cast<std::uint32_t>(s); }
[[nodiscard]] constexpr std::uint64_t step_parent(WayStep s) noexcept { return s >> 32; }
[[nodiscard]] constexpr WayStep make_step(std::uint32_t note, std::uint64_t parent) noexcept { return parent << 32 | note; }
inline constexpr std::uint64_t no_parent = 0xffffffff;

// The steps above the nodes that wait.  Steps are added at the end; when the room is used up, those that nobody waits
// below any more, nearly all, are swept out.
class NodeTrail {
public:
    void clear() noexcept { size_ = 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] WayStep operator[](std::size_t place) const noexcept { return steps_[place]; }

    // Makes sure that `count` steps can be added.  `waiting` are the steps of all nodes that wait; they learn where
    // their parents are now.
    void make_room(std::size_t count, WayStep* waiting, std::size_t waiting_count) {
        if (size_ + count <= room_) return;
        sweep(waiting, waiting_count);
        if (room_ >= usual_room && size_ + count <= room_ / 2) return;
        room_ = std::max(first_room, 2 * room_ + count);
        auto larger = std::make_unique_for_overwrite<WayStep[]>(room_ + lane_count);
        std::copy_n(steps_.get(), size_, larger.get());
        steps_ = std::move(larger);
    }

    // The next `count` steps are those in `steps`; a few behind them may be overwritten.
    void add(Lanes steps, int count) noexcept {
        assert(size_ + static_cast<std::size_t>(count) <= room_);
        store(steps, steps_.get() + size_);
        size_ += static_cast<std::size_t>(count);
    }

private:
    // Large enough to make sweeping cheap, small enough for the second cache.
    static constexpr std::size_t first_room = 1 << 12;
    static constexpr std::size_t usual_room = 1 << 16;

    void sweep(WayStep* waiting, std::size_t count) {
        new_place_.resize(room_, no_parent);
        kept_.clear();
        for (std::size_t i = 0; i < count; ++i)
            for (std::uint64_t at = step_parent(waiting[i]); at != no_parent && new_place_[at] == no_parent;
                 at = step_parent(steps_[at])) {
                new_place_[at] = static_cast<std::uint32_t>(kept_.size());
                kept_.push_back({at, steps_[at]});
            }
        const auto renew = [&](WayStep s) {
            return step_parent(s) == no_parent ? s : make_step(step_note(s), new_place_[step_parent(s)]);
        };
        for (std::size_t i = 0; i < kept_.size(); ++i) steps_[i] = renew(kept_[i].step);
        for (std::size_t i = 0; i < count; ++i) waiting[i] = renew(waiting[i]);
        for (const Kept& kept : kept_) new_place_[kept.old_place] = no_parent;
        size_ = kept_.size();
    }

    struct Kept {
        std::uint64_t old_place;
        WayStep step;
    };

    std::unique_ptr<WayStep[]> steps_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    std::vector<std::uint32_t> new_place_;  // while sweeping; otherwise no_parent everywhere
    std::vector<Kept> kept_;
};

}  // namespace tessera

#pragma GCC diagnostic pop
