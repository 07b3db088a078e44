// SPDX-License-Identifier: Apache-2.0
// What dual lookups and BPMX would bring IDA* with the tables of 7-8, and what a lookup would cost; driven by
// dual_lookups.py.
//
//   dual_lookups none|automaton BOARD...     (a board: sixteen tiles, goal 0 1 2 ... 15)
//
// The dual of a board exchanges the parts of tiles and cells: where the board has tile t on cell c, its dual has tile c
// on cell t.  A path that solves the one, walked backwards, solves the other (Felner, Zahavi, Schaeffer and Holte
// 2005), so that the dual's bound holds for the board as well.  The walk begins where the blank belongs and ends where
// it is: in the dual, the tile that is called like the blank's cell plays the blank.  So the tables must be those of
// the goal with the blank on that cell, another one after each move, and both patterns must be looked up anew; of a
// symmetric square's sixteen goals three are different, and three times the memory is needed.  Manhattan distance is
// the same for both, which is why only excesses are compared here.
//
// BPMX (Felner et al. 2005): a bound that is not consistent may fall by more than one from a child to its parent.  Then
// the parent's can be raised to one below the child's, and may cut the parent's other children.
//
// Plain recursion counts the nodes of each variant: a search that reads ahead visits the same ones, but for BPMX,
// where it would save less, as all children of a node are there before the first is read.  The time of a lookup is
// taken apart from that, with boards from such a search, in batches, read ahead: as cheap as the batched kernel could
// have it.  Prints one JSON object per variant.
#include "boards.hpp"

#include "tessera/core/bits.hpp"
#include "tessera/heuristics/additive_pdb.hpp"
#include "tessera/pdb/cache.hpp"
#include "tessera/pdb/lane_index.hpp"
#include "tessera/search/move_automaton.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#ifdef __SSSE3__
#include <immintrin.h>
#endif

using namespace tessera;

namespace {

using D = FifteenPuzzle;
using H = AdditivePdb<D>;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

constexpr std::size_t cells = 16;

// A board, a nibble per cell, in the mirror: cells and tiles are reflected in the main diagonal.
std::uint64_t mirrored(std::uint64_t board) {
    const auto reflected = [](std::uint64_t x) { return (x & 3) << 2 | x >> 2; };
    std::uint64_t mirror = 0;
    for (std::uint64_t cell = 0; cell < cells; ++cell)
        mirror |= reflected(board >> (4 * cell) & 15) << (4 * reflected(cell));
    return mirror;
}

// The tables of one goal, by the cell of its blank, and how the dual of a board is looked up in them.
class DualTables {
public:
    explicit DualTables(int blank)
        : domain_(FixedShape<4, 4>{}, goal(blank)), heuristic_(domain_, {"pdb:7-8-nomirror", 2, {}, {}}) {
        const TileView& view = heuristic_.views().front();
        for (std::size_t cell = 0; cell < cells; ++cell) {
            cell_[cell] = view.cell[cell];
            if (static_cast<int>(cell) == blank) continue;
            const std::size_t tile = goal(blank)[cell];
            pattern_[cell] = view.pattern[tile];
            label_[cell] = view.label[tile];
            // As LaneIndex wants it: the tiles of the second pattern above those of the first.
            const int size = heuristic_.lookups()[pattern_[cell]].table().pattern.tiles();
            const std::size_t place = label_[cell] - pattern_label(size, 0) + (pattern_[cell] == 0 ? 0 : cells / 2);
            order_[place] = static_cast<std::uint8_t>(cell);
        }
        for (std::size_t p = 0; p < 2; ++p)
            payload_[p] = reinterpret_cast<std::uintptr_t>(heuristic_.lookups()[p].table().payload.data());
    }

    // The tile `cell` of the dual lies where the number of the board's tile on that cell tells.
    [[nodiscard]] int excess(std::uint64_t board) const {
        std::array<std::uint64_t, 2> word{};
        for (std::size_t cell = 0; cell < cells; ++cell)
            if (const std::uint64_t tile = board >> (4 * cell) & 15; tile != 0)
                word[pattern_[cell]] |= std::uint64_t{label_[cell]} << (4 * cell_[tile]);
        int sum = 0;
        for (std::size_t p = 0; p < 2; ++p) {
            const auto& lookup = heuristic_.lookups()[p];
            sum += lookup.excess(lookup.narrow_index(word[p]));
        }
        return sum;
    }

    // The same in a few instructions: the placements of both patterns, one in each half.
    [[nodiscard]] std::uint64_t placements(std::uint64_t board) const {
#ifdef __SSSE3__
        const __m128i nibbles = _mm_cvtsi64_si128(static_cast<long long>(board));
        const __m128i low = _mm_and_si128(nibbles, _mm_set1_epi8(15));
        const __m128i high = _mm_and_si128(_mm_srli_epi64(nibbles, 4), _mm_set1_epi8(15));
        const __m128i tiles = _mm_unpacklo_epi8(low, high);  // a byte per cell
        const __m128i order = _mm_loadu_si128(reinterpret_cast<const __m128i*>(order_.data()));
        const __m128i cell = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cell_.data()));
        const __m128i placed = _mm_shuffle_epi8(cell, _mm_shuffle_epi8(tiles, order));
        const __m128i pairs = _mm_maddubs_epi16(placed, _mm_set1_epi16(0x1001));
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)));
#else
        std::uint64_t placed = 0;
        for (std::size_t place = 0; place < cells; ++place)
            placed |= std::uint64_t{cell_[board >> (4 * order_[place]) & 15]} << (4 * place);
        return placed;
#endif
    }
    [[nodiscard]] std::uint64_t payload(std::size_t pattern) const { return payload_[pattern]; }
    [[nodiscard]] int tiles(std::size_t pattern) const { return heuristic_.lookups()[pattern].table().pattern.tiles(); }

private:
    static std::array<std::uint8_t, cells> goal(int blank) {
        std::array<std::uint8_t, cells> tiles{};
        for (std::size_t i = 0; i < cells; ++i) tiles[i] = static_cast<std::uint8_t>(i);
        std::swap(tiles[0], tiles[static_cast<std::size_t>(blank)]);
        return tiles;
    }

    D domain_;
    H heuristic_;
    std::array<std::uint8_t, cells> cell_{};     // by cell
    std::array<std::uint8_t, cells> pattern_{};  // by tile of the dual
    std::array<std::uint8_t, cells> label_{};
    std::array<std::uint8_t, cells> order_{};  // tiles of the dual by their place among the patterns
    std::array<std::uint64_t, 2> payload_{};
};

struct Variant {
    const char* name;
    bool dual;         // of the board
    bool mirror_dual;  // of its mirror image
    bool bpmx;
};
constexpr Variant variants[] = {
    {"board and mirror", false, false, false},
    {"the same, BPMX", false, false, true},
    {"and dual", true, false, false},
    {"and dual, BPMX", true, false, true},
    {"and dual, its mirror", true, true, false},
    {"and dual, its mirror, BPMX", true, true, true},
};

struct Counts {
    std::uint64_t generated = 0, expanded = 0;
    std::uint64_t duals = 0;  // looked up: two reads each
    int length = 0;
};

class Search {
public:
    Search(const D& domain, const H& heuristic, const std::vector<DualTables>& duals, Pruning pruning, Variant variant)
        : domain_(domain),
          heuristic_(heuristic),
          duals_(duals),
          automaton_(MoveAutomaton::of(domain.grid(), pruning)),
          variant_(variant) {}

    Counts run(const D::State& start) {
        counts = {};
        counts.generated = 1;
        const H::Trace trace = heuristic_.start(start);
        for (bound_ = heuristic_.value(trace);; bound_ += 2) {
            int h = heuristic_.value(trace);
            if (dive(start, trace, 0, h, automaton_.start(start.blank))) break;
        }
        counts.length = bound_;
        return counts;
    }

    Counts counts;
    std::vector<std::uint64_t>* survivors = nullptr;  // where to write boards that both views leave

private:
    // h is what is known of the node's distance; BPMX may raise it.
    bool dive(const D::State& s, const H::Trace& trace, int g, int& h, MoveAutomaton::State state) {
        if (domain_.is_goal(s)) return true;
        ++counts.expanded;
        for (const Cell to : domain_.moves(s)) {
            const auto next = automaton_.next(state, domain_.grid().direction_number(s.blank, to));
            if (next == MoveAutomaton::none) continue;
            ++counts.generated;
            const D::State child = domain_.apply(s, to);
            const H::Trace child_trace = heuristic_.step(trace, s, to, child);
            int child_h = estimate(child, child_trace, g + 1);
            if (variant_.bpmx) child_h = std::max(child_h, h - 1);
            if (g + 1 + child_h <= bound_ && dive(child, child_trace, g + 1, child_h, next)) return true;
            if (!variant_.bpmx) continue;
            h = std::max(h, child_h - 1);
            if (g + h > bound_) return false;
        }
        return false;
    }

    // As lazily as can be: the next lookup only if those before it do not cut.
    int estimate(const D::State& s, const H::Trace& trace, int g) {
        int h = heuristic_.value(trace);
        if (g + h > bound_) return h;
        if (survivors && survivors->size() < survivors->capacity()) survivors->push_back(s.board);
        if (variant_.dual) {
            ++counts.duals;
            h = std::max(h, trace.manhattan + 2 * duals_[s.blank].excess(s.board));
        }
        if (!variant_.mirror_dual || g + h > bound_) return h;
        ++counts.duals;
        const auto blank = static_cast<std::size_t>((s.blank & 3) << 2 | s.blank >> 2);
        return std::max(h, trace.manhattan + 2 * duals_[blank].excess(mirrored(s.board)));
    }

    const D& domain_;
    const H& heuristic_;
    const std::vector<DualTables>& duals_;
    const MoveAutomaton& automaton_;
    Variant variant_;
    int bound_ = 0;
};

constexpr std::size_t batch = 128;

// Nanoseconds for the dual of a board, in batches: all placements and addresses, then all reads.
double time_duals(const std::vector<DualTables>& duals, const std::vector<std::uint64_t>& boards, std::uint64_t& sum) {
    constexpr std::size_t step = 8;
    const std::vector<int> sizes{duals[0].tiles(0), duals[0].tiles(1)};
    const LaneIndex<4> index(sizes);
    std::array<std::uint64_t, 2 * batch> address, shift;
    const auto begin = Clock::now();
    for (std::size_t first = 0; first < boards.size(); first += batch) {
        for (std::size_t x = 0; x < batch; x += step) {
            std::array<std::uint32_t, 2 * step> words, patterns, found;
            for (std::size_t i = 0; i < step; ++i) {
                const std::uint64_t board = boards[first + x + i];
                const DualTables& tables = duals[static_cast<std::size_t>(lowest_zero_nibble(board))];
                const std::uint64_t placed = tables.placements(board);
                words[2 * i] = static_cast<std::uint32_t>(placed);
                words[2 * i + 1] = static_cast<std::uint32_t>(placed >> 32);
                for (std::size_t p = 0; p < 2; ++p) {
                    patterns[2 * i + p] = static_cast<std::uint32_t>(p);
                    address[2 * (x + i) + p] = tables.payload(p);
                }
            }
            Lanes32 word, pattern;
            std::memcpy(&word, words.data(), sizeof word);
            std::memcpy(&pattern, patterns.data(), sizeof pattern);
            const Lanes32 at = index(word, pattern);
            std::memcpy(found.data(), &at, sizeof at);
            for (std::size_t i = 0; i < 2 * step; ++i) {
                address[2 * x + i] += found[i] >> 1;
                shift[2 * x + i] = (found[i] & 1) * 4;
                __builtin_prefetch(reinterpret_cast<const void*>(address[2 * x + i]));
            }
        }
        for (std::size_t i = 0; i < 2 * batch; ++i)
            sum += std::uint64_t{*reinterpret_cast<const std::uint8_t*>(address[i])} >> shift[i] & 15;
    }
    return since(begin) * 1e9 / static_cast<double>(boards.size());
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view pruning = argc > 1 ? argv[1] : "";
    if (argc < 3 || (pruning != "none" && pruning != "automaton")) {
        std::fputs("usage: dual_lookups none|automaton BOARD...   (sixteen tiles each, goal 0 1 2 ... 15)\n", stderr);
        return 2;
    }
    set_table_source(std::make_shared<CachedTables>(TableCache(), CachedTables::Hooks{}));
    const D domain = bench::korf_puzzle();
    const H heuristic(domain, {"pdb:7-8", 2, {}, {}});
    std::vector<DualTables> duals;
    for (int blank = 0; blank < static_cast<int>(cells); ++blank) duals.emplace_back(blank);

    std::vector<D::State> boards;
    for (int i = 2; i < argc; ++i) {
        std::vector<std::uint8_t> tiles;
        char* rest = argv[i];
        for (std::size_t cell = 0; cell < cells; ++cell)
            tiles.push_back(static_cast<std::uint8_t>(std::strtoul(rest, &rest, 10)));
        boards.push_back(domain.from_cells(tiles));
    }

    std::vector<std::uint64_t> survivors;
    survivors.reserve(std::size_t{1} << 22);
    int right = 0;
    for (const Variant& variant : variants) {
        Search search(domain, heuristic, duals, pruning == "none" ? Pruning::none : Pruning::automaton, variant);
        if (!variant.dual && !variant.bpmx) search.survivors = &survivors;
        Counts all;
        for (const D::State& board : boards) {
            const Counts one = search.run(board);
            all.generated += one.generated;
            all.expanded += one.expanded;
            all.duals += one.duals;
            all.length += one.length;
        }
        if (right == 0) right = all.length;
        if (all.length != right) {
            std::fprintf(stderr, "dual_lookups: %s: lengths of %d instead of %d\n", variant.name, all.length, right);
            return 1;
        }
        const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
        std::printf(
            "{\"variant\":\"%s\",\"boards\":%zu,\"lengths\":%d,\"generated\":%llu,\"expanded\":%llu,\"duals\":%llu}\n",
            variant.name, boards.size(), all.length, number(all.generated), number(all.expanded), number(all.duals));
        std::fflush(stdout);
    }
    survivors.resize(survivors.size() / batch * batch);
    std::uint64_t sum = 0;
    (void)time_duals(duals, survivors, sum);
    const std::uint64_t once = sum;
    const double nanoseconds = time_duals(duals, survivors, sum);
    std::uint64_t expected = 0;
    for (const std::uint64_t board : survivors)
        expected +=
            static_cast<std::uint64_t>(duals[static_cast<std::size_t>(lowest_zero_nibble(board))].excess(board));
    if (once != expected || sum != 2 * expected) {
        std::fputs("dual_lookups: the two ways to look up a dual disagree\n", stderr);
        return 1;
    }
    std::printf("{\"nanoseconds_per_dual\":%.3f,\"of\":%zu}\n", nanoseconds, survivors.size());
}
