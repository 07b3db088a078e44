// SPDX-License-Identifier: Apache-2.0
// A fleet whose letters take longer than they need: a slower network than the one that is there.
#pragma once

#include "tessera/parallel/fleet.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace tessera {

// A letter carries the time at which it may be read, by the clock that all ranks of this machine share.  Letters of one
// rank to all others go through one cable: each needs its bytes' time on it, and the latency on top.  As many letters
// are under way to one rank as a true fleet allows.
class DelayedFleet final : public Fleet {
public:
    DelayedFleet(Fleet& inner, std::chrono::nanoseconds latency, double bytes_per_second)
        : inner_(inner),
          latency_(latency),
          nanoseconds_per_byte_(1e9 / bytes_per_second),
          under_way_(inner.ranks()),
          mail_(inner.ranks()),
          words_(inner.ranks()) {}

    [[nodiscard]] unsigned rank() const noexcept override { return inner_.rank(); }
    [[nodiscard]] unsigned ranks() const noexcept override { return inner_.ranks(); }

    void post(unsigned to, Bytes content) override {
        const Clock::rep due = send(content.size());
        {
            const std::lock_guard lock(mutex_);
            under_way_[to].push_back(due);
        }
        inner_.post(to, stamped(std::move(content), due));
    }
    void tell(unsigned to, Bytes content) override {
        const Clock::rep due = send(content.size());
        inner_.tell(to, stamped(std::move(content), due));
    }
    [[nodiscard]] bool has_room(unsigned to) override {
        {
            const std::lock_guard lock(mutex_);
            auto& letters = under_way_[to];
            while (!letters.empty() && letters.front() <= now()) letters.pop_front();
            if (letters.size() >= window) return false;
        }
        return inner_.has_room(to);
    }
    [[nodiscard]] bool fetch_mail(Letter& into) override {
        return fetch(mail_, into, [&](Letter& letter) { return inner_.fetch_mail(letter); });
    }
    [[nodiscard]] bool fetch_word(Letter& into) override {
        return fetch(words_, into, [&](Letter& letter) { return inner_.fetch_word(letter); });
    }
    void settle() override {
        inner_.settle();
        for (auto* const boxes : {&mail_, &words_})
            for (auto& box : *boxes) box.clear();
    }
    [[nodiscard]] std::vector<Bytes> exchange(std::span<const std::byte> mine) override {
        return inner_.exchange(mine);
    }
    [[nodiscard]] Postage postage() const noexcept override { return inner_.postage(); }
    void abandon() noexcept override { inner_.abandon(); }

private:
    using Clock = std::chrono::steady_clock;
    using Boxes = std::vector<std::deque<Bytes>>;  // by sender, in order
    static constexpr std::size_t window = 16;      // as in MpiFleet

    [[nodiscard]] static Clock::rep now() { return Clock::now().time_since_epoch().count(); }

    // When a letter of this size, sent now, arrives.
    [[nodiscard]] Clock::rep send(std::size_t size) {
        const std::lock_guard lock(mutex_);
        cable_free_ =
            std::max(cable_free_, now()) + static_cast<Clock::rep>(static_cast<double>(size) * nanoseconds_per_byte_);
        return cable_free_ + latency_.count();
    }
    [[nodiscard]] static Bytes stamped(Bytes content, Clock::rep due) {
        return std::move(ByteWriter().add(due).add_list(content).bytes());
    }

    template <class Fetch>
    [[nodiscard]] static bool fetch(Boxes& boxes, Letter& into, Fetch fetch_inner) {
        for (Letter letter; fetch_inner(letter);) boxes[letter.from].push_back(std::move(letter.content));
        for (unsigned from = 0; from < boxes.size(); ++from) {
            if (boxes[from].empty()) continue;
            ByteReader reader(boxes[from].front());
            if (reader.take<Clock::rep>() > now()) continue;
            into.from = from;
            into.content = reader.take_list<std::byte>();
            boxes[from].pop_front();
            return true;
        }
        return false;
    }

    Fleet& inner_;
    const std::chrono::nanoseconds latency_;
    const double nanoseconds_per_byte_;
    std::mutex mutex_;  // guards the next two: any thread sends
    Clock::rep cable_free_ = 0;
    std::vector<std::deque<Clock::rep>> under_way_;  // by rank: when they arrive
    Boxes mail_, words_;
};

}  // namespace tessera
