// SPDX-License-Identifier: Apache-2.0
// Work that goes from those who have to those who wait.  One leader, who is there from the beginning, and helpers, who
// may come later and stay until they are dismissed.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace tessera {

// Everything is under one mutex; only the two flags are read without it, by workers in the middle of their work.
// Relaxed is enough for them: they carry no data, and a worker that sees one late only works a little longer.
//
// Items move by value.  A worker owns what it took; while all helpers wait in `take`, the leader may touch anything
// that belongs to them, because each of them went through the mutex before and will go through it again.
template <class Item>
class WorkPool {
public:
    // Somebody waits for work and there is none, or all were called back: a worker should look up from its work.
    [[nodiscard]] bool attention() const noexcept { return attention_.load(std::memory_order_relaxed); }
    // All workers are to give back what they have and wait.
    [[nodiscard]] bool recalled() const noexcept { return recalled_.load(std::memory_order_relaxed); }

    // The leader announces a helper before its thread begins.
    void enlist() {
        const std::lock_guard lock(mutex_);
        ++helpers_;
    }
    // Takes an announcement back, if there is no thread to be had.
    void discharge() {
        const std::lock_guard lock(mutex_);
        --helpers_;
    }

    // Hands over all of `items`, in their order, and leaves it empty.
    void give(std::vector<Item>& items) {
        {
            const std::lock_guard lock(mutex_);
            std::move(items.begin(), items.end(), std::back_inserter(items_));
            update();
        }
        items.clear();
        changed_.notify_all();
    }

    // A helper's share of the work; waits for it.  False: dismissed.  Who has no memory for its share may come again.
    [[nodiscard]] bool take(std::vector<Item>& into) {
        std::unique_lock lock(mutex_);
        ++waiting_;
        ++idle_helpers_;
        update();
        if (idle_helpers_ == helpers_) changed_.notify_all();  // the leader may wait for just this
        changed_.wait(lock, [&] { return dismissed_ || available(); });
        --idle_helpers_;
        stop_waiting(dismissed_ ? nullptr : &into);
        return !dismissed_;
    }

    // The leader's share of the work; waits for it.  False: all helpers wait, and nothing is left to do or all were
    // called back.
    [[nodiscard]] bool lead(std::vector<Item>& into) {
        return lead(into, [](auto& lock, auto& changed, auto come) { changed.wait(lock, come); });
    }
    // The same for a leader who looks after something else meanwhile, by look(), about as often as told.
    template <class Look>
    [[nodiscard]] bool lead(std::vector<Item>& into, std::chrono::microseconds often, Look look) {
        return lead(into, [&](auto& lock, auto& changed, auto come) {
            while (!changed.wait_for(lock, often, come)) {
                lock.unlock();
                look();
                lock.lock();
            }
        });
    }

    void recall() {
        {
            const std::lock_guard lock(mutex_);
            recalled_.store(true, std::memory_order_relaxed);
            update();
        }
        changed_.notify_all();
    }

    // For the leader, after `lead` returned false: all that was given back, in the order in which it came; the recall
    // is over.
    [[nodiscard]] std::vector<Item> collect() {
        const std::lock_guard lock(mutex_);
        recalled_.store(false, std::memory_order_relaxed);
        std::vector<Item> all = std::exchange(items_, {});
        update();
        return all;
    }

    // Helpers return from `take` for good.
    void dismiss() {
        {
            const std::lock_guard lock(mutex_);
            dismissed_ = true;
        }
        changed_.notify_all();
    }

private:
    template <class Wait>
    [[nodiscard]] bool lead(std::vector<Item>& into, Wait wait) {
        std::unique_lock lock(mutex_);
        ++waiting_;
        update();
        wait(lock, changed_, [&] { return available() || idle_helpers_ == helpers_; });
        const bool more = available();
        stop_waiting(more ? &into : nullptr);
        return more;
    }

    [[nodiscard]] bool available() const noexcept { return !recalled() && !items_.empty(); }

    void update() noexcept {
        attention_.store(recalled() || (waiting_ > 0 && items_.empty()), std::memory_order_relaxed);
    }

    // With an even part for each of those who wait, from the end.  If there is no memory for it, it stays where it is.
    void stop_waiting(std::vector<Item>* into) {
        const std::size_t part = into ? (items_.size() + waiting_ - 1) / waiting_ : 0;
        --waiting_;
        update();
        if (part == 0) return;
        into->reserve(into->size() + part);
        const auto first = items_.end() - static_cast<std::ptrdiff_t>(part);
        std::move(first, items_.end(), std::back_inserter(*into));
        items_.erase(first, items_.end());
        update();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Item> items_;
    std::size_t helpers_ = 0;
    std::size_t idle_helpers_ = 0;
    std::size_t waiting_ = 0;  // idle helpers, and the leader if it waits
    bool dismissed_ = false;
    std::atomic<bool> attention_{false};
    std::atomic<bool> recalled_{false};
};

}  // namespace tessera
