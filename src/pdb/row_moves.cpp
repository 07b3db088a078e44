// SPDX-License-Identifier: Apache-2.0
#include "pdb/row_moves.hpp"

#include "tessera/pdb/pattern.hpp"

#include <algorithm>
#include <cassert>
#include <span>

namespace tessera {

namespace {

using Order = std::array<std::uint8_t, Pattern::max_tiles>;

// For an order of n tiles in which the tile at place `from` has jumped to `to`: the order it came from.
std::uint64_t rank_before_jump(const PlacementIndex& index, int n, std::uint64_t rank_after, int from, int to) {
    Order order{};
    const auto places = std::span(order).first(static_cast<std::size_t>(n));
    index.unrank_order(rank_after, places);
    const auto at = [&](int place) { return places.begin() + place; };
    if (from < to)
        std::rotate(at(from), at(to), at(to + 1));
    else
        std::rotate(at(to), at(to + 1), at(from + 1));
    return index.rank_order(places);
}

}  // namespace

RowMoves::RowMoves(int tiles, rows::Code code)
    : tiles_(tiles),
      code_(code),
      bits_per_byte_(factorial(std::min(tiles, 3))),
      used_(factorial(tiles) / bits_per_byte_),
      row_bytes_((used_ + rows::group - 1) / rows::group * rows::group),
      block_source_(static_cast<std::size_t>(tiles * tiles)) {
    // Byte places: the sixth to the fourth last.
    const int near = std::min(tiles, 6);
    const PlacementIndex near_index(near, near);
    std::vector<std::uint8_t> bytes(std::min(used_, rows::super_block));
    for (int from = 0; from < near - 3; ++from)
        for (int to = 0; to < near - 3; ++to) {
            for (std::size_t i = 0; i < bytes.size(); ++i)
                bytes[i] = static_cast<std::uint8_t>(rank_before_jump(near_index, near, i * bits_per_byte_, from, to) /
                                                      bits_per_byte_);
            byte_moves_[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = rows::BytePermutation(bytes);
        }
    // Block places: the first to the sixth last.  The last place of a jump decides how large blocks are.
    const PlacementIndex index(tiles, tiles);
    for (int from = 0; from <= tiles - 6; ++from)
        for (int to = 0; to <= tiles - 6; ++to) {
            if (from == to) continue;
            const std::uint64_t orders = factorial(tiles - 1 - std::max(from, to));
            auto& source = block_source_[static_cast<std::size_t>(from * tiles + to)];
            for (std::uint64_t rank = 0; rank < index.orders(); rank += orders)
                source.push_back(
                    static_cast<std::uint32_t>(rank_before_jump(index, tiles, rank, from, to) / bits_per_byte_));
        }
}

void RowMoves::permute_blocks(std::uint8_t* to, const std::uint8_t* from, Part part) const noexcept {
    const std::uint32_t* const source = block_source_[static_cast<std::size_t>(part.from * tiles_ + part.to)].data();
    switch (tiles_ - 1 - std::max(part.from, part.to)) {
        case 5:
            return rows::permute_blocks<20>(to, from, used_, source);
        case 6:
            return rows::permute_blocks<120>(to, from, used_, source);
        case 7:
            return rows::permute_blocks<840>(to, from, used_, source);
        case 8:
            return rows::permute_blocks<6720>(to, from, used_, source);
        default:
            assert(false);
    }
}

namespace {

using rows::SwapFourthAndThirdLast;
using rows::SwapLastTwo;
using rows::SwapThirdAndSecondLast;

// A jump among the last four places, counted 0 ... 3.
template <bool Unite>
void jump_in_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes, int first, int last) noexcept {
    using A = SwapFourthAndThirdLast;
    using B = SwapThirdAndSecondLast;
    using C = SwapLastTwo;
    switch (first * 4 + last) {
        case 0 * 4 + 1:
        case 1 * 4 + 0:
            return rows::swap_places<Unite, A>(to, from, bytes);
        case 1 * 4 + 2:
        case 2 * 4 + 1:
            return rows::swap_places<Unite, B>(to, from, bytes);
        case 2 * 4 + 3:
        case 3 * 4 + 2:
            return rows::swap_places<Unite, C>(to, from, bytes);
        case 0 * 4 + 2:
            return rows::swap_places<Unite, A, B>(to, from, bytes);
        case 2 * 4 + 0:
            return rows::swap_places<Unite, B, A>(to, from, bytes);
        case 1 * 4 + 3:
            return rows::swap_places<Unite, B, C>(to, from, bytes);
        case 3 * 4 + 1:
            return rows::swap_places<Unite, C, B>(to, from, bytes);
        case 0 * 4 + 3:
            return rows::swap_places<Unite, A, B, C>(to, from, bytes);
        case 3 * 4 + 0:
            return rows::swap_places<Unite, C, B, A>(to, from, bytes);
        default:
            assert(false);
    }
}

}  // namespace

void RowMoves::pull(std::uint8_t* reached, const std::uint8_t* source, int from, int to,
                    const std::array<std::uint8_t*, 2>& scratch) const noexcept {
    if (from == to) return rows::unite(reached, source, row_bytes_);

    // The chain of swaps is cut where the passes change: at the sixth and at the fourth last place.
    const int block_end = tiles_ - 6;
    const int byte_end = tiles_ - 4;
    const int byte_begin = std::max(block_end, 0);
    const int low = std::min(from, to);
    const int high = std::max(from, to);
    const bool in_blocks = low < block_end;
    const bool in_groups = low < byte_end && high > byte_begin;
    const bool in_bytes = high > byte_end;
    const auto block_part = [&](int place) { return std::min(place, block_end); };
    const auto byte_part = [&](int place) {
        return static_cast<std::size_t>(std::clamp(place, byte_begin, byte_end) - byte_begin);
    };
    const auto bit_part = [&](int place) { return std::max(place, byte_end) - byte_end; };

    const std::uint8_t* now = source;
    int next = 0;
    const auto pass_blocks = [&] {
        if (!in_blocks) return;
        permute_blocks(scratch[static_cast<std::size_t>(next)], now, {block_part(from), block_part(to)});
        now = scratch[static_cast<std::size_t>(next)];
        next ^= 1;
    };
    const auto pass_groups = [&] {
        if (!in_groups) return;
        byte_moves_[byte_part(from)][byte_part(to)].apply(scratch[static_cast<std::size_t>(next)], now, used_, code_);
        now = scratch[static_cast<std::size_t>(next)];
        next ^= 1;
    };
    if (from < to) {
        pass_blocks();
        pass_groups();
        if (in_bytes) return jump_in_bytes<true>(reached, now, row_bytes_, bit_part(from), bit_part(to));
    } else {
        if (in_bytes) {
            if (!in_groups) return jump_in_bytes<true>(reached, now, row_bytes_, bit_part(from), bit_part(to));
            jump_in_bytes<false>(scratch[static_cast<std::size_t>(next)], now, row_bytes_, bit_part(from),
                                 bit_part(to));
            now = scratch[static_cast<std::size_t>(next)];
            next ^= 1;
        }
        pass_groups();
        pass_blocks();
    }
    rows::unite(reached, now, row_bytes_);
}

}  // namespace tessera
