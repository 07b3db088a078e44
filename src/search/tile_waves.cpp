// SPDX-License-Identifier: Apache-2.0
#include "search/tile_waves.hpp"

#include "search/tile_moves.hpp"

#include <bit>
#include <utility>

#if defined(__x86_64__)
// GCC 12 takes its own undefined vectors for uninitialised variables (GCC bug 105593).
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#define TESSERA_WAVES_AVX512 1
#endif

namespace tessera {

namespace {

using namespace tiles15;
using Board = std::uint64_t;
using Level = TileWaves::Level;
using Count = TileWaves::Count;
using Goal = TileWaves::Goal;

// The crowd that is worth a step: enough for some lines in each queue, few enough to stay in the nearest caches.
constexpr std::size_t crowd = 3072;

// The loop over a queue comes in several forms.  Each moves the blank of all boards from cell From to cell To and
// appends those that keep the slack to `keep` and, if Fewer, the others to `lose`.
struct OneByOne {
    template <int From, int To, bool Fewer>
    static void spread(const Board* boards, std::size_t n, Board*& keep, Board*& lose) {
        constexpr Board at_to = Board{15} << (4 * To);
        Board* kept = keep;
        Board* lost = lose;
        for (std::size_t i = 0; i < n; ++i) {
            const Board board = boards[i];
            const Board tile = board >> (4 * To) & 15;
            const Board child = (board & ~at_to) | tile << (4 * From);
            const Board loses = farther(To, From) >> tile & 1;
            *kept = child;
            kept += 1 - loses;
            if constexpr (Fewer) {
                *lost = child;
                lost += loses;
            }
        }
        keep = kept;
        lose = lost;
    }
};

#ifdef TESSERA_WAVES_AVX512
struct EightByEight {
    template <int From, int To, bool Fewer>
    [[gnu::target("avx512f,popcnt")]] static void spread(const Board* boards, std::size_t n, Board*& keep,
                                                             Board*& lose) {
        const __m512i one = _mm512_set1_epi64(1);
        const __m512i nibble = _mm512_set1_epi64(15);
        const __m512i at_to = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{15} << (4 * To)));
        const __m512i mask = _mm512_set1_epi64(static_cast<long long>(farther(To, From)));
        Board* kept = keep;
        Board* lost = lose;
        for (std::size_t i = 0; i < n; i += 8) {
            const unsigned live = n - i >= 8 ? 0xffu : (1u << (n - i)) - 1;
            const __m512i board = _mm512_load_si512(boards + i);
            const __m512i tile = _mm512_and_si512(_mm512_srli_epi64(board, 4 * To), nibble);
            const __m512i child = _mm512_or_si512(_mm512_andnot_si512(at_to, board), _mm512_slli_epi64(tile, 4 * From));
            const unsigned loses = _mm512_test_epi64_mask(_mm512_sllv_epi64(one, tile), mask);
            const unsigned keeps = live & ~loses;
            _mm512_storeu_si512(kept, _mm512_maskz_compress_epi64(static_cast<__mmask8>(keeps), child));
            kept += __builtin_popcount(keeps);
            if constexpr (Fewer) {
                const unsigned loses_live = live & loses;
                _mm512_storeu_si512(lost, _mm512_maskz_compress_epi64(static_cast<__mmask8>(loses_live), child));
                lost += __builtin_popcount(loses_live);
            }
        }
        keep = kept;
        lose = lost;
    }
};
#endif

template <class Loop, int Blank, int Previous, int D, bool Fewer>
std::uint64_t move_all(const Board* boards, std::size_t n, Level& level, Level* below) {
    constexpr int to = neighbour(Blank, D);
    if constexpr (to < 0 || to == Previous) {
        return 0;
    } else {
        TileWaves::Queue& same = level.queues[arrival(to, Blank)];
        same.reserve(n);
        Board* keep = same.end();
        Board* lose = nullptr;
        const Board* const keep_begin = keep;
        const Board* lose_begin = nullptr;
        if constexpr (Fewer) {
            TileWaves::Queue& less = below->queues[arrival(to, Blank)];
            less.reserve(n);
            lose_begin = lose = less.end();
        }
        Loop::template spread<Blank, to, Fewer>(boards, n, keep, lose);
        same.size += static_cast<std::size_t>(keep - keep_begin);
        level.size += static_cast<std::size_t>(keep - keep_begin);
        if constexpr (Fewer) {
            below->queues[arrival(to, Blank)].size += static_cast<std::size_t>(lose - lose_begin);
            below->size += static_cast<std::size_t>(lose - lose_begin);
        }
        return n;
    }
}

// Works off one queue.  Its children go to queues of the other colour, so nothing is appended to it meanwhile.
template <class Loop, int Blank, int D, bool Fewer>
void advance(Level& level, Level* below, const Goal& goal, Count& count) {
    constexpr int previous = neighbour(Blank, D);
    if constexpr (previous >= 0) {
        TileWaves::Queue& queue = level.queues[arrival(Blank, previous)];
        const std::size_t n = queue.size;
        if (n == 0) return;
        const Board* const boards = queue.begin();
        if (goal.blank == Blank)
            for (std::size_t i = 0; i < n; ++i) count.goal |= boards[i] == goal.board;
        queue.size = 0;
        level.size -= n;
        count.expanded += n;
        count.generated += move_all<Loop, Blank, previous, 0, Fewer>(boards, n, level, below);
        count.generated += move_all<Loop, Blank, previous, 1, Fewer>(boards, n, level, below);
        count.generated += move_all<Loop, Blank, previous, 2, Fewer>(boards, n, level, below);
        count.generated += move_all<Loop, Blank, previous, 3, Fewer>(boards, n, level, below);
    }
}

template <class Loop, int Colour, bool Fewer, int Cell>
void advance_cell(Level& level, Level* below, const Goal& goal, Count& count) {
    if constexpr ((grid.row(Cell) + grid.col(Cell)) % 2 == Colour) {
        advance<Loop, Cell, 0, Fewer>(level, below, goal, count);
        advance<Loop, Cell, 1, Fewer>(level, below, goal, count);
        advance<Loop, Cell, 2, Fewer>(level, below, goal, count);
        advance<Loop, Cell, 3, Fewer>(level, below, goal, count);
    }
}

template <class Loop, int Colour>
void step(Level& level, Level* below, const Goal& goal, Count& count) {
    [&]<int... Cells>(std::integer_sequence<int, Cells...>) {
        if (below) (advance_cell<Loop, Colour, true, Cells>(level, below, goal, count), ...);
        else (advance_cell<Loop, Colour, false, Cells>(level, below, goal, count), ...);
    }(std::make_integer_sequence<int, 16>{});
}

std::array<TileWaves::Step, 2> steps([[maybe_unused]] bool plain) {
#ifdef TESSERA_WAVES_AVX512
    if (!plain && __builtin_cpu_supports("avx512f")) return {step<EightByEight, 0>, step<EightByEight, 1>};
#endif
    return {step<OneByOne, 0>, step<OneByOne, 1>};
}

}  // namespace

TileWaves::TileWaves(std::uint64_t goal, int goal_blank, bool plain)
    : goal_{goal, goal_blank}, step_(steps(plain)) {}

void TileWaves::add(std::uint64_t board, int blank, int previous, int slack) {
    Level& level = levels_[static_cast<std::size_t>(slack)];
    Queue& queue = level.queues[tiles15::arrival(blank, previous)];
    queue.reserve(1);
    *queue.end() = board;
    ++queue.size;
    ++level.size;
}

// -1: all levels are empty.
int TileWaves::next_level() const noexcept {
    int largest = -1;
    for (int slack = 0; slack <= max_slack; ++slack) {
        const std::size_t size = levels_[static_cast<std::size_t>(slack)].size;
        if (size >= crowd) return slack;
        if (size > 0) largest = slack;
    }
    return largest;
}

TileWaves::Count TileWaves::run() {
    Count count;
    for (int slack; (slack = next_level()) >= 0;) {
        Level& level = levels_[static_cast<std::size_t>(slack)];
        Level* const below = slack > 0 ? &levels_[static_cast<std::size_t>(slack - 1)] : nullptr;
        for (const Step one_colour : step_) one_colour(level, below, goal_, count);
    }
    return count;
}

}  // namespace tessera
