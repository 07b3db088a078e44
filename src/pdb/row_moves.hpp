// SPDX-License-Identifier: Apache-2.0
// What a jump of one tile over others does to a row of bits.
#pragma once

#include "pdb/row_ops.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera {

// The shape of rows for k tiles, and the permutation of a row for each jump (from, to).
//
// A jump is a chain of swaps of neighbouring places.  Swaps among the first places move whole blocks of bytes, swaps
// among the sixth to fourth last places permute bytes within super blocks, swaps among the last four places move bits
// within four bytes.  So a jump is at most three passes over the row.
class RowMoves {
public:
    explicit RowMoves(int tiles, rows::Code code = rows::Code::best);

    [[nodiscard]] rows::Code code() const noexcept { return code_; }
    [[nodiscard]] std::uint64_t orders() const noexcept { return used_ * bits_per_byte_; }
    [[nodiscard]] std::size_t bits_per_byte() const noexcept { return bits_per_byte_; }
    [[nodiscard]] std::size_t used_bytes() const noexcept { return used_; }      // with bits in them
    [[nodiscard]] std::size_t row_bytes() const noexcept { return row_bytes_; }  // padded

    // Where the bit of an order is.
    [[nodiscard]] std::size_t byte_of(std::uint64_t order) const noexcept { return order / bits_per_byte_; }
    [[nodiscard]] std::uint8_t bit_of(std::uint64_t order) const noexcept {
        return static_cast<std::uint8_t>(1u << order % bits_per_byte_);
    }

    // reached |= source after the jump.  All are rows with slack; the scratch rows are overwritten.
    void pull(std::uint8_t* reached, const std::uint8_t* source, int from, int to,
              const std::array<std::uint8_t*, 2>& scratch) const noexcept;

private:
    // A part of a jump, among places that the pass can handle.
    struct Part {
        int from;
        int to;
    };
    void permute_blocks(std::uint8_t* to, const std::uint8_t* from, Part part) const noexcept;

    int tiles_;
    rows::Code code_;
    std::size_t bits_per_byte_;
    std::size_t used_;
    std::size_t row_bytes_;
    std::array<std::array<rows::BytePermutation, 3>, 3> byte_moves_;  // [from][to] within the byte places
    std::vector<std::vector<std::uint32_t>> block_source_;            // [from * tiles + to]
};

}  // namespace tessera
