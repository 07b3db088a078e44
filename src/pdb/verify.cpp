// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/verify.hpp"

#include "tessera/core/bits.hpp"
#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include "pdb/verify_claims.hpp"
#include "pdb/verify_orders.hpp"
#include "pdb/verify_space.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace tessera {

namespace {

using verify::Claims;
using verify::Orders;
using verify::Space;
using Word = Orders::Word;

constexpr int most_layers = 255;

struct Fault {
    Claims::Fault claim;
    bool met = false;  // the layer meets the placement; else nothing does in the layer that it claims
};

struct LayerCount {
    std::uint64_t states = 0;
    std::uint64_t placements = 0;  // that claim the layer, and are in it
    Fault fault;                   // the first, in the order of the file
};

void add(LayerCount& into, const LayerCount& more) {
    into.states += more.states;
    into.placements += more.placements;
    if (more.fault.claim.entry < into.fault.claim.entry) into.fault = more.fault;
}

class Verifier {
public:
    Verifier(const Table& table, unsigned threads)
        : table_(table),
          space_(table.pattern),
          orders_(table.pattern.tiles()),
          team_(threads),
          claims_(table, space_, orders_, team_),
          layer_(space_.rows() * orders_.words() * sizeof(Word)),
          alive_(space_.rows()),
          met_(space_.rows()),
          nothing_(orders_.words()) {
        for (std::size_t s = 0; s < space_.sets(); ++s) sets_[space_.odd(s)].push_back(static_cast<std::uint32_t>(s));
    }

    Verdict run(const std::function<void(int, std::uint64_t)>& on_layer, const std::stop_token& stop) {
        Verdict verdict;
        std::uint64_t placements = 0;
        for (int layer = 0;; ++layer) {
            const LayerCount count = layer == 0 ? start() : advance(layer);
            if (count.fault.claim.entry != UINT64_MAX) {
                verdict.fault = "entry " + std::to_string(count.fault.claim.entry) + " says " +
                                std::to_string(count.fault.claim.claimed) + ", but the distance is " +
                                (count.fault.met ? std::to_string(layer) : "larger");
                return verdict;
            }
            if (count.states == 0) break;
            if (layer == most_layers) throw UnsupportedError("distances beyond " + std::to_string(most_layers));
            verdict.depth = layer;
            verdict.states += count.states;
            verdict.sum += count.placements * static_cast<std::uint64_t>(layer);
            placements += count.placements;
            if (on_layer) on_layer(layer, verdict.states);
            if (stop.stop_requested()) throw Error(ExitCode::interrupted, "interrupted");
        }
        const auto differs = [&](const char* what, std::uint64_t said, std::uint64_t is) {
            if (verdict.fault.empty() && said != is)
                verdict.fault = std::string("the header says ") + what + " " + std::to_string(said) + ", but it is " +
                                std::to_string(is);
        };
        differs("entries", table_.entries(), placements);
        differs("states", table_.states, verdict.states);
        differs("depth", static_cast<std::uint64_t>(table_.depth), static_cast<std::uint64_t>(verdict.depth));
        differs("sum", table_.sum, verdict.sum);
        verdict.right = verdict.fault.empty();
        return verdict;
    }

private:
    [[nodiscard]] Word* row(std::size_t r) noexcept {
        return reinterpret_cast<Word*>(layer_.data()) + r * orders_.words();
    }
    // Layer 0: the goal alone, its tiles in their own order.
    LayerCount start() {
        LayerCount count;
        row(space_.goal_row())[0] = 1;
        alive_[space_.goal_row()] = 1;
        met_[space_.goal_row()] = 1;
        check(space_.goal_set(), 0, row(space_.goal_row()), count);
        count.states = 1;
        return count;
    }

    // Sets of one colour change, those of the other are read: nobody reads what another thread writes.
    LayerCount advance(int layer) {
        const std::vector<std::uint32_t>& sets = sets_[layer % 2];
        return team_.reduce_ranges<LayerCount>(
            sets.size(), 8,
            [&](std::size_t first, std::size_t last, LayerCount& count) {
                Workspace work{orders_.scratch(), std::vector<Word>(orders_.words()),
                               std::vector<Word>(orders_.words())};
                for (std::size_t i = first; i < last; ++i)
                    advance_set(sets[i], i + 1 < last ? space_.first_row(sets[i + 1]) : no_row, layer, work, count);
            },
            add);
    }

    struct Workspace {
        Orders::Scratch scratch;
        std::vector<Word> reached;  // by a row
        std::vector<Word> united;   // over the rows of a set
    };

    // `following`: the first row of the set that comes next.
    void advance_set(std::size_t s, std::size_t following, int layer, Workspace& work, LayerCount& count) {
        bool any = false;
        const std::size_t end = space_.first_row(s + 1);
        for (std::size_t r = space_.first_row(s); r < end; ++r) {
            const std::uint64_t states = advance_row(r, r + 1 < end ? r + 1 : following, work, any);
            met_[r] += states;
            count.states += states;
            alive_[r] = states != 0;
            any |= states != 0;
        }
        if (any)
            check(s, layer, work.united.data(), count);
        else if (layer >= claims_.least(s) && layer <= claims_.largest(s))
            check(s, layer, nothing_.data(), count);
    }

    static constexpr std::size_t no_row = SIZE_MAX;

    // Leaves the new layer of a row in it, and its number of states.  `next`: the row that comes after it, or none.
    // `joined`: an earlier row of the set has left its states in `united` already.
    std::uint64_t advance_row(std::size_t r, std::size_t next, Workspace& work, bool joined) {
        auto& [scratch, reached, united] = work;
        Sources sources;
        std::size_t count = 0;
        bool moved = false;
        const auto after = next == no_row ? std::span<const Space::Arrival>() : space_.arrivals(next);
        std::size_t fetched = 0;
        if (met_[r] < orders_.orders())
            for (const Space::Arrival& a : space_.arrivals(r)) {
                if (fetched < after.size()) fetch(after[fetched++].row);
                if (!alive_[a.row]) continue;
                if (a.before == a.after && count + 1 < sources.size()) {
                    sources[count++] = row(a.row);
                    continue;
                }
                orders_.move(row(a.row), a.before, a.after, reached.data(), moved, scratch);
                moved = true;
            }
        if (moved) sources[count++] = reached.data();
        if (count == 0) {
            if (alive_[r]) std::fill_n(row(r), orders_.words(), 0);
            return 0;
        }
        if (!joined) std::fill(united.begin(), united.end(), 0);
        return keep_new(row(r), sources, count, united.data());
    }

    // Asks for a row that is wanted soon; the processor would otherwise often wait for memory.
    void fetch(std::size_t r) const noexcept {
        constexpr std::size_t line = 64 / sizeof(Word);
        if (!alive_[r]) return;
        const Word* const at = reinterpret_cast<const Word*>(layer_.data()) + r * orders_.words();
        for (std::size_t w = 0; w < orders_.words(); w += line) __builtin_prefetch(at + w);
    }

    // What leads to a row: rows whose moved tile jumps over none, which are taken as they are, and what others were
    // moved to.  Rows come from memory, and faster from several places at once, so all wait for one pass.
    using Sources = std::array<const Word*, 6>;

    std::uint64_t keep_new(Word* mine, const Sources& sources, std::size_t count, Word* united) const noexcept {
        switch (count) {
            case 1:
                return keep_new<1>(mine, sources, united);
            case 2:
                return keep_new<2>(mine, sources, united);
            case 3:
                return keep_new<3>(mine, sources, united);
            case 4:
                return keep_new<4>(mine, sources, united);
            case 5:
                return keep_new<5>(mine, sources, united);
            default:
                return keep_new<6>(mine, sources, united);
        }
    }

    // The new layer of a row is what leads to it, without what is there; it takes its place and joins `united`.
    template <std::size_t Count>
    std::uint64_t keep_new(Word* __restrict mine, const Sources& sources, Word* __restrict united) const noexcept {
        std::array<const Word*, Count> source;
        std::copy_n(sources.begin(), Count, source.begin());
        std::uint32_t states = 0;  // at most all orders, which are not so many
        for (std::size_t w = 0; w < orders_.words(); ++w) {
            Word reached = source[0][w];
            for (std::size_t i = 1; i < Count; ++i) reached |= source[i][w];
            const Word fresh = reached & ~mine[w];
            mine[w] = fresh;
            united[w] |= fresh;
            states += count_bits(fresh);
        }
        return states;
    }

    // What the rows of a set reach in this layer, against the claims of its entries.
    void check(std::size_t s, int layer, const Word* met, LayerCount& count) const {
        const std::uint64_t claiming = claims_.compare(s, met, layer);
        if (claiming != Claims::some_wrong) {
            count.placements += claiming;
        } else if (const Claims::Fault fault = claims_.find_fault(s, met, layer);
                   fault.entry < count.fault.claim.entry) {
            count.fault = {fault, fault.claimed > layer};
        }
    }

    const Table& table_;
    Space space_;
    Orders orders_;
    LoopTeam team_;
    Claims claims_;
    std::vector<std::uint32_t> sets_[2];  // by the parity of their layers
    HugeArray layer_;                     // by row: the states of the last layer that a row took part in
    std::vector<std::uint8_t> alive_;     // by row: is that layer not empty?
    std::vector<std::uint64_t> met_;      // by row: states so far; a row with all of them gets no more
    std::vector<Word> nothing_;           // a row without states
};

}  // namespace

Verdict verify_table(const Table& table, unsigned threads, const std::function<void(int, std::uint64_t)>& on_layer,
                     std::stop_token stop) {
    return Verifier(table, threads).run(on_layer, stop);
}

}  // namespace tessera
