// SPDX-License-Identifier: Apache-2.0
// The open list of a best-first search with integer costs: a stack per (f, g), smallest f first, then largest g.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/huge_allocator.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tessera {

// Ties on f are broken by larger g, that is by smaller h: nearer to the goal.  Among equals, last in first out.  The
// order is therefore fixed by the order of insertion, and runs repeat exactly.
template <class Entry>
class BucketQueue {
public:
    explicit BucketQueue(Budget& budget) : budget_(budget) {}
    ~BucketQueue() { budget_.shrink(bytes_); }
    BucketQueue(const BucketQueue&) = delete;
    BucketQueue& operator=(const BucketQueue&) = delete;

    struct Item {
        Entry entry;
        Cost f;
        Cost g;
    };

    // False when the budget allows no more memory.
    [[nodiscard]] bool push(const Entry& entry, Cost f, Cost g) {
        Layer& layer = layer_at(f);
        if (layer.stacks.size() <= index(g)) layer.stacks.resize(index(g) + 1);
        Stack& stack = layer.stacks[index(g)];
        if (stack.size() == stack.capacity()) {
            const std::size_t grown = std::max<std::size_t>(16, stack.capacity() * 2);
            if (!budget_.grow(grown * sizeof(Entry))) return false;
            bytes_ += grown * sizeof(Entry);
            const std::size_t old = stack.capacity() * sizeof(Entry);
            stack.reserve(grown);
            budget_.shrink(old);
            bytes_ -= old;
        }
        stack.push_back(entry);
        layer.top = std::max(layer.top, g);
        lowest_ = std::min(lowest_, f);
        ++size_;
        return true;
    }

    // The queue must not be empty.
    [[nodiscard]] Item pop() {
        Layer* layer = &lowest_layer();
        Stack& stack = layer->stacks[index(layer->top)];
        const Item item{stack.back(), lowest_, layer->top};
        stack.pop_back();
        --size_;
        return item;
    }

    // The smallest f in the queue, which must not be empty.
    [[nodiscard]] Cost least_f() {
        lowest_layer();
        return lowest_;
    }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    using Stack = std::vector<Entry, HugeAllocator<Entry>>;
    struct Layer {
        std::vector<Stack> stacks;  // by g
        Cost top = -1;                           // no stack above this one holds anything
    };

    static std::size_t index(Cost c) noexcept { return static_cast<std::size_t>(c); }

    Layer& layer_at(Cost f) {
        if (layers_.size() <= index(f)) layers_.resize(index(f) + 1);
        return layers_[index(f)];
    }
    Layer& lowest_layer() {
        for (;; ++lowest_) {
            Layer& layer = layers_[index(lowest_)];
            while (layer.top >= 0 && layer.stacks[index(layer.top)].empty()) --layer.top;
            if (layer.top >= 0) return layer;
        }
    }

    Budget& budget_;
    std::uint64_t bytes_ = 0;
    std::vector<Layer> layers_;  // by f
    Cost lowest_ = 0;
    std::size_t size_ = 0;
};

}  // namespace tessera
