// SPDX-License-Identifier: Apache-2.0
// The driver of the deepening searches: rounds of growing bounds, workers that share the tree of a round, limits.
#pragma once

#include "tessera/core/error.hpp"
#include "tessera/core/saved_search.hpp"
#include "tessera/parallel/work_pool.hpp"
#include "tessera/search/piece_link.hpp"
#include "tessera/search/saved_way.hpp"
#include "tessera/search/subtree.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace tessera {

// Raises the bound to the least f that was cut until a goal is found, nothing was cut, or the budget ends.  As the
// bound never skips a value that a solution could have, the first solution is optimal.
//
// A round begins with one piece, the root, in the hands of the leader, who is the calling thread.  A worker that finds
// no work waits in the pool.  A kernel that hears of it pauses, and its worker gives away every second of the pieces
// that are left: a share of the subtrees at every depth, hence of small and large ones (alternate-node stack splitting,
// Kumar and Rao 1987).  A node is generated once, by whoever holds its parent, so that a completed round counts the
// same nodes at any number of workers; with one worker the order is that of plain depth-first search.
//
// Helpers start only when a search has lasted long enough to make up for it.  Between rounds they wait in the pool, and
// the leader merges their counts.
//
// Where several processes search together, rank 0 goes through the rounds, and the others serve it with the crews they
// have: their leaders pass pieces from rank to rank (piece_link.hpp).
template <class Kernel, Domain D, HeuristicFor<D> H>
    requires SubtreeKernel<Kernel, D, H>
class Deepening {
public:
    explicit Deepening(const D& domain, const H& heuristic, const Settings& settings, const Observer<D>* observer)
        : budget_(settings),
          task_{domain, heuristic, settings, budget_, observer},
          threads_(Kernel::divisible && !observer ? std::max(1u, settings.threads) : 1) {
        workers_.push_back(std::make_unique<Worker>(*this, true));
        if (!settings.fleet || settings.fleet->ranks() == 1) return;
        if (!Kernel::divisible || observer || settings.store)
            throw UnsupportedError("this search cannot be divided among processes; run it in one");
        link_.emplace(*settings.fleet, domain, heuristic);
    }

    ~Deepening() {
        pool_.recall();  // if an exception passed by: nobody is to finish the round
        pool_.dismiss();
        helpers_.clear();  // joins
    }

    Deepening(const Deepening&) = delete;
    Deepening& operator=(const Deepening&) = delete;

    SearchResult<D> run(const typename D::State& start) {
        task_.start = start;
        const WorkPiece root{start, task_.heuristic.start(start), 0, std::nullopt, {}, 0};
        if (!link_) return lead(root);
        try {
            link_->set_root(root);
            SearchResult<D> result = link_->leads() ? lead(root) : serve(root);
            link_->finish(result);
            return result;
        } catch (...) {
            link_->fleet().abandon();
            throw;
        }
    }

private:
    using Clock = std::chrono::steady_clock;
    using WorkPiece = Piece<D, typename H::Trace>;

    // Goes through the rounds.
    SearchResult<D> lead(const WorkPiece& root) {
        SearchResult<D> result;
        result.stats.generated = 1;
        Round round;
        round.bound = task_.heuristic.value(root.trace);
        round.pieces = {root};
        if (task_.settings.store && restore(root, result, round)) return result;
        for (;;) {
            result.lower_bound = round.bound;
            if (round.bound > task_.settings.limits.cost || round.bound > task_.settings.limits.depth) {
                result.outcome = Outcome::limit_reached;
                result.limit = Limit::cost;
                break;
            }
            if (task_.observer) (*task_.observer)({Event::round, root.state, 0, 0, 0, round.bound, round.bound});
            search_round(root, result, round);

            const bool completed = !solution_ && !budget_.stopped();
            if (!completed && !solution_) {
                result.outcome = budget_.outcome();
                result.limit = budget_.limit();
            }
            if (!completed && !solution_ && task_.settings.store) save(root, result, round);
            result.stats.stored = 0;  // of the last round, not of all
            result.stats += round.stats;
            result.iterations.push_back({round.bound, round.stats, round.seconds, completed});
            if (task_.settings.on_iteration) task_.settings.on_iteration(result.iterations.back());
            if (solution_) {
                result.outcome = Outcome::solved;
                result.path = *solution_;
                save_end(root, result, round);
                break;
            }
            if (!completed) break;
            if (round.seen_all) {
                result.outcome = Outcome::unsolvable;
                save_end(root, result, round);
                break;
            }
            Round next;
            next.bound = round.next_bound;
            next.pieces = {root};
            round = std::move(next);
            if (task_.settings.store && task_.settings.store->due()) save(root, result, round);
        }
        result.stats.pops = result.stats.generated;  // every node is taken up as soon as it is made
        for (const auto& worker : workers_) result.workers.push_back(worker->total);
        return result;
    }

    // On the ranks but the first: searches what comes, until the search is over.
    SearchResult<D> serve(const WorkPiece& root) {
        Worker& leader = *workers_.front();
        std::uint64_t round = 0;
        bool told = false;  // that our budget is at its end
        const auto close_round = [&] {
            for (const auto& worker : workers_) {
                worker->total += worker->kernel.stats;
                worker->begin(bound_);
            }
        };
        const auto tell_end = [&] {
            if (told || !budget_.charge(0, bound_)) return;
            told = true;
            link_->ask(tally(), round_end(root));
        };
        while (link_->wait_for_pieces(tell_end)) {
            if (link_->round() != round) {
                bound_ = link_->bound();
                close_round();
                round = link_->round();
            }
            leader.stack = link_->take_dealt();
            do work(leader);
            while (wait_for_work(leader.stack));
            (void)pool_.collect();  // of a round that was given up
            if (failure_) std::rethrow_exception(failure_);
            told = budget_.stopped();
            link_->ask(tally(), round_end(root));
        }
        close_round();
        SearchResult<D> result;
        for (const auto& worker : workers_) result.workers.push_back(worker->total);
        return result;
    }

    // A search that is over sooner than this is not worth a thread.
    static constexpr std::chrono::microseconds alone{300};
    // To be asked for work again within this time is soon, or late.
    static constexpr std::chrono::microseconds soon{500}, late{4000};

    struct Round {
        Cost bound = 0;
        std::vector<WorkPiece> pieces;  // what is to be searched, the next one last
        Stats stats;
        Cost next_bound = no_bound;
        bool seen_all = true;
        double seconds = 0;
    };

    // All that a worker touches.  Its stack holds pieces, the next one last.
    struct Worker final : Pace {
        Worker(Deepening& owner, bool is_leader) : kernel(owner.task_), driver(owner), leader(is_leader) {}

        bool go_on(std::uint64_t generated) override {
            driver.budget_.charge(generated - charged, bound);
            charged = generated;
            if (driver.wants_helpers()) driver.start_helpers();
            if (driver.wants_to_save(*this)) driver.pool_.recall();
            if (driver.link_ && leader) driver.look_at_link();
            return !driver.budget_.stopped() && !driver.pool_.attention() && !driver.wanted_elsewhere(*this);
        }

        bool sharing() const override { return !driver.budget_.stopped() && !driver.pool_.recalled(); }

        void begin(Cost new_bound) {
            bound = new_bound;
            charged = 0;
            kernel.begin(new_bound);
        }

        Kernel kernel;
        Deepening& driver;
        const bool leader;  // the calling thread; known without a look at the list of workers, which may grow
        std::vector<WorkPiece> stack;
        Cost bound = 0;
        std::uint64_t charged = 0;  // nodes of this round that the budget knows of
        Cost grain = 0;             // the least room of a piece that is worth giving away
        Clock::time_point gave{};   // when it last gave some
        Stats total;                // of all rounds
    };

    // Searches all that there is to be searched, or until a goal is found or the budget ends.  Then the pieces are
    // those that are left.
    void search_round(const WorkPiece& root, const SearchResult<D>& result, Round& round) {
        const Round before = round;  // a resumed round begins with what it had counted
        const auto begin = Clock::now();
        for (const auto& worker : workers_) worker->begin(round.bound);
        bound_ = round.bound;
        if (link_) link_->begin_round(round.bound);
        Worker& leader = *workers_.front();
        for (;;) {
            leader.stack = std::move(round.pieces);
            do work(leader);
            while (wait_for_work(leader.stack));
            round.pieces = pool_.collect();
            if (failure_) std::rethrow_exception(failure_);
            if (link_ && go_on_elsewhere(root, round)) continue;

            RoundTally sum{before.stats, before.next_bound, before.next_bound == no_bound};
            sum += tally();
            if (link_) sum += link_->tally();
            round.stats = sum.stats;
            round.next_bound = sum.next_bound;
            round.seen_all = sum.seen_all;
            round.seconds = before.seconds + std::chrono::duration<double>(Clock::now() - begin).count();
            if (round.pieces.empty() || solution_ || budget_.stopped()) break;
            save(root, result, round);
        }
        for (const auto& worker : workers_) worker->total += worker->kernel.stats;
    }

    // Works until the stack is empty or all are called back.
    void work(Worker& me) {
        while (!me.stack.empty()) {
            if (budget_.stopped()) pool_.recall();
            if (pool_.recalled()) return pool_.give(me.stack);
            if (pool_.attention() || wanted_elsewhere(me)) give_half(me);

            const WorkPiece piece = std::move(me.stack.back());
            me.stack.pop_back();
            Ending ending = me.kernel.exhaust(piece, me);
            if constexpr (requires { me.kernel.resume(me); })
                while (ending == Ending::shared) {
                    give(me, me.kernel.rest);
                    ending = me.kernel.resume(me);
                }
            budget_.charge(me.kernel.stats.generated - me.charged, me.bound);
            me.charged = me.kernel.stats.generated;
            if (ending == Ending::found) {
                report(piece, me.kernel.path);
                pool_.recall();
            } else if (ending == Ending::paused) {
                me.stack.insert(me.stack.end(), std::make_move_iterator(me.kernel.rest.rbegin()),
                                std::make_move_iterator(me.kernel.rest.rend()));
            }
        }
    }

    // Gives every second of the pieces that are large enough and next in the order of depth-first search.  Then the
    // others search close by, and in the last round a goal that one worker would meet soon is met sooner by several.
    // How large a piece will be, its room tells: what is left between the bound and f.  Who is asked again too soon
    // gives larger pieces the next time; what is large enough for another rank, the link knows.  At last, if none is
    // large, every second piece, the largest first.
    void give_half(Worker& me) {
        if (me.stack.size() < 2) return;
        const bool to_others = gives_elsewhere(me);
        if (const auto now = Clock::now(); !to_others) {
            if (now - me.gave < soon)
                ++me.grain;
            else if (now - me.gave > late && me.grain > 0)
                --me.grain;
            me.gave = now;
        }
        const Cost grain = to_others ? link_->grain() : me.grain;

        const auto room = [&](const WorkPiece& piece) {
            return me.bound - piece.g - task_.heuristic.value(piece.trace);
        };
        Cost least = no_bound, most = no_bound;
        for (auto piece = me.stack.rbegin(); piece != me.stack.rend() && least == no_bound; ++piece)
            if (room(*piece) >= grain) least = most = room(*piece);
        if (least == no_bound) least = 0;  // none is large
        std::vector<WorkPiece> mine, theirs;
        std::size_t seen = 0;
        for (WorkPiece& piece : me.stack) {
            const bool fits = room(piece) >= least && room(piece) <= most;
            (fits && seen++ % 2 == 0 && (&piece != &me.stack.back() || !mine.empty()) ? theirs : mine)
                .push_back(std::move(piece));
        }
        me.stack = std::move(mine);
        give(me, theirs);
    }

    // To those who wait here; if nobody does, it was another rank that asked.
    void give(const Worker& me, std::vector<WorkPiece>& pieces) {
        if (gives_elsewhere(me)) link_->give(pieces);
        else pool_.give(pieces);
    }

    // The leader's next pieces from our own helpers; false: all is done here.
    [[nodiscard]] bool wait_for_work(std::vector<WorkPiece>& into) {
        if (!link_) return pool_.lead(into);
        return pool_.lead(into, std::chrono::microseconds(100), [this] { look_at_link(); });
    }

    [[nodiscard]] bool gives_elsewhere(const Worker& me) const noexcept {
        return !pool_.attention() && wanted_elsewhere(me);
    }
    [[nodiscard]] bool wanted_elsewhere(const Worker& me) const noexcept {
        return link_ && me.leader && link_->wants();
    }
    void look_at_link() {
        link_->look_now_and_then();
        if (link_->halted()) pool_.recall();
    }

    // On rank 0, when nothing is left to do here.  True: there are pieces of other ranks to go on with.
    [[nodiscard]] bool go_on_elsewhere(const WorkPiece& root, Round& round) {
        const auto may_go_on = [&] { return !solution_ && !budget_.stopped() && !link_->halted(); };
        if (may_go_on()) round.pieces = link_->take_offered([&] { return budget_.charge(0, round.bound); });
        if (may_go_on()) return !round.pieces.empty();
        link_->halt();
        const RoundEnd& end = link_->end();
        if (const auto path = read_moves(task_.domain, root.state, end.solution); !end.solution.empty()) solution_ = path;
        else if (!solution_) budget_.stop(end.outcome, end.limit);
        return false;
    }

    // Of our own workers in this round.
    [[nodiscard]] RoundTally tally() const {
        RoundTally sum;
        for (const auto& worker : workers_)
            sum += {worker->kernel.stats, worker->kernel.next_bound, worker->kernel.seen_all()};
        return sum;
    }
    [[nodiscard]] RoundEnd round_end(const WorkPiece& root) const {
        RoundEnd end;
        end.early = solution_ || budget_.stopped();
        if (solution_) {
            end.solution = number_moves(task_.domain, root.state, *solution_);
        } else if (end.early) {
            end.outcome = budget_.outcome();
            end.limit = budget_.limit();
        }
        return end;
    }

    // The first solution is the answer; all that workers find in the same round have the same length.
    void report(const WorkPiece& piece, const std::vector<typename D::Move>& path) {
        const std::lock_guard lock(report_);
        if (solution_) return;
        solution_ = piece.way;
        solution_->insert(solution_->end(), path.rbegin(), path.rend());
    }

    // Called by the leader alone until there are helpers.
    [[nodiscard]] bool wants_helpers() const noexcept {
        return !helped_ && threads_ > 1 && Clock::now() - begin_ > alone;
    }

    void start_helpers() {
        helped_ = true;
        for (unsigned i = 1; i < threads_; ++i) {
            workers_.push_back(std::make_unique<Worker>(*this, false));
            Worker& helper = *workers_.back();
            helper.begin(bound_);
            pool_.enlist();
            try {
                helpers_.emplace_back([this, &helper] { help(helper); });
            } catch (const std::system_error&) {  // the system gives no more threads: go on with those we have
                pool_.discharge();
                workers_.pop_back();
                return;
            }
        }
    }

    // The leader calls the others back when it is time to save; a kernel that leaves no rest is saved only between
    // rounds.
    [[nodiscard]] bool wants_to_save(const Worker& worker) const {
        if (!Kernel::divisible || !task_.settings.store || !worker.leader) return false;
        return task_.settings.store->due();
    }

    [[nodiscard]] SavedSearch saved(const SearchResult<D>& result, const Round& round) const {
        SavedSearch saved;
        saved.bound = round.bound;
        saved.stats = result.stats;
        saved.iterations = result.iterations;
        saved.seconds = result.seconds_before + std::chrono::duration<double>(Clock::now() - begin_).count();
        return saved;
    }

    void save(const WorkPiece& root, const SearchResult<D>& result, const Round& round) const {
        SavedSearch saved = this->saved(result, round);
        if (Kernel::divisible) {
            saved.round_stats = round.stats;
            saved.next_bound = round.next_bound;
            saved.round_seconds = round.seconds;
            for (const WorkPiece& piece : round.pieces)
                saved.pieces.push_back({number_moves(task_.domain, root.state, piece.way), piece.first});
        } else {
            saved.next_bound = no_bound;
            saved.pieces.push_back({});
        }
        task_.settings.store->save(saved);
    }

    void save_end(const WorkPiece& root, const SearchResult<D>& result, const Round& round) const {
        if (!task_.settings.store) return;
        SavedSearch saved = this->saved(result, round);
        saved.finished = true;
        saved.solved = result.outcome == Outcome::solved;
        saved.path = number_moves(task_.domain, root.state, result.path);
        task_.settings.store->save(saved);
    }

    // Goes on where an earlier run stopped.  True: it had come to the end.
    bool restore(const WorkPiece& root, SearchResult<D>& result, Round& round) {
        const std::optional<SavedSearch> saved = task_.settings.store->load();
        if (!saved) return false;
        const auto refuse = [] { throw InputError("the checkpoint does not fit this search"); };
        if (saved->bound < round.bound) refuse();
        result.stats = saved->stats;
        result.iterations = saved->iterations;
        result.seconds_before = saved->seconds;
        result.lower_bound = saved->bound;
        if (saved->finished) {
            const auto path = read_moves(task_.domain, root.state, saved->path);
            if (!path) refuse();
            result.outcome = saved->solved ? Outcome::solved : Outcome::unsolvable;
            result.path = *path;
            return true;
        }
        round.bound = saved->bound;
        round.stats = saved->round_stats;
        round.next_bound = saved->next_bound;
        round.seconds = saved->round_seconds;
        round.pieces.clear();
        for (const SavedPiece& piece : saved->pieces) {
            auto at = walk_to(task_.domain, task_.heuristic, root, piece);
            if (!at || at->g + task_.heuristic.value(at->trace) > round.bound) refuse();
            round.pieces.push_back(std::move(*at));
        }
        return false;
    }

    void help(Worker& me) {
        for (;;) {
            try {
                if (!pool_.take(me.stack)) return;
                work(me);
            } catch (...) {
                const std::lock_guard lock(report_);
                if (!failure_) failure_ = std::current_exception();
                pool_.recall();
            }
        }
    }

    Budget budget_;
    SearchTask<D, H> task_;
    unsigned threads_;
    Clock::time_point begin_ = Clock::now();
    Cost bound_ = 0;
    bool helped_ = false;
    WorkPool<WorkPiece> pool_;
    std::optional<PieceLink<D, H>> link_;           // to the other ranks, if there are any
    std::vector<std::unique_ptr<Worker>> workers_;  // the leader first
    std::mutex report_;                             // guards the next two while workers run
    std::optional<std::vector<typename D::Move>> solution_;
    std::exception_ptr failure_;
    std::vector<std::jthread> helpers_;
};

}  // namespace tessera
