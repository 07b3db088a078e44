// SPDX-License-Identifier: Apache-2.0
// What the entries of a table say, as bits in the verifier's own arrangement of orders.
#pragma once

#include "tessera/core/huge_array.hpp"
#include "tessera/parallel/loops.hpp"
#include "tessera/pdb/table.hpp"

#include "pdb/verify_orders.hpp"
#include "pdb/verify_space.hpp"

#include <cstdint>
#include <vector>

namespace tessera::verify {

// The distances that the entries of one set claim are all even or all odd, so that half of what a claim exceeds the
// least one by, its code, tells it.  Bit p of all codes makes plane p, in the shape of the rows; a layer is then
// compared with the claims word by word, many at a time.  Planes are made once, from the table and Manhattan distances;
// those that no code reaches are never touched and cost nothing.  The Manhattan distance of a placement is the sum of
// two parts, one of the head of its order and one of its tail; either depends on a few cells only, and many sets share
// it.
class Claims {
public:
    using Word = Orders::Word;

    Claims(const Table&, const Space&, const Orders&, LoopTeam&);

    // The least and the largest distance that is claimed in a set.
    [[nodiscard]] int least(std::size_t set) const noexcept { return ranges_[set].least; }
    [[nodiscard]] int largest(std::size_t set) const noexcept { return ranges_[set].largest; }

    // `met`: the orders of a set that layer `distance` meets, as a row.  None may claim more: it would overestimate;
    // and all that claim just this must be among them: for others there is no such way.  The result is the number of
    // the latter, or nothing if some order is wrong.
    static constexpr std::uint64_t some_wrong = UINT64_MAX;
    [[nodiscard]] std::uint64_t compare(std::size_t set, const Word* met, int distance) const noexcept;

    // The first entry, in the order of the file, for which that comparison fails.
    struct Fault {
        std::uint64_t entry = UINT64_MAX;
        int claimed = 0;
    };
    [[nodiscard]] Fault find_fault(std::size_t set, const Word* met, int distance) const;

private:
    struct Range {
        int least;
        int largest;
    };
    // Manhattan distances of the tiles in some places, for each choice of cells for these.
    struct Sums {
        std::size_t stride = 0;  // bytes of one choice
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint32_t> of_set;  // which choice
        [[nodiscard]] const std::uint8_t* at(std::size_t set) const noexcept {
            return bytes.data() + of_set[set] * stride;
        }
    };

    void list_tiles();
    [[nodiscard]] Sums sum_heads(const Space&, LoopTeam&) const;
    [[nodiscard]] Sums sum_tails(const Space&, LoopTeam&) const;
    template <class FillIn>
    [[nodiscard]] Sums sum(const Space&, std::size_t first_place, std::size_t places, std::size_t stride, LoopTeam&,
                           FillIn) const;
    void take_set(const Space&, std::size_t set, std::vector<std::uint8_t>& halves);
    template <std::size_t Planes>
    void make_planes(std::size_t set, std::uint8_t least, const std::uint8_t* halves) noexcept;
    [[nodiscard]] Word* plane(std::size_t p, std::size_t set) noexcept {
        return reinterpret_cast<Word*>(planes_[p].data()) + set * orders_.words();
    }
    [[nodiscard]] const Word* plane(std::size_t p, std::size_t set) const noexcept {
        return const_cast<Claims*>(this)->plane(p, set);
    }

    const Table& table_;
    const Orders& orders_;
    std::vector<std::uint8_t> heads_;     // the tiles of heads: by word and place
    std::vector<std::uint8_t> tails_;     // of tails: by number of the tail, order and place
    std::size_t tail_count_ = 0;          // orders of the same tiles are one tail
    std::vector<std::uint32_t> tail_of_;  // by word: number of its tail
    Sums head_sums_;                      // by word
    Sums tail_sums_;                      // by tail and order, with room
    std::vector<Word> used_;              // by word: bits that stand for orders
    std::vector<Range> ranges_;           // by set
    std::vector<HugeArray> planes_;
};

}  // namespace tessera::verify
