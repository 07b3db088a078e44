// SPDX-License-Identifier: Apache-2.0
#include "pdb/bit_layers.hpp"

#include "pdb/row_ops.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include <bit>
#include <chrono>
#include <span>

namespace tessera {

namespace {

// What one worker needs for itself, made at its first need.
struct Worker {
    HugeArray memory;
    std::array<std::uint8_t*, 2> scratch{};
    std::uint8_t* reached = nullptr;
    std::uint8_t* all = nullptr;  // new in any row of the set
    std::uint64_t states = 0;
    std::uint64_t entries = 0;

    void prepare(std::size_t row_bytes) {
        if (reached) return;
        const std::size_t size = row_bytes + rows::slack;
        memory = HugeArray(4 * size);
        scratch = {memory.data(), memory.data() + size};
        reached = memory.data() + 2 * size;
        all = memory.data() + 3 * size;
    }
};

// One bitmap is enough.  Every move changes the parity of its set, so the rows of one parity hold the last layer while
// the rows of the other still hold the one before, and a move leads from a layer only to the next or to the one before:
// the new layer is what the last layer reaches, without the bits that are there already; it takes their place.
// Each row is written by the one worker that owns its set, and read only in the following layer.
class LayerSearch {
public:
    LayerSearch(const PatternSpace& space, const RowMoves& moves, unsigned threads)
        : space_(space),
          moves_(moves),
          row_bytes_(moves.row_bytes()),
          team_(threads),
          memory_((space.rows() + space.sets()) * row_bytes_ + rows::slack),
          met_(space.rows()),
          active_(space.rows()),
          known_(space.sets()) {
        // The goal is in order: bit 0 of its row.
        row(space.goal_row())[0] = 1;
        met_[space.goal_row()] = 1;
        active_[space.goal_row()] = 1;
        seen(space.goal_set())[0] = 1;
        known_[space.goal_set()] = 1;
        result_.first_layer.resize(space.sets());
        result_.states = 1;
        result_.entries = 1;
    }

    // Returns false when there is no such layer any more.
    bool search_layer(int layer) {
        open_planes(layer);
        const std::vector<std::uint32_t>& sets = space_.sets_of_parity(layer);
        const std::size_t grain = 1 + 32768 / row_bytes_;
        const Worker total = team_.reduce_ranges<Worker>(
            sets.size(), grain,
            [&](std::size_t first, std::size_t last, Worker& worker) {
                worker.prepare(row_bytes_);
                for (std::size_t i = first; i < last; ++i) search_set(sets[i], layer, worker);
            },
            [](Worker& into, const Worker& mine) {
                into.states += mine.states;
                into.entries += mine.entries;
            });
        result_.states += total.states;
        result_.entries += total.entries;
        result_.sum += total.entries * static_cast<std::uint64_t>(layer);
        if (total.states > 0) result_.depth = layer;
        return total.states > 0;
    }

    [[nodiscard]] const LayerPlanes& result() const noexcept { return result_; }
    [[nodiscard]] LayerPlanes take_result() noexcept {
        result_.spare = std::move(memory_);
        return std::move(result_);
    }

private:
    std::uint8_t* row(std::uint32_t r) { return memory_.data() + r * row_bytes_; }
    std::uint8_t* seen(std::uint32_t set) { return row(space_.rows()) + set * row_bytes_; }
    std::uint8_t* plane(std::size_t i, std::uint32_t set) { return result_.planes[i].data() + set * row_bytes_; }

    // Planes for the largest code of a layer.  What is never written costs no memory.
    void open_planes(int layer) {
        while (result_.planes.size() < static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(layer) / 2)))
            result_.planes.emplace_back(space_.sets() * row_bytes_ + rows::slack);
    }

    void search_set(std::uint32_t set, int layer, Worker& worker) {
        bool any = false;
        for (std::uint32_t r = space_.first_row(set); r < space_.end_row(set); ++r) {
            const std::uint64_t count = search_row(r, worker, any);
            worker.states += count;
            any |= count > 0;
        }
        const std::uint64_t orders = moves_.orders();
        if (!any || known_[set] == orders) return;
        const std::uint64_t fresh = rows::first_seen(worker.all, seen(set), row_bytes_);
        if (fresh == 0) return;
        if (known_[set] == 0) result_.first_layer[set] = static_cast<std::uint8_t>(layer);
        known_[set] += static_cast<std::uint32_t>(fresh);
        worker.entries += fresh;
        unsigned code = static_cast<unsigned>(layer - result_.first_layer[set]) / 2;
        for (unsigned i = 0; code != 0; code >>= 1, ++i)
            if (code & 1) rows::unite(plane(i, set), worker.all, row_bytes_);
    }

    // Pulls the new layer into a row; the result is the number of its states.  `joined`: an earlier row of the set has
    // left its new bits in worker.all already.
    std::uint64_t search_row(std::uint32_t r, Worker& worker, bool joined) {
        const auto pulls = std::span(space_.first_pull(r), space_.end_pull(r));
        bool reachable = false;
        if (met_[r] < moves_.orders())
            for (const PatternSpace::Pull& pull : pulls)
                if (active_[pull.source]) {
                    if (!reachable) std::memset(worker.reached, 0, row_bytes_);
                    reachable = true;
                    moves_.pull(worker.reached, row(pull.source), pull.from, pull.to, worker.scratch);
                }
        if (!reachable) {
            if (active_[r]) std::memset(row(r), 0, row_bytes_);
            active_[r] = 0;
            return 0;
        }
        if (!joined) std::memset(worker.all, 0, row_bytes_);
        const std::uint64_t count = rows::keep_new(row(r), worker.reached, worker.all, row_bytes_);
        met_[r] += static_cast<std::uint32_t>(count);
        active_[r] = count > 0;
        return count;
    }

    const PatternSpace& space_;
    const RowMoves& moves_;
    std::size_t row_bytes_;
    LoopTeam team_;
    HugeArray memory_;                  // the layers by row, then what was seen by set
    std::vector<std::uint32_t> met_;    // by row: states met; a row with all of them gets no new ones
    std::vector<std::uint8_t> active_;  // by row: has bits
    std::vector<std::uint32_t> known_;  // by set: entries known
    LayerPlanes result_;
};

}  // namespace

LayerPlanes search_layers(const PatternSpace& space, const RowMoves& moves, unsigned threads,
                          const OnBuildProgress& on_progress, std::stop_token stop) {
    const auto begin = std::chrono::steady_clock::now();
    LayerSearch search(space, moves, threads);
    for (int layer = 1; search.search_layer(layer); ++layer) {
        if (stop.stop_requested()) throw Error(ExitCode::interrupted, "the building of a table was interrupted");
        if (on_progress)
            on_progress({layer, search.result().states, search.result().entries, space.sets() * moves.orders(),
                         std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()});
    }
    return search.take_result();
}

}  // namespace tessera
