// SPDX-License-Identifier: Apache-2.0
// What a deepening search does on account of the other ranks: pieces of a round go to those who have none.  Without
// other ranks there is no link.
#pragma once

#include "tessera/core/result.hpp"
#include "tessera/core/saved_search.hpp"
#include "tessera/parallel/fleet.hpp"
#include "tessera/search/saved_way.hpp"
#include "tessera/search/subtree.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tessera {

// What was counted and cut in a round.
struct RoundTally {
    Stats stats;
    Cost next_bound = no_bound;
    bool seen_all = true;

    RoundTally& operator+=(const RoundTally& other) noexcept {
        stats += other.stats;
        next_bound = std::min(next_bound, other.next_bound);
        seen_all = seen_all && other.seen_all;
        return *this;
    }
};

// Why a rank gave a round up: a solution, or a limit of its own.
struct RoundEnd {
    bool early = false;
    Outcome outcome = Outcome::solved;
    Limit limit = Limit::none;
    SavedWay solution;
};

// Rank 0 leads: it alone knows the rounds, and it holds the pieces that are on offer.  The others serve: they wait for
// pieces, search them within the bound that comes along, and ask for more, with the tally of their round so far.  When
// somebody waits and nothing is on offer, rank 0 asks some of those who work for a part of what they have, its own crew
// included.
//
// Every piece passes through rank 0 and a rank's words arrive in order, so that rank 0 knows who works: those who were
// dealt pieces and have not asked since.  A round is over when nobody works and nothing is on offer; its sums are then
// at hand.  A round that is over in a moment never leaves rank 0.
//
// One thread of a rank uses its link: the leader of the crew.
template <Domain D, class H>
class PieceLink {
public:
    using WorkPiece = Piece<D, typename H::Trace>;

    PieceLink(Fleet& fleet, const D& domain, const H& heuristic)
        : fleet_(fleet), domain_(domain), heuristic_(heuristic), ranks_(fleet.ranks()) {}

    [[nodiscard]] bool leads() const noexcept { return fleet_.rank() == 0; }
    [[nodiscard]] Fleet& fleet() noexcept { return fleet_; }

    // Pieces are told by the way to them from here.
    void set_root(const WorkPiece& root) { root_ = root; }

    // A part of our pieces is wanted elsewhere.
    [[nodiscard]] bool wants() const noexcept { return wants_; }
    // The least room of a piece that is worth the journey.
    [[nodiscard]] Cost grain() const noexcept { return grain_; }
    // All are to give the round up.
    [[nodiscard]] bool halted() const noexcept { return end_.early || over_; }

    // Takes words that have arrived, and acts on them; between handfuls of work.
    void look() {
        while (fleet_.fetch_word(word_)) read_word();
        if (leads() && !halted()) manage();
    }
    // The same, but not at every call.
    void look_now_and_then() {
        if (const auto now = Clock::now(); now - looked_ >= between_looks) {
            looked_ = now;
            look();
        }
    }

    // Hands over pieces for those who want some.
    void give(std::vector<WorkPiece>& pieces) {
        wants_ = false;
        if (leads()) {
            for (const WorkPiece& piece : pieces) offered_.push_back(saved(piece));
            manage();
        } else {
            ByteWriter letter;
            letter.add(Word::offer);
            for (const WorkPiece& piece : pieces) write(letter, saved(piece));
            fleet_.tell(0, std::move(letter.bytes()));
        }
        pieces.clear();
    }

    // For rank 0.
    void begin_round(Cost bound) {
        ++round_;
        bound_ = bound;
        ranks_.assign(fleet_.ranks(), {});
        offered_.clear();
        wants_ = false;
        begin_work();
        looked_ = {};  // others wait from the beginning: look up at the first chance
        waited_ = {};  // for nobody
    }
    // Own work is done: pieces that others have to offer.  Nothing: the round is over everywhere, or halted.  Calls
    // look_up() while it waits; true: stop waiting.
    template <class LookUp>
    [[nodiscard]] std::vector<WorkPiece> take_offered(LookUp look_up) {
        change_grain(verdict());
        hungry_ = true;
        wants_ = false;
        for (int idle = 0;; nap(++idle)) {
            look();
            if (halted() || look_up() || !hungry_ || !anybody_works()) break;
        }
        hungry_ = false;
        begin_work();
        return std::exchange(dealt_, {});
    }
    // Ends the round early, and waits until everybody has noticed.
    void halt() {
        if (!end_.early) end_.early = true;
        for (unsigned rank = 1; rank < ranks_.size(); ++rank)
            if (ranks_[rank].works) fleet_.tell(rank, ByteWriter().add(Word::halt).bytes());
        for (int idle = 0; anybody_works(); nap(++idle)) look();
    }
    // Of the other ranks, when none of them works.
    [[nodiscard]] RoundTally tally() const {
        RoundTally sum;
        for (const Servant& servant : ranks_) sum += servant.tally;
        return sum;
    }
    // If another rank ended the round early: why.
    [[nodiscard]] const RoundEnd& end() const noexcept { return end_; }

    // For the others: waits for pieces; false: the search is over.  Calls look_up() meanwhile.
    template <class LookUp>
    [[nodiscard]] bool wait_for_pieces(LookUp look_up) {
        for (int idle = 0; dealt_.empty() && !over_; nap(++idle)) {
            look();
            look_up();
        }
        return !over_;
    }
    [[nodiscard]] std::uint64_t round() const noexcept { return round_; }
    [[nodiscard]] Cost bound() const noexcept { return bound_; }
    [[nodiscard]] std::vector<WorkPiece> take_dealt() {
        wants_ = false;
        begin_work();
        if (std::exchange(worked_in_, round_) != round_) waited_ = {};  // for the round to begin
        return std::exchange(dealt_, {});
    }
    // Nothing left here.  If the round ends early on our account, for the reason that is given.
    void ask(const RoundTally& tally, const RoundEnd& end) {
        fleet_.tell(0, std::move(ByteWriter()
                                     .add(Word::ask)
                                     .add(verdict())
                                     .add(tally)
                                     .add(end.early)
                                     .add(end.outcome)
                                     .add(end.limit)
                                     .add_list(end.solution)
                                     .bytes()));
    }

    // The search is over.  All ranks get the result of rank 0, with the workers of all of them.  Collective.
    void finish(SearchResult<D>& result) {
        if (leads()) fleet_.tell_others(ByteWriter().add(Word::over).bytes());
        fleet_.settle();
        ByteWriter mine;
        mine.add_list(std::exchange(result.workers, {}));
        if (leads())
            mine.add(result.outcome)
                .add(result.limit)
                .add(result.lower_bound)
                .add(result.stats)
                .add_list(result.iterations)
                .add_list(number_moves(domain_, root_.state, result.path));
        const auto all = fleet_.exchange(mine.bytes());
        for (unsigned rank = 0; rank < all.size(); ++rank) {
            ByteReader reader(all[rank]);
            for (const Stats& stats : reader.template take_list<Stats>()) result.workers.push_back(stats);
            if (rank > 0 || leads()) continue;
            result.outcome = reader.template take<Outcome>();
            result.limit = reader.template take<Limit>();
            result.lower_bound = reader.template take<Cost>();
            result.stats = reader.template take<Stats>();
            result.iterations = reader.template take_list<Iteration>();
            result.path = *read_moves(domain_, root_.state, reader.template take_list<std::uint8_t>());
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    enum class Word : std::uint8_t { deal, share, offer, ask, halt, over };

    // A rank, as rank 0 knows it.
    struct Servant {
        bool works = false;
        bool asked = false;  // for a part of its pieces
        RoundTally tally;
    };

    // A look costs about a microsecond; who waits for pieces waits about this long.
    static constexpr std::chrono::microseconds between_looks{50};

    // Pieces should last many times as long as somebody has waited for them.
    static constexpr int worthwhile = 32;

    void begin_work() {
        looked_ = Clock::now();
        waited_ = looked_ - std::exchange(since_, looked_);
    }
    // At the end of the work: by how much the grain should change.
    [[nodiscard]] Cost verdict() {
        const auto now = Clock::now();
        const auto lasted = now - std::exchange(since_, now);
        if (lasted < worthwhile * waited_) return 1;
        return waited_ > Clock::duration{} && lasted > 2 * worthwhile * waited_ ? -1 : 0;
    }
    void change_grain(Cost by) { grain_ = std::max(0, grain_ + by); }

    // Long waits must not cost the processor, short ones not a sleep, which lasts longer than it was meant to.
    static void nap(int idle) {
        if (idle < 2000)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds(idle < 10'000 ? 50 : 1000));
    }

    void read_word() {
        ByteReader reader(word_.content);
        switch (reader.take<Word>()) {
            case Word::deal:
                round_ = reader.take<std::uint64_t>();
                bound_ = reader.take<Cost>();
                while (!reader.empty()) dealt_.push_back(piece_at(read(reader)));
                break;
            case Word::share:
                wants_ = true;
                grain_ = reader.take<Cost>();
                break;
            case Word::offer:
                ranks_[word_.from].asked = false;
                while (!reader.empty()) offered_.push_back(read(reader));
                break;
            case Word::ask: {
                Servant& servant = ranks_[word_.from];
                servant.works = servant.asked = false;
                change_grain(reader.take<Cost>());
                servant.tally = reader.take<RoundTally>();
                RoundEnd theirs;
                theirs.early = reader.take<bool>();
                theirs.outcome = reader.take<Outcome>();
                theirs.limit = reader.take<Limit>();
                theirs.solution = reader.take_list<std::uint8_t>();
                // A solution is better news than a limit.
                if (theirs.early && (!end_.early || end_.solution.empty())) end_ = theirs;
                break;
            }
            case Word::halt:
                end_.early = true;
                break;
            case Word::over:
                over_ = true;
                break;
        }
    }

    // Deals all that is on offer to those who wait, a piece to each in turn.  A rank that gets little will ask again,
    // and is heard only when the others look up from their work: so nothing is held back.  If somebody goes
    // empty-handed, asks those who have.
    void manage() {
        std::vector<unsigned> waiting;
        if (hungry_) waiting.push_back(0);
        for (unsigned rank = 1; rank < ranks_.size(); ++rank)
            if (!ranks_[rank].works) waiting.push_back(rank);
        const std::size_t fed = std::min(waiting.size(), offered_.size());
        for (std::size_t i = 0; i < fed; ++i) deal(waiting[i], i, fed);
        if (fed > 0) offered_.clear();
        if (fed < waiting.size()) ask_for_pieces(waiting.size() - fed);
    }

    // Every so many-th piece, from the first one on.
    void deal(unsigned rank, std::size_t first, std::size_t step) {
        if (rank == 0) {
            hungry_ = false;
            for (std::size_t i = first; i < offered_.size(); i += step) dealt_.push_back(piece_at(offered_[i]));
            return;
        }
        ByteWriter letter;
        letter.add(Word::deal).add(round_).add(bound_);
        for (std::size_t i = first; i < offered_.size(); i += step) write(letter, offered_[i]);
        fleet_.tell(rank, std::move(letter.bytes()));
        ranks_[rank].works = true;
    }

    // One after the other is asked (global round robin; Kumar, Grama and Rao 1994), and a few more than there are ranks
    // without work, as some may have nothing to divide.
    void ask_for_pieces(std::size_t hungry) {
        std::size_t asked = wants_;
        for (const Servant& servant : ranks_) asked += servant.asked;
        for (std::size_t seen = 0; seen < ranks_.size() && asked < 2 * hungry; ++seen) {
            turn_ = (turn_ + 1) % static_cast<unsigned>(ranks_.size());
            Servant& servant = ranks_[turn_];
            if (turn_ == 0 ? hungry_ || wants_ : !servant.works || servant.asked) continue;
            ++asked;
            if (turn_ == 0) {
                wants_ = true;
            } else {
                servant.asked = true;
                fleet_.tell(turn_, ByteWriter().add(Word::share).add(grain_).bytes());
            }
        }
    }

    [[nodiscard]] bool anybody_works() const noexcept {
        return std::any_of(ranks_.begin(), ranks_.end(), [](const Servant& servant) { return servant.works; });
    }

    [[nodiscard]] SavedPiece saved(const WorkPiece& piece) const {
        return {number_moves(domain_, root_.state, piece.way), piece.first};
    }
    // Our own pieces come back as they went.
    [[nodiscard]] WorkPiece piece_at(const SavedPiece& piece) const {
        return *walk_to(domain_, heuristic_, root_, piece);
    }
    static void write(ByteWriter& letter, const SavedPiece& piece) { letter.add(piece.first).add_list(piece.way); }
    [[nodiscard]] static SavedPiece read(ByteReader& reader) {
        const auto first = reader.take<unsigned>();
        return {reader.take_list<std::uint8_t>(), first};
    }

    Fleet& fleet_;
    const D& domain_;
    const H& heuristic_;
    WorkPiece root_;
    Letter word_;
    std::uint64_t round_ = 0;
    Cost bound_ = 0;
    bool wants_ = false;
    Cost grain_ = 0;  // rank 0 decides on it
    RoundEnd end_;
    Clock::time_point looked_;
    Clock::time_point since_;      // we have worked, or waited
    Clock::duration waited_{};     // for the pieces in hand
    std::uint64_t worked_in_ = 0;  // round

    // Of rank 0.
    std::vector<Servant> ranks_;       // by rank; the first is itself, and never works in this sense
    std::vector<SavedPiece> offered_;  // those nearest to the root first, as a rule
    bool hungry_ = false;              // has no work itself
    unsigned turn_ = 0;                // who was asked last

    std::vector<WorkPiece> dealt_;  // for ourselves, the next one last
    bool over_ = false;             // for the others: so is the search
};

}  // namespace tessera
