// SPDX-License-Identifier: Apache-2.0
// First come, first served.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/huge_allocator.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <vector>

namespace tessera {

// A queue in pieces, each twice as large as the one before up to some megabytes, so that a short queue costs little and
// a long one is made of memory that goes back to the system piece by piece.
template <class Entry>
class WaitingLine {
public:
    explicit WaitingLine(Budget& budget) : budget_(budget) {}

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    // False when the budget does not allow more memory.
    [[nodiscard]] bool push(const Entry& entry) {
        if (pieces_.empty() || pieces_.back().size() == pieces_.back().capacity()) {
            if (!budget_.grow(next_ * sizeof(Entry))) return false;
            pieces_.emplace_back().reserve(next_);
            next_ = std::min(next_ * 2, largest);
        }
        pieces_.back().push_back(entry);
        ++size_;
        return true;
    }

    // The line must not be empty.
    [[nodiscard]] Entry pop() {
        Piece& piece = pieces_.front();
        const Entry entry = piece[first_++];
        --size_;
        if (first_ == piece.size()) {
            first_ = 0;
            if (pieces_.size() == 1) {
                piece.clear();
            } else {
                budget_.shrink(piece.capacity() * sizeof(Entry));
                pieces_.pop_front();
            }
        }
        return entry;
    }

private:
    using Piece = std::vector<Entry, HugeAllocator<Entry>>;
    static constexpr std::size_t largest = (std::size_t{1} << 22) / sizeof(Entry);  // whole huge pages, nearly

    Budget& budget_;
    std::deque<Piece> pieces_;
    std::size_t first_ = 0;  // in the first piece
    std::size_t size_ = 0;
    std::size_t next_ = std::min<std::size_t>(64, largest);  // entries of the next piece
};

}  // namespace tessera
