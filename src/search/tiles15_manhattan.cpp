// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/tiles15_manhattan.hpp"

#include "search/pruned_moves.hpp"
#include "search/tile_moves.hpp"
#include "search/tile_waves.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tessera {

namespace {

using namespace tiles15;

// Nodes to a wave: enough to keep its loops long, and a small part of what was searched before, so that searching the
// last wave a second time does not show.
constexpr std::uint64_t smallest_wave = 1 << 17;
constexpr std::uint64_t largest_wave = 1 << 21;
constexpr std::uint64_t wave_part = 64;

// Plain depth-first search, compiled for each cell of the blank and cell it came from.  The path is written on the way
// out of a success, last move first.
class Dive {
public:
    Dive(std::uint64_t goal, int goal_blank, const PrunedMoves* pruned, std::vector<Cell>& path)
        : goal_(goal), goal_blank_(goal_blank), pruned_(pruned), path_(path) {}

    bool run(std::uint64_t board, int blank, int previous, int slack, PrunedMoves::State state) {
        const Entry begin =
            pruned_ ? entry_at<true>(arrival(blank, previous)) : entry_at<false>(arrival(blank, previous));
        return (this->*begin)(board, slack, state);
    }

    Stats stats;

private:
    using Entry = bool (Dive::*)(std::uint64_t, int, PrunedMoves::State);

    template <bool Pruned, int Blank, int Previous>
    static constexpr Entry entry() {
        if constexpr (Previous < 0) return nullptr;
        else
            return &Dive::search<Pruned, Blank, Previous>;
    }
    template <bool Pruned>
    static Entry entry_at(std::size_t arrival);

    template <bool Pruned, int Blank, int Previous>
    bool search(std::uint64_t board, int slack, PrunedMoves::State state) {
        if (board == goal_ && Blank == goal_blank_) return true;
        ++stats.expanded;
        return follow<Pruned, Blank, Previous, 0>(board, slack, state) ||
               follow<Pruned, Blank, Previous, 1>(board, slack, state) ||
               follow<Pruned, Blank, Previous, 2>(board, slack, state) ||
               follow<Pruned, Blank, Previous, 3>(board, slack, state);
    }

    template <bool Pruned, int Blank, int Previous, int D>
    bool follow(std::uint64_t board, int slack, PrunedMoves::State state) {
        constexpr int to = neighbour(Blank, D);
        if constexpr (to < 0 || to == Previous) {
            return false;
        } else {
            if constexpr (Pruned) {
                state = pruned_->next(arrival(Blank, Previous), D)[state];
                if (state == PrunedMoves::none) return false;
            }
            ++stats.generated;
            const std::uint64_t tile = board >> (4 * to) & 15;
            const int left = slack - static_cast<int>(farther(to, Blank) >> tile & 1);
            if (left < 0 || !search<Pruned, to, Blank>(move_blank(board, Blank, to, tile), left, state)) return false;
            path_.push_back(to);
            return true;
        }
    }

    std::uint64_t goal_;
    int goal_blank_;
    const PrunedMoves* pruned_;
    std::vector<Cell>& path_;
};

template <bool Pruned>
Dive::Entry Dive::entry_at(std::size_t arrival) {
    static constexpr auto table = []<int... I>(std::integer_sequence<int, I...>) {
        return std::array{entry<Pruned, I / 4, neighbour(I / 4, I % 4)>()...};
    }(std::make_integer_sequence<int, arrivals>{});
    return table[arrival];
}

}  // namespace

Tiles15Manhattan::Tiles15Manhattan(const SearchTask<D, Manhattan<D>>& task)
    : task_(task),
      domain_(task.domain),
      goal_(renamed(domain_.goal())),
      automaton_(MoveAutomaton::of(grid, task.settings.pruning)) {
    if (task.settings.pruning == Pruning::automaton) pruned_ = std::make_unique<PrunedMoves>(automaton_);
}

Tiles15Manhattan::~Tiles15Manhattan() = default;

void Tiles15Manhattan::begin(Cost bound) {
    bound_ = bound;
    stats = {};
    next_bound = no_bound;
    quota_ = 1;
    looked_ = 0;
}

std::uint64_t Tiles15Manhattan::renamed(const D::State& state) const noexcept {
    std::uint64_t board = 0;
    for (int cell = 0; cell < 16; ++cell)
        if (cell != state.blank) board |= std::uint64_t{domain_.goal_cell(D::tile_at(state, cell))} << (4 * cell);
    return board;
}

bool Tiles15Manhattan::is_goal(const Node& node) const noexcept {
    return node.board == goal_ && node.blank == domain_.goal().blank;
}

std::uint8_t Tiles15Manhattan::pruned_state(const Node& node) const noexcept {
    return pruned_ ? pruned_->number(node.state, node.blank, node.previous) : 0;
}

Ending Tiles15Manhattan::exhaust(const Piece<D, Trace>& piece, Pace& pace) {
    piece_ = &piece;
    pace_ = &pace;
    path.clear();
    rest.clear();
    trail_.clear();
    collected_.clear();
    next_bound = bound_ + 2;  // every way leads to a cut, and a move changes f by 0 or 2
    const Node root{renamed(piece.state), piece.state.blank, piece.back.value_or(no_cell),
                    (bound_ - piece.g - piece.trace) / 2, automaton_.after(task_.start.blank, piece.way)};
    const Ending ending = piece.first == 0 ? enter(root) : expand(root, piece.first);
    return ending == Ending::exhausted ? flush(Ending::exhausted) : ending;
}

Ending Tiles15Manhattan::enter(const Node& node) {
    if (node.slack == TileWaves::max_slack && node.previous != no_cell) {
        collected_.push_back({node, stats, trail_});
        return collected_.size() < quota_ ? Ending::exhausted : flush(Ending::exhausted);
    }
    if (node.slack < TileWaves::max_slack && node.previous != no_cell) {  // too small for waves
        Dive dive(goal_, domain_.goal().blank, pruned_.get(), path);
        const bool found = dive.run(node.board, node.blank, node.previous, node.slack, pruned_state(node));
        stats += dive.stats;
        if (!found) return Ending::exhausted;
        path.insert(path.end(), trail_.rbegin(), trail_.rend());
        return flush(Ending::found);
    }
    if (is_goal(node)) {
        path.assign(trail_.rbegin(), trail_.rend());
        return flush(Ending::found);
    }
    ++stats.expanded;
    return expand(node, 0);
}

Ending Tiles15Manhattan::expand(const Node& node, unsigned first) {
    const auto moves = grid.neighbours(node.blank);
    for (unsigned i = first; i < moves.size(); ++i) {
        const Cell to = moves[i];
        const MoveAutomaton::State state = automaton_.next(node.state, grid.direction_number(node.blank, to));
        if (state == MoveAutomaton::none) continue;
        ++stats.generated;
        const std::uint64_t tile = node.board >> (4 * to) & 15;
        const int slack = node.slack - static_cast<int>(farther(to, node.blank) >> tile & 1);
        if (slack < 0) continue;
        trail_.push_back(to);
        const Ending ending = enter({move_blank(node.board, node.blank, to, tile), to, node.blank, slack, state});
        trail_.pop_back();
        if (ending == Ending::paused && i + 1 < moves.size()) leave(node, i + 1);
        if (ending != Ending::exhausted) return ending;
    }
    return Ending::exhausted;
}

// Exhausts what was collected.  `ending` is how the search came to this point otherwise; a goal in one of the collected
// subtrees comes before it.
Ending Tiles15Manhattan::flush(Ending ending) {
    if (collected_.empty()) return ending;
    if (!waves_) waves_ = std::make_unique<TileWaves>(goal_, domain_.goal().blank, pruned_.get());
    for (const Collected& c : collected_)
        waves_->add(c.root.board, c.root.blank, c.root.previous, c.root.slack, pruned_state(c.root));
    const TileWaves::Count count = waves_->run();
    if (count.goal) return search_again();

    stats.expanded += count.expanded;
    stats.generated += count.generated;
    const std::uint64_t wave = std::clamp(stats.generated / wave_part, smallest_wave, largest_wave);
    const std::uint64_t average = std::max<std::uint64_t>(1, count.generated / collected_.size());
    quota_ = static_cast<std::size_t>(std::max<std::uint64_t>(1, wave / average));
    collected_.clear();
    if (ending == Ending::exhausted && stats.generated - looked_ >= Budget::stride) {
        looked_ = stats.generated;
        if (!pace_->go_on(stats.generated)) return Ending::paused;
    }
    return ending;
}

// The collected subtrees in their order, up to the goal that is in one of them.
Ending Tiles15Manhattan::search_again() {
    path.clear();
    Dive dive(goal_, domain_.goal().blank, pruned_.get(), path);
    for (const Collected& c : collected_) {
        if (!dive.run(c.root.board, c.root.blank, c.root.previous, c.root.slack, pruned_state(c.root))) continue;
        stats = c.before;
        stats += dive.stats;
        path.insert(path.end(), c.trail.rbegin(), c.trail.rend());
        break;
    }
    return Ending::found;
}

// Writes down a node that has moves left; the trail leads to it.
void Tiles15Manhattan::leave(const Node& node, unsigned first) {
    D::State state{0, node.blank};
    for (int cell = 0; cell < 16; ++cell)
        if (cell != node.blank) {
            const int home = static_cast<int>(node.board >> (4 * cell) & 15);
            state.board |= static_cast<std::uint64_t>(D::tile_at(domain_.goal(), home)) << (4 * cell);
        }
    Piece<D, Trace> piece{state, 0, piece_->g + static_cast<Cost>(trail_.size()), std::nullopt, piece_->way, first};
    piece.trace = bound_ - piece.g - 2 * node.slack;
    if (node.previous != no_cell) piece.back = node.previous;
    piece.way.insert(piece.way.end(), trail_.begin(), trail_.end());
    rest.push_back(std::move(piece));
}

}  // namespace tessera
