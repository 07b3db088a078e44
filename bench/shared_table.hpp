// SPDX-License-Identifier: Apache-2.0
// The design that hash-distributed A* is measured against: parallel A* in which all workers share one table of known
// states, as Burns, Lemons, Ruml and Zhou (2010) describe it among others.  It is not part of the program.
//
// The table is cut into parts with a lock each.  A state belongs to nobody: whoever reaches it looks it up, and keeps
// it in an open list of its own; who has none left is given some by those who have.  Layers of equal f are gone through
// together, as in hash-distributed A*, so that both expand the same states and the counts can be compared.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/parallel/crew.hpp"
#include "tessera/search/bucket_queue.hpp"
#include "tessera/search/node_store.hpp"
#include "tessera/search/replay.hpp"

#include <parallel_hashmap/phmap.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace tessera::bench {

template <Domain D, HeuristicFor<D> H>
class SharedTableSearch {
public:
    using State = typename D::State;
    using Key = KeyOf<D>;

    SharedTableSearch(const D& domain, const H& heuristic, const State& start, const Settings& settings)
        : domain_(domain),
          heuristic_(heuristic),
          start_(start),
          settings_(settings),
          budget_(settings),
          known_(0, Hash{&domain}) {
        for (unsigned i = 0; i < std::max(1u, settings.threads); ++i)
            workers_.push_back(std::make_unique<Worker>(budget_));
    }

    SearchResult<D> run() {
        bound_ = heuristic_.value(heuristic_.start(start_));
        known_.try_emplace(to_key(domain_, start_), Record{});
        (void)workers_[0]->open.push(to_key(domain_, start_), bound_, 0);
        run_crew(
            static_cast<unsigned>(workers_.size()), [this](unsigned i) { work(*workers_[i]); },
            [this] { end_search(); });

        SearchResult<D> result;
        for (const auto& worker : workers_) {
            result.workers.push_back(worker->stats);
            result.stats += worker->stats;
        }
        ++result.stats.generated;
        result.stats.stored = known_.size();
        result.iterations = layers_;
        result.lower_bound = bound_;
        if (goal_) {
            result.outcome = Outcome::solved;
            result.path = walk_back(domain_, start_, *goal_,
                                    [&](const State& s) { return known_.find(to_key(domain_, s))->second.back; });
        }
        return result;
    }

private:
    static constexpr std::size_t handful = 256;  // nodes between two looks at the others
    static constexpr std::size_t parts_log2 = 10;

    struct Record {
        typename D::Move back{};
        std::uint16_t g = 0;
        bool closed = false;
    };
    struct Hash {
        const D* domain;
        std::size_t operator()(const Key& key) const noexcept {
            return static_cast<std::size_t>(domain->hash(from_key(*domain, key)));
        }
    };
    using Map = phmap::parallel_flat_hash_map<Key, Record, Hash, std::equal_to<Key>,
                                              std::allocator<std::pair<const Key, Record>>, parts_log2, std::mutex>;
    struct Item {
        Key key;
        Cost g;
    };
    struct alignas(64) Worker {
        explicit Worker(Budget& budget) : open(budget) {}
        BucketQueue<Key> open;
        Stats stats;
        std::vector<Item> gift;
    };

    void work(Worker& me) {
        while (!over_.load(std::memory_order_acquire)) {
            std::size_t done = 0;
            for (; done < handful && !me.open.empty() && me.open.least_f() <= bound_; ++done) {
                const auto item = me.open.pop();
                expand(me, item.entry, item.g);
            }
            if (done == 0)
                rest(me);
            else if (hungry_.load(std::memory_order_relaxed) > 0)
                give(me);
        }
    }

    void expand(Worker& me, const Key& key, Cost item_g) {
        typename D::Move back{};
        bool mine = false;
        known_.modify_if(key, [&](auto& entry) {
            mine = !entry.second.closed && entry.second.g == item_g;
            entry.second.closed |= mine;
            back = entry.second.back;
        });
        if (!mine) return;
        const State s = from_key(domain_, key);
        if (domain_.is_goal(s)) {
            const std::lock_guard lock(mutex_);
            goal_ = s;
            end_search();
            return;
        }
        ++me.stats.expanded;
        const auto trace = heuristic_.start(s);
        const auto g = static_cast<std::uint16_t>(item_g + 1);
        for (const auto move : domain_.moves(s)) {
            if (item_g > 0 && move == back) continue;
            ++me.stats.generated;
            const State child = domain_.apply(s, move);
            const Record record{domain_.undo(s, move), g, false};
            bool better = false;
            const bool fresh = known_.try_emplace_l(
                to_key(domain_, child),
                [&](auto& entry) {
                    ++me.stats.duplicates;
                    better = entry.second.g > g;
                    if (!better) return;
                    me.stats.reopened += entry.second.closed;
                    entry.second = record;
                },
                record);
            if (fresh || better)
                (void)me.open.push(to_key(domain_, child), g + heuristic_.value(heuristic_.step(trace, s, move, child)),
                                   g);
        }
    }

    // Somebody has nothing left: half of a handful of this layer, if there is as much.
    void give(Worker& me) {
        std::vector<Item> gift;
        while (gift.size() < handful / 2 && !me.open.empty() && me.open.least_f() <= bound_) {
            const auto item = me.open.pop();
            gift.push_back({item.entry, item.g});
        }
        {
            const std::lock_guard lock(mutex_);
            pool_.insert(pool_.end(), gift.begin() + static_cast<std::ptrdiff_t>(gift.size() / 2), gift.end());
        }
        gift.resize(gift.size() / 2);
        for (const Item& item : gift) (void)me.open.push(item.key, bound_, item.g);
        changed_.notify_one();
    }

    // Waits for a gift or the next layer; the last to come here turns the page.
    void rest(Worker& me) {
        std::unique_lock lock(mutex_);
        const auto take = [&] {
            for (const Item& item : pool_) (void)me.open.push(item.key, bound_, item.g);
            pool_.clear();
        };
        if (!pool_.empty()) return take();
        if (++idle_ == workers_.size()) {
            turn_page();
            idle_ = 0;
            changed_.notify_all();
            return;
        }
        hungry_.fetch_add(1, std::memory_order_relaxed);
        const unsigned page = page_;
        changed_.wait(lock, [&] { return !pool_.empty() || page_ != page || over_.load(std::memory_order_relaxed); });
        hungry_.fetch_sub(1, std::memory_order_relaxed);
        if (page_ != page) return;
        --idle_;
        take();
    }

    // Under the mutex, while all others wait.
    void turn_page() {
        Cost least = no_layer;
        Stats total;
        for (const auto& worker : workers_) {
            if (!worker->open.empty()) least = std::min(least, worker->open.least_f());
            total += worker->stats;
        }
        layers_.push_back({bound_, total - before_, 0, true});
        before_ = total;
        ++page_;
        if (least == no_layer)
            end_search();
        else
            bound_ = least;
    }

    void end_search() {
        over_.store(true, std::memory_order_release);
        changed_.notify_all();
    }

    const D& domain_;
    const H& heuristic_;
    const State start_;
    const Settings& settings_;
    Budget budget_;
    Map known_;
    std::vector<std::unique_ptr<Worker>> workers_;

    std::mutex mutex_;
    std::condition_variable changed_;
    // Guarded by the mutex.  The bound is also read without it, by workers that took it after the page was turned.
    std::vector<Item> pool_;
    std::size_t idle_ = 0;
    unsigned page_ = 0;
    Cost bound_ = 0;
    Stats before_;
    std::vector<Iteration> layers_;
    std::optional<State> goal_;
    // Relaxed: a hint.  The end is released with what it stands for.
    std::atomic<unsigned> hungry_{0};
    std::atomic<bool> over_{false};
};

}  // namespace tessera::bench
