// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/verify.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include "pdb/verify_claims.hpp"
#include "pdb/verify_orders.hpp"
#include "pdb/verify_space.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace tessera {

namespace {

using verify::Claims;
using verify::Orders;
using verify::Space;
using Word = Orders::Word;

constexpr int most_layers = 255;

// The first entry, in the order of the file, that is not what it should be.
struct Fault {
    std::uint64_t entry = UINT64_MAX;
    int claimed = 0;
    int exact = 0;
};

struct LayerCount {
    std::uint64_t states = 0;
    std::uint64_t placements = 0;  // that appeared for the first time
    Fault fault;
};

void add(LayerCount& into, const LayerCount& more) {
    into.states += more.states;
    into.placements += more.placements;
    if (more.fault.entry < into.fault.entry) into.fault = more.fault;
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
          seen_(space_.sets() * orders_.words() * sizeof(Word)) {
        for (std::size_t s = 0; s < space_.sets(); ++s) sets_[space_.odd(s)].push_back(static_cast<std::uint32_t>(s));
    }

    Verdict run(const std::function<void(int, std::uint64_t)>& on_layer, const std::stop_token& stop) {
        Verdict verdict;
        std::uint64_t placements = 0;
        for (int layer = 0;; ++layer) {
            const LayerCount count = layer == 0 ? start() : advance(layer);
            if (count.fault.entry != UINT64_MAX) {
                verdict.fault = "entry " + std::to_string(count.fault.entry) + " says " +
                                std::to_string(count.fault.claimed) + ", but the distance is " +
                                std::to_string(count.fault.exact);
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
    [[nodiscard]] Word* seen(std::size_t s) noexcept {
        return reinterpret_cast<Word*>(seen_.data()) + s * orders_.words();
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
                for (std::size_t i = first; i < last; ++i) advance_set(sets[i], layer, work, count);
            },
            add);
    }

    struct Workspace {
        Orders::Scratch scratch;
        std::vector<Word> reached;  // by a row
        std::vector<Word> united;   // over the rows of a set
    };

    void advance_set(std::size_t s, int layer, Workspace& work, LayerCount& count) {
        auto& [scratch, reached, united] = work;
        bool any = false;
        for (std::size_t r = space_.first_row(s); r < space_.first_row(s + 1); ++r) {
            const auto arrivals = space_.arrivals(r);
            const bool fed =
                met_[r] < orders_.orders() && std::any_of(arrivals.begin(), arrivals.end(),
                                                          [&](const Space::Arrival& a) { return alive_[a.row] != 0; });
            if (!fed) {
                if (alive_[r]) std::fill_n(row(r), orders_.words(), 0);
                alive_[r] = 0;
                continue;
            }
            std::fill(reached.begin(), reached.end(), 0);
            for (const Space::Arrival& a : arrivals)
                if (alive_[a.row]) orders_.move(row(a.row), a.before, a.after, reached.data(), scratch);
            if (!any) std::fill(united.begin(), united.end(), 0);
            const std::uint64_t states = keep_new(row(r), reached.data(), united.data());
            met_[r] += states;
            count.states += states;
            alive_[r] = states != 0;
            any |= states != 0;
        }
        if (any) check(s, layer, united.data(), count);
    }

    // The new layer of a row is what was reached without what is there; it takes its place and joins `united`.
    std::uint64_t keep_new(Word* mine, const Word* reached, Word* united) const noexcept {
        std::uint64_t states = 0;
        for (std::size_t w = 0; w < orders_.words(); ++w) {
            const Word fresh = reached[w] & ~mine[w];
            mine[w] = fresh;
            united[w] |= fresh;
            states += static_cast<unsigned>(std::popcount(fresh));
        }
        return states;
    }

    // Placements of a set that are new in this layer must claim it.
    void check(std::size_t s, int layer, const Word* reached, LayerCount& count) {
        Word* const known = seen(s);
        for (std::size_t w = 0; w < orders_.words(); ++w) {
            const Word fresh = reached[w] & ~known[w];
            if (fresh == 0) continue;
            known[w] |= fresh;
            count.placements += static_cast<unsigned>(std::popcount(fresh));
            if (const Word wrong = fresh & ~claims_.claiming(s, w, layer); wrong != 0) [[unlikely]] {
                const auto bit = static_cast<std::size_t>(std::countr_zero(wrong));
                const std::uint64_t entry = claims_.first_entry(s, w) + bit;
                if (entry < count.fault.entry) count.fault = {entry, claims_.claimed(s, w, bit), layer};
            }
        }
    }

    const Table& table_;
    Space space_;
    Orders orders_;
    LoopTeam team_;
    Claims claims_;
    std::vector<std::uint32_t> sets_[2];  // by the parity of their layers
    HugeArray layer_;                  // by row: the states of the last layer that a row took part in
    std::vector<std::uint8_t> alive_;  // by row: is that layer not empty?
    std::vector<std::uint64_t> met_;   // by row: states so far; a row with all of them gets no more
    HugeArray seen_;                   // by set: placements that have appeared
};

}  // namespace

Verdict verify_table(const Table& table, unsigned threads, const std::function<void(int, std::uint64_t)>& on_layer,
                     std::stop_token stop) {
    return Verifier(table, threads).run(on_layer, stop);
}

}  // namespace tessera
