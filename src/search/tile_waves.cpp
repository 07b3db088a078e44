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
constexpr std::size_t crowd = 8192;

// Nodes one behind the other.
struct Nodes {
    Board* boards = nullptr;
    PrunedMoves::State* states = nullptr;
};

// The loop over a queue comes in several forms.  Each moves the blank of n boards from cell From to cell To and appends
// those that keep the slack to `keep` and, if Fewer, the others to `lose`; it returns how many it moved.
struct OneByOne {
    static constexpr bool pruned = false;

    template <int From, int To, bool Fewer>
    static std::size_t spread(const Nodes& nodes, std::size_t n, const PrunedMoves::Table*, Nodes& keep, Nodes& lose) {
        constexpr Board at_to = Board{15} << (4 * To);
        Board* kept = keep.boards;
        Board* lost = lose.boards;
        for (std::size_t i = 0; i < n; ++i) {
            const Board board = nodes.boards[i];
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
        keep.boards = kept;
        lose.boards = lost;
        return n;
    }
};

// The same, without the moves that are left out.
struct OneByOnePruned {
    static constexpr bool pruned = true;

    template <int From, int To, bool Fewer>
    static std::size_t spread(const Nodes& nodes, std::size_t n, const PrunedMoves::Table* next, Nodes& keep,
                              Nodes& lose) {
        std::size_t moved = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const PrunedMoves::State state = (*next)[nodes.states[i]];
            if (state == PrunedMoves::none) continue;
            ++moved;
            const Board tile = nodes.boards[i] >> (4 * To) & 15;
            const bool loses = farther(To, From) >> tile & 1;
            if (loses && !Fewer) continue;
            Nodes& to = loses ? lose : keep;
            *to.boards++ = (nodes.boards[i] & ~(Board{15} << (4 * To))) | tile << (4 * From);
            *to.states++ = state;
        }
        return moved;
    }
};

#ifdef TESSERA_WAVES_AVX512
#define TESSERA_WAVES_TARGET [[gnu::target("avx512f,popcnt")]]
#define TESSERA_WAVES_PRUNED_TARGET [[gnu::target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt")]]

struct EightByEight {
    static constexpr bool pruned = false;

    template <int From, int To, bool Fewer>
    TESSERA_WAVES_TARGET static std::size_t spread(const Nodes& nodes, std::size_t n, const PrunedMoves::Table*,
                                                   Nodes& keep, Nodes& lose) {
        const __m512i one = _mm512_set1_epi64(1);
        const __m512i nibble = _mm512_set1_epi64(15);
        const __m512i at_to = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{15} << (4 * To)));
        const __m512i mask = _mm512_set1_epi64(static_cast<long long>(farther(To, From)));
        Board* kept = keep.boards;
        Board* lost = lose.boards;
        for (std::size_t i = 0; i < n; i += 8) {
            const unsigned live = n - i >= 8 ? 0xffu : (1u << (n - i)) - 1;
            const __m512i board = _mm512_load_si512(nodes.boards + i);
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
        keep.boards = kept;
        lose.boards = lost;
        return n;
    }
};

// Boards eight by eight, their states 64 at a time.
struct EightByEightPruned {
    static constexpr bool pruned = true;

    template <int From, int To, bool Fewer>
    TESSERA_WAVES_PRUNED_TARGET static std::size_t spread(const Nodes& nodes, std::size_t n,
                                                          const PrunedMoves::Table* next, Nodes& keep, Nodes& lose) {
        const __m512i one = _mm512_set1_epi64(1);
        const __m512i nibble = _mm512_set1_epi64(15);
        const __m512i at_to = _mm512_set1_epi64(static_cast<long long>(std::uint64_t{15} << (4 * To)));
        const __m512i mask = _mm512_set1_epi64(static_cast<long long>(farther(To, From)));
        const __m512i none = _mm512_set1_epi8(-1);
        const PrunedMoves::State* const table = next->data();
        const __m512i next_0 = _mm512_load_si512(table), next_1 = _mm512_load_si512(table + 64);
        const __m512i next_2 = _mm512_load_si512(table + 128), next_3 = _mm512_load_si512(table + 192);
        Nodes kept = keep, lost = lose;
        std::size_t moved = 0;
        for (std::size_t i = 0; i < n; i += 64) {
            const std::uint64_t live = n - i >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (n - i)) - 1;
            const __m512i before = _mm512_loadu_si512(nodes.states + i);
            const __m512i state =
                _mm512_mask_blend_epi8(_mm512_movepi8_mask(before), _mm512_permutex2var_epi8(next_0, before, next_1),
                                       _mm512_permutex2var_epi8(next_2, before, next_3));
            const std::uint64_t moves = live & _mm512_cmpneq_epi8_mask(state, none);
            moved += static_cast<std::size_t>(__builtin_popcountll(moves));
            std::uint64_t keeps = 0;
            for (std::size_t k = 0; k < 64 && i + k < n; k += 8) {
                const __m512i board = _mm512_load_si512(nodes.boards + i + k);
                const __m512i tile = _mm512_and_si512(_mm512_srli_epi64(board, 4 * To), nibble);
                const __m512i child =
                    _mm512_or_si512(_mm512_andnot_si512(at_to, board), _mm512_slli_epi64(tile, 4 * From));
                const unsigned loses = _mm512_test_epi64_mask(_mm512_sllv_epi64(one, tile), mask);
                const unsigned moves_here = moves >> k & 0xff;
                const unsigned keeps_here = moves_here & ~loses;
                _mm512_storeu_si512(kept.boards, _mm512_maskz_compress_epi64(static_cast<__mmask8>(keeps_here), child));
                kept.boards += __builtin_popcount(keeps_here);
                keeps |= std::uint64_t{keeps_here} << k;
                if constexpr (Fewer) {
                    const unsigned loses_here = moves_here & loses;
                    _mm512_storeu_si512(lost.boards,
                                        _mm512_maskz_compress_epi64(static_cast<__mmask8>(loses_here), child));
                    lost.boards += __builtin_popcount(loses_here);
                }
            }
            _mm512_storeu_si512(kept.states, _mm512_maskz_compress_epi8(keeps, state));
            kept.states += __builtin_popcountll(keeps);
            if constexpr (Fewer) {
                _mm512_storeu_si512(lost.states, _mm512_maskz_compress_epi8(moves & ~keeps, state));
                lost.states += __builtin_popcountll(moves & ~keeps);
            }
        }
        keep = kept;
        lose = lost;
        return moved;
    }
};
#endif

template <class Loop>
Nodes end_of(TileWaves::Queue& queue, std::size_t room) {
    queue.reserve(room);
    if constexpr (!Loop::pruned) return {queue.end(), nullptr};
    queue.reserve_states(room);
    return {queue.end(), queue.states() + queue.size};
}

inline void add_until(const Board* end, TileWaves::Queue& queue, Level& level) {
    const auto more = static_cast<std::size_t>(end - queue.end());
    queue.size += more;
    level.size += more;
}

template <class Loop, int Blank, int Previous, int D, bool Fewer>
std::uint64_t move_all(const Nodes& nodes, std::size_t n, Level& level, Level* below, const PrunedMoves* pruned) {
    constexpr int to = neighbour(Blank, D);
    if constexpr (to < 0 || to == Previous) {
        return 0;
    } else {
        TileWaves::Queue& same = level.queues[arrival(to, Blank)];
        Nodes keep = end_of<Loop>(same, n), lose;
        if constexpr (Fewer) lose = end_of<Loop>(below->queues[arrival(to, Blank)], n);
        const PrunedMoves::Table* const next = Loop::pruned ? &pruned->next(arrival(Blank, Previous), D) : nullptr;
        const std::uint64_t moved = Loop::template spread<Blank, to, Fewer>(nodes, n, next, keep, lose);
        add_until(keep.boards, same, level);
        if constexpr (Fewer) add_until(lose.boards, below->queues[arrival(to, Blank)], *below);
        return moved;
    }
}

// Works off one queue.  Its children go to queues of the other colour, so nothing is appended to it meanwhile.
template <class Loop, int Blank, int D, bool Fewer>
void advance(Level& level, Level* below, const Goal& goal, const PrunedMoves* pruned, Count& count) {
    constexpr int previous = neighbour(Blank, D);
    if constexpr (previous >= 0) {
        TileWaves::Queue& queue = level.queues[arrival(Blank, previous)];
        const std::size_t n = queue.size;
        if (n == 0) return;
        const Nodes nodes{queue.begin(), queue.states()};
        if (goal.blank == Blank)
            for (std::size_t i = 0; i < n; ++i) count.goal |= nodes.boards[i] == goal.board;
        queue.size = 0;
        level.size -= n;
        count.expanded += n;
        count.generated += move_all<Loop, Blank, previous, 0, Fewer>(nodes, n, level, below, pruned);
        count.generated += move_all<Loop, Blank, previous, 1, Fewer>(nodes, n, level, below, pruned);
        count.generated += move_all<Loop, Blank, previous, 2, Fewer>(nodes, n, level, below, pruned);
        count.generated += move_all<Loop, Blank, previous, 3, Fewer>(nodes, n, level, below, pruned);
    }
}

template <class Loop, int Colour, bool Fewer, int Cell>
void advance_cell(Level& level, Level* below, const Goal& goal, const PrunedMoves* pruned, Count& count) {
    if constexpr ((grid.row(Cell) + grid.col(Cell)) % 2 == Colour) {
        advance<Loop, Cell, 0, Fewer>(level, below, goal, pruned, count);
        advance<Loop, Cell, 1, Fewer>(level, below, goal, pruned, count);
        advance<Loop, Cell, 2, Fewer>(level, below, goal, pruned, count);
        advance<Loop, Cell, 3, Fewer>(level, below, goal, pruned, count);
    }
}

template <class Loop, int Colour>
void step(Level& level, Level* below, const Goal& goal, const PrunedMoves* pruned, Count& count) {
    [&]<int... Cells>(std::integer_sequence<int, Cells...>) {
        if (below)
            (advance_cell<Loop, Colour, true, Cells>(level, below, goal, pruned, count), ...);
        else
            (advance_cell<Loop, Colour, false, Cells>(level, below, goal, pruned, count), ...);
    }(std::make_integer_sequence<int, 16>{});
}

template <class Loop>
constexpr std::array<TileWaves::Step, 2> both_colours{step<Loop, 0>, step<Loop, 1>};

std::array<TileWaves::Step, 2> steps(bool pruned, [[maybe_unused]] bool plain) {
#ifdef TESSERA_WAVES_AVX512
    if (!plain && !pruned && __builtin_cpu_supports("avx512f")) return both_colours<EightByEight>;
    if (!plain && pruned && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512bw"))
        return both_colours<EightByEightPruned>;
#endif
    return pruned ? both_colours<OneByOnePruned> : both_colours<OneByOne>;
}

}  // namespace

TileWaves::TileWaves(std::uint64_t goal, int goal_blank, const PrunedMoves* pruned, bool plain)
    : goal_{goal, goal_blank}, pruned_(pruned), step_(steps(pruned != nullptr, plain)) {}

void TileWaves::add(std::uint64_t board, int blank, int previous, int slack, PrunedMoves::State state) {
    Level& level = levels_[static_cast<std::size_t>(slack)];
    Queue& queue = level.queues[tiles15::arrival(blank, previous)];
    queue.reserve(1);
    queue.reserve_states(1);
    *queue.end() = board;
    queue.states()[queue.size] = state;
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
        for (const Step one_colour : step_) one_colour(level, below, goal_, pruned_, count);
    }
    return count;
}

}  // namespace tessera
