// SPDX-License-Identifier: Apache-2.0
// Many senders, one owner, whole batches.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace tessera {

// Messages are values.  They are copied into the box, and the owner swaps the full box for an empty one in a single
// step, so after a warm-up nothing is allocated.  A box that is full refuses: a sender whose batch is refused looks
// after its own mail and tries again.  The memory of a box is therefore fixed beforehand.  A box has cache lines of its
// own: others look at it often.
template <class Message>
class alignas(64) Mailbox {
public:
    explicit Mailbox(std::size_t capacity) : capacity_(capacity) { messages_.reserve(capacity); }

    // False: no room now.
    [[nodiscard]] bool put(std::span<const Message> batch) {
        {
            const std::lock_guard lock(mutex_);
            if (messages_.size() + batch.size() > capacity_) return false;
            messages_.insert(messages_.end(), batch.begin(), batch.end());
            ++batches_;
            has_mail_.store(true, std::memory_order_relaxed);
        }
        if (idle()) changed_.notify_one();
        return true;
    }

    // Swaps everything into `into` and returns the number of batches, 0 for an empty box.
    [[nodiscard]] std::size_t take(std::vector<Message>& into) {
        into.clear();
        if (!has_mail_.load(std::memory_order_relaxed)) return 0;
        into.reserve(capacity_);
        const std::lock_guard lock(mutex_);
        messages_.swap(into);
        has_mail_.store(false, std::memory_order_relaxed);
        return std::exchange(batches_, 0);
    }

    // For the owner: out of work, or no longer.  A hint for senders that still collect.
    void set_idle(bool idle) noexcept { idle_.store(idle, std::memory_order_relaxed); }
    [[nodiscard]] bool idle() const noexcept { return idle_.load(std::memory_order_relaxed); }

    // For the owner: sleeps until there is mail or over() is true.  Whoever makes over() true calls nudge() after
    // it.
    template <class Over>
    void wait(Over over) {
        std::unique_lock lock(mutex_);
        set_idle(true);
        changed_.wait(lock, [&] { return batches_ > 0 || over(); });
        set_idle(false);
    }
    void nudge() {
        { const std::lock_guard lock(mutex_); }  // the owner is asleep, or has yet to look
        changed_.notify_one();
    }

    // Worth a look?
    [[nodiscard]] bool has_mail() const noexcept { return has_mail_.load(std::memory_order_relaxed); }

    // Bytes of a box, its spare included.
    [[nodiscard]] static std::size_t bytes(std::size_t capacity) noexcept { return 2 * capacity * sizeof(Message); }

private:
    const std::size_t capacity_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Message> messages_;  // guarded by mutex_
    std::size_t batches_ = 0;        // guarded by mutex_
    // Read without the mutex.  Relaxed: hints that spare a lock; the data travel under the lock, and who sleeps has
    // said so under the lock.
    std::atomic<bool> has_mail_{false};
    std::atomic<bool> idle_{false};
};

}  // namespace tessera
