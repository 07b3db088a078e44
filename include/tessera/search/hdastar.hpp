// SPDX-License-Identifier: Apache-2.0
// Hash-distributed A* (Kishimoto, Fukunaga and Botea 2013): every state belongs to the worker its hash names.
//
// A worker owns a node store, a mailbox, outboxes and counters; successors travel to their owners as values, in
// batches. Shared while searching are the mailboxes, the credits, the page number and the stop flags; nobody looks into
// another's store before all is quiet.
//
// The workers go through the search space by layers of equal f and turn the page together: when the credits show that
// nothing waits, works or travels within the bound, the last to fall idle raises the bound to the least f that waits
// anywhere.  Against running ahead of each other this costs a short wait per layer, and it gives three things.  The
// first goal that arrives is proven optimal, as all f below the bound are done.  With a consistent bound every state
// is first reached by a shortest way, so no number of workers expands anything twice.  And the nodes of completed
// layers are the same at any number of workers, so that a lost or doubled message shows as a wrong number.
//
// Where several processes search together, owners are numbered through all of them; mail to an owner elsewhere takes
// another way (rank_link.hpp), and all is quiet when it is so everywhere.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/error.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/parallel/crew.hpp"
#include "tessera/parallel/mailbox.hpp"
#include "tessera/parallel/quiescence.hpp"
#include "tessera/search/node_stores.hpp"
#include "tessera/search/observer.hpp"
#include "tessera/search/owner.hpp"
#include "tessera/search/rank_link.hpp"
#include "tessera/search/replay.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace tessera {

// Called by every worker between two handfuls of work; tests put delays here, and have threads sooner or later than
// usual.
struct NoPause {
    void operator()(unsigned) const noexcept {}
    [[nodiscard]] static constexpr std::uint64_t opening(std::uint64_t usual) noexcept { return usual; }
};

template <Domain D, HeuristicFor<D> H, NodeStoreFor<D, H> Store, class Pause = NoPause>
class HashDistributedSearch {
public:
    using State = typename D::State;
    using Mail = typename Store::Mail;

    HashDistributedSearch(const D& domain, const H& heuristic, const State& start, const Settings& settings,
                          Pause pause = {})
        : domain_(domain),
          heuristic_(heuristic),
          start_(start),
          settings_(settings),
          pause_(pause),
          crew_(std::max(1u, settings.threads)),
          link_(settings.fleet && settings.fleet->ranks() > 1 ? std::make_unique<RankLink<Mail>>(*settings.fleet, crew_)
                                                              : nullptr),
          owners_(link_ ? link_->owners() : crew_),
          first_(link_ ? link_->first() : 0),
          owner_(domain, settings.ownership, owners_),
          budget_(settings, link_ ? settings.fleet->left_to_others() : 0),
          quiescence_(crew_) {}

    SearchResult<D> run() {
        try {
            if (prepare() && !open())
                run_crew(
                    crew_, [this](unsigned i) { work(*workers_[i]); }, [this] { end_search(); });
        } catch (const std::bad_alloc&) {
            budget_.stop(Outcome::limit_reached, Limit::memory);
        } catch (...) {
            if (link_) link_->fleet().abandon();
            throw;
        }
        if (link_) link_->close();
        return result();
    }

private:
    friend class RankLink<Mail>;

    // Messages that make a journey worthwhile.  Every journey is a detour for those who go straight to the goal, so a
    // search begins with short ones; a longer search has time for larger batches.
    static constexpr std::size_t least_batch = 16;
    static constexpr std::size_t batch = 512;
    [[nodiscard]] static std::size_t worthwhile(std::uint64_t generated) noexcept {
        return std::clamp(static_cast<std::size_t>(generated / 1024), least_batch, batch);
    }
    // A journey to another rank costs several times as much.
    static constexpr std::size_t farther = 4;
    static constexpr std::size_t mailbox_size = 1 << 14;  // messages

    // The owner of a state.  A store may have its own idea, one that is cheap to tell from mail.
    [[nodiscard]] unsigned owner_of(const State& s) const noexcept {
        if constexpr (OwnPlaces<Store>)
            return owner_.at(Store::place(s));
        else
            return owner_(s);
    }
    [[nodiscard]] unsigned owner_of(const State& s, const Mail& mail) const noexcept {
        if constexpr (OwnPlaces<Store>)
            return owner_.at(Store::place(mail));
        else
            return owner_(s);
    }

    struct alignas(64) Worker {
        Worker(unsigned i, unsigned first, unsigned owners, const D& domain, const H& heuristic, Budget& budget)
            : index(i), owner(first + i), store(domain, heuristic, budget), mailbox(mailbox_size), outboxes(owners) {}

        unsigned index;
        unsigned owner;  // the number by which all ranks know it
        Store store;
        Mailbox<Mail> mailbox;                    // the only part that others touch
        std::vector<std::vector<Mail>> outboxes;  // by owner; what stays here is kept in the same way
        std::vector<Mail> mail;                   // taken from the mailbox
        std::uint64_t sent = 0;
        std::uint64_t charged = 0;  // generated nodes that the budget knows of
        unsigned page = 0;
        bool busy = true;  // holds a credit
    };

    [[nodiscard]] bool prepare() {
        bound_ = heuristic_.value(heuristic_.start(start_));
        if (bound_ > settings_.limits.cost) {
            outcome_ = Outcome::limit_reached;
            return false;
        }
        const std::size_t outboxes = (crew_ + (owners_ - crew_) * farther) * batch * sizeof(Mail);
        const std::size_t post = Mailbox<Mail>::bytes(mailbox_size) + mailbox_size * sizeof(Mail) + outboxes;
        if (!budget_.grow(crew_ * post)) return false;
        for (unsigned i = 0; i < crew_; ++i)
            workers_.push_back(std::make_unique<Worker>(i, first_, owners_, domain_, heuristic_, budget_));
        for (const auto& worker : workers_) worker->store.begin_layer(bound_);
        if (const unsigned owner = owner_of(start_); is_here(owner))
            here(owner).outboxes[owner].push_back(here(owner).store.first(start_));
        return true;
    }

    // Begins without threads: the caller plays all workers in turn.  While layers are small, workers would wait for
    // each other most of the time, and one that has to be woken costs more than the work it does; besides, states that
    // are sent at once lead to a near goal more directly.  True: that was all.
    [[nodiscard]] bool open() {
        if (link_ || crew_ == 1) return false;
        const std::uint64_t enough = pause_.opening(Store::opening);
        const auto expanded = [&] {
            std::uint64_t sum = 0;
            for (const auto& worker : workers_) sum += worker->store.counters().expanded;
            return sum;
        };
        const auto over = [&] { return over_.load(std::memory_order_relaxed); };
        while (!over() && expanded() < enough)
            for (const auto& worker : workers_)
                if (!over()) (void)turn(*worker, true);
        return over();
    }

    void work(Worker& me) {
        while (!over_.load(std::memory_order_acquire)) {
            pause_(me.index);
            if (link_ && me.index == 0) link_->poll(*this);
            if (!turn(me, false)) wait(me);
        }
    }

    // A handful of work.  False: there is nothing to do, and the worker has given its credit back.
    bool turn(Worker& me, bool send_at_once) {
        receive(me);
        if (!me.busy) return false;  // without a credit nobody may touch its store: another may see that all is quiet
        if (!send(me, send_at_once)) {
            // A box is full: its owner needs time, and we look after our own mail.  Most likely its table grows, and
            // ours is about to.
            if constexpr (GrowsAhead<Store>) me.store.grow_ahead();
            std::this_thread::yield();
            return true;
        }
        if (expand(me) || !send(me, true)) return true;
        rest(me);
        return false;
    }

    // Takes in what others have sent and what stayed here.
    void receive(Worker& me) {
        std::vector<Mail>& own = me.outboxes[me.owner];
        const std::size_t batches = me.mailbox.take(me.mail);
        catch_up(me);  // mail of the next layer may be here before we have noticed that the page was turned
        if (batches > 0) {
            // A worker that was idle inherits the credit of one batch; the others' are given back.  It holds one itself
            // then, so this cannot be the last.
            const std::size_t spare = me.busy ? batches : batches - 1;
            me.busy = true;
            if (spare > 0) (void)quiescence_.drop(spare);
            own.insert(own.end(), me.mail.begin(), me.mail.end());
        }
        add(me, own);
        own.clear();
    }

    // False: nothing waits here in this layer.
    bool expand(Worker& me) {
        const std::size_t expanded = me.store.expand([&](const State& child, const Mail& mail) {
            me.outboxes[owners_ == 1 ? 0 : owner_of(child, mail)].push_back(mail);
        });
        if (me.store.goal()) end_search();
        const std::uint64_t generated = me.store.counters().generated;
        if (generated - me.charged >= Budget::stride) {
            if (budget_.charge(generated - me.charged, bound_)) end_search();
            me.charged = generated;
        }
        return expanded > 0;
    }

    void add(Worker& me, const std::vector<Mail>& arrivals) {
        if (!arrivals.empty() && !me.store.add(arrivals)) end_search();
    }

    // Sends what is worth a journey, or everything.  An owner without work is glad of little.  False: a box was full.
    bool send(Worker& me, bool everything) {
        const std::size_t enough = worthwhile(me.store.counters().generated);
        for (unsigned to = 0; to < owners_; ++to) {
            std::vector<Mail>& outbox = me.outboxes[to];
            if (outbox.empty() || to == me.owner) continue;
            const bool due = everything || outbox.size() >= (is_here(to) ? enough : farther * enough) ||
                             (is_here(to) && here(to).mailbox.idle());
            if (!due) continue;
            if (!(is_here(to) ? put(here(to).mailbox, outbox) : link_->send(to, outbox, me.page))) return false;
            me.sent += outbox.size();
            outbox.clear();
        }
        return true;
    }

    // Only for somebody who holds a credit, or lets in what comes from outside.
    bool put(Mailbox<Mail>& box, const std::vector<Mail>& batch_of_mail) {
        quiescence_.add();
        if (box.put(batch_of_mail)) return true;
        (void)quiescence_.drop();  // not the last: a full box has credits
        return false;
    }

    // Nothing to do: gives the credit back.  A worker that has ended the search keeps it, so that no page is turned any
    // more.
    void rest(Worker& me) {
        if (!me.busy || over_.load(std::memory_order_acquire)) return;
        me.busy = false;
        if (quiescence_.drop() && !link_) all_is_quiet();  // with others, worker 0 is going to see it
    }

    // Until there is mail, the next layer, or the end.
    void wait(Worker& me) {
        const auto interrupted = [&] {
            return page_.load(std::memory_order_acquire) != me.page || over_.load(std::memory_order_acquire);
        };
        me.mailbox.set_idle(true);
        if (link_ && me.index == 0) {
            for (int i = 0; !me.mailbox.has_mail() && !interrupted(); ++i) {
                link_->poll(*this);
                if (i < patience)
                    std::this_thread::yield();
                else
                    std::this_thread::sleep_for(nap);
            }
        } else {
            // Mail between busy workers comes soon; sleeping and waking cost more than a short wait.
            for (int i = 0; i < patience && !me.mailbox.has_mail() && !interrupted(); ++i) std::this_thread::yield();
            if (!me.mailbox.has_mail()) me.mailbox.wait(interrupted);
        }
        me.mailbox.set_idle(false);
    }

    // Begins the layer of the current page if it is a new one.  Every worker has a credit in it from the beginning.
    void catch_up(Worker& me) {
        if (page_.load(std::memory_order_acquire) == me.page) return;
        ++me.page;
        me.busy = true;
        me.store.begin_layer(bound_);
    }

    // All is quiet: every state within the bound is expanded.  Runs in the worker that gave back the last credit, while
    // all others rest; the credits' order lets it see their stores.
    void all_is_quiet() {
        const auto [least, total] = report();
        if (const auto next = decide(least, total)) turn_page(*next, total);
    }

    // The least f that waits beyond the bound, and what was counted so far.
    [[nodiscard]] std::pair<Cost, Stats> report() const {
        Cost least = no_layer;
        Stats total;
        for (const auto& worker : workers_) {
            least = std::min(least, worker->store.next_bound());
            total += counters(*worker);
        }
        return {least, total};
    }

    // The bound of the next layer, or nothing, if this was the last.
    [[nodiscard]] std::optional<Cost> decide(Cost least, const Stats& total) {
        if (least != no_layer && least <= settings_.limits.cost) return least;
        record_layer(total, true);
        outcome_ = least == no_layer ? Outcome::unsolvable : Outcome::limit_reached;
        if (least != no_layer) bound_ = least;
        end_search();
        return std::nullopt;
    }

    void turn_page(Cost next, const Stats& total) {
        record_layer(total, true);
        bound_ = next;
        quiescence_.restart(crew_);
        page_.fetch_add(1, std::memory_order_release);
        for (const auto& worker : workers_) worker->mailbox.nudge();
    }

    // For the link.
    [[nodiscard]] bool quiet() const noexcept { return quiescence_.quiet(); }
    [[nodiscard]] unsigned page() const noexcept { return page_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool deliver(unsigned worker, const std::vector<Mail>& mail) {
        return put(workers_[worker]->mailbox, mail);
    }

    void end_search() noexcept {
        over_.store(true, std::memory_order_release);
        for (const auto& worker : workers_) worker->mailbox.nudge();
    }

    [[nodiscard]] static Stats counters(const Worker& worker) {
        Stats stats = worker.store.counters();
        stats.sent = worker.sent;
        return stats;
    }

    void record_layer(const Stats& total, bool completed) {
        const auto now = std::chrono::steady_clock::now();
        layers_.push_back(
            {bound_, total - before_, std::chrono::duration<double>(now - layer_begin_).count(), completed});
        before_ = total;
        layer_begin_ = now;
        if (settings_.on_iteration) settings_.on_iteration(layers_.back());
    }

    // How a rank came to the end.
    struct Ending {
        std::optional<State> goal;
        Cost bound = 0;
        Outcome outcome = Outcome::unsolvable;
        Limit limit = Limit::none;
        bool stopped = false;  // by its budget
    };

    [[nodiscard]] Ending ending() const {
        Ending mine;
        for (const auto& worker : workers_)
            if (worker->store.goal()) mine.goal = worker->store.goal();
        mine.bound = bound_;
        mine.stopped = budget_.stopped();
        mine.outcome = mine.stopped ? budget_.outcome() : outcome_;
        mine.limit = mine.stopped                             ? budget_.limit()
                     : mine.outcome == Outcome::limit_reached ? Limit::cost
                                                              : Limit::none;
        return mine;
    }

    // Of all ranks: a goal, if one of them has it; else the reason of one that had to stop; else what rank 0 decided.
    // The highest bound counts, as a rank may hear of the end before it hears of the last page.
    [[nodiscard]] Ending join_endings(Ending mine, std::vector<Stats>& workers) {
        if (!link_) return mine;
        Ending all;
        const auto theirs =
            link_->fleet().exchange(ByteWriter().add(mine).add_list(std::exchange(workers, {})).bytes());
        for (std::size_t rank = 0; rank < theirs.size(); ++rank) {
            ByteReader reader(theirs[rank]);
            const auto one = reader.take<Ending>();
            for (const Stats& stats : reader.take_list<Stats>()) workers.push_back(stats);
            if (one.goal && !all.goal) all.goal = one.goal;
            all.bound = std::max(all.bound, one.bound);
            if (rank == 0 || (one.stopped && !all.stopped)) {
                all.outcome = one.outcome;
                all.limit = one.limit;
                all.stopped = one.stopped;
            }
        }
        return all;
    }

    // After the join.
    SearchResult<D> result() {
        SearchResult<D> result;
        for (const auto& worker : workers_) result.workers.push_back(counters(*worker));
        const Ending end = join_endings(ending(), result.workers);
        Stats total;
        for (const Stats& stats : result.workers) total += stats;
        bound_ = end.bound;
        if (end.goal || end.stopped) record_layer(total, false);
        if (const unsigned owner = owner_of(start_); owner < result.workers.size()) {
            ++result.workers[owner].generated;
            ++total.generated;
        }
        result.stats = total;
        result.iterations = std::move(layers_);
        result.lower_bound = bound_;
        result.outcome = end.goal ? Outcome::solved : end.outcome;
        result.limit = end.goal ? Limit::none : end.limit;
        if (end.goal) result.path = path_to(*end.goal);
        return result;
    }

    // No parents are kept: the way back leads to a neighbour that was reached with one move less, as its owner knows.
    [[nodiscard]] std::vector<typename D::Move> path_to(const State& goal) const {
        Cost g = bound_;
        return walk_back(domain_, start_, goal, [&](const State& s) {
            --g;
            std::pair<Cost, typename D::Move> home{no_layer, {}};
            for (const auto move : domain_.moves(s)) {
                const State t = domain_.apply(s, move);
                if (const unsigned owner = owner_of(t); is_here(owner) && !workers_.empty())
                    if (here(owner).store.reached(t, g)) home = {g, move};
            }
            if (link_) {
                // The first in the order of ranks, so that all ranks walk the same way.
                const auto offers = link_->fleet().exchange(ByteWriter().add(home.first).add(home.second).bytes());
                home.first = no_layer;
                for (const Bytes& theirs : offers) {
                    ByteReader reader(theirs);
                    const auto theirs_g = reader.take<Cost>();
                    const auto move = reader.take<typename D::Move>();
                    if (theirs_g < home.first) home = {theirs_g, move};
                }
            }
            if (home.first == no_layer) throw InternalError("hash-distributed A* lost the way back to the start");
            return home.second;
        });
    }

    [[nodiscard]] bool is_here(unsigned owner) const noexcept { return owner - first_ < crew_; }
    [[nodiscard]] Worker& here(unsigned owner) const noexcept { return *workers_[owner - first_]; }

    static constexpr int patience = 200;
    static constexpr std::chrono::microseconds nap{50};  // of a rank without work, between two looks at its mail

    const D& domain_;
    const H& heuristic_;
    const State start_;
    const Settings& settings_;
    Pause pause_;
    const unsigned crew_;
    const std::unique_ptr<RankLink<Mail>> link_;  // to the other ranks, if there are any
    const unsigned owners_;                       // of all ranks
    const unsigned first_;                        // of ours
    const Owner<D> owner_;
    Budget budget_;
    Quiescence quiescence_;
    std::vector<std::unique_ptr<Worker>> workers_;

    // Written by the one who turns the page, before page_ or over_; read after them.
    Cost bound_ = 0;
    Outcome outcome_ = Outcome::unsolvable;
    std::vector<Iteration> layers_;
    Stats before_;
    std::chrono::steady_clock::time_point layer_begin_ = std::chrono::steady_clock::now();

    // Release and acquire: whoever sees the new page, or the end, sees the bound or the outcome that goes with it.
    std::atomic<unsigned> page_{0};
    std::atomic<bool> over_{false};
};

struct HdaStar {
    static constexpr std::string_view name = "hdastar";
    static constexpr std::string_view summary = "hash-distributed A*: every state has an owner among the threads";
    static constexpr bool optimal = true;
    static constexpr bool informed = true;
    static constexpr bool parallel = true;
    static constexpr bool distributed = true;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H& heuristic, const typename D::State& start,
                                 const Settings& settings, const Observer<D>* observer = nullptr) {
        if (observer)
            throw UnsupportedError("hdastar visits nodes in no order that could be shown; trace astar instead");
        if constexpr (ScreenedDomain<D>)
            if (!domain.solvable(start)) return {};
        return with_smallest_store<D, H>(settings, [&](auto store) {
            return HashDistributedSearch<D, H, typename decltype(store)::type>(domain, heuristic, start, settings)
                .run();
        });
    }
};

}  // namespace tessera
