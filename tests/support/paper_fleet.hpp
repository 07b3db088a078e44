// SPDX-License-Identifier: Apache-2.0
// A fleet on paper: threads of one process that play ranks.  Letters take their time, each another, so that they meet
// and overtake each other in all ways that the rules of a fleet allow.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/parallel/fleet.hpp"

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tessera::test {

class PaperSea {
public:
    PaperSea(unsigned ranks, std::uint64_t seed, std::chrono::microseconds longest_journey)
        : ranks_(ranks),
          seed_(seed),
          longest_(longest_journey),
          routes_(ranks * ranks * 2),
          table_(ranks),
          all_(ranks) {}

    // Calls work(fleet) on every rank and returns their results.
    template <class Work>
    auto run(Work work) {
        std::vector<std::optional<decltype(work(std::declval<Fleet&>()))>> results(ranks_);
        {
            std::vector<std::jthread> threads;
            for (unsigned rank = 0; rank < ranks_; ++rank)
                threads.emplace_back([&, rank] {
                    Ship ship(*this, rank);
                    results[rank].emplace(work(static_cast<Fleet&>(ship)));
                });
        }
        return results;
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Parcel {
        Bytes content;
        Clock::time_point due;
    };
    struct Route {
        std::mutex mutex;
        std::deque<Parcel> parcels;
    };

    struct Ship final : Fleet {
        Ship(PaperSea& s, unsigned r) : sea(s), me(r) {}
        unsigned rank() const noexcept override { return me; }
        unsigned ranks() const noexcept override { return sea.ranks_; }
        void post(unsigned to, Bytes content) override { send(0, to, std::move(content)); }
        void tell(unsigned to, Bytes content) override { send(1, to, std::move(content)); }
        bool has_room(unsigned to) override {
            Route& route = sea.route(0, me, to);
            const std::lock_guard lock(route.mutex);
            return route.parcels.size() < 4;
        }
        bool fetch_mail(Letter& into) override { return fetch(0, into); }
        bool fetch_word(Letter& into) override { return fetch(1, into); }
        void settle() override {
            sea.all_.arrive_and_wait();
            for (unsigned from = 0; from < sea.ranks_; ++from)
                for (unsigned kind : {0u, 1u}) sea.route(kind, from, me).parcels.clear();
            sea.all_.arrive_and_wait();
        }
        std::vector<Bytes> exchange(std::span<const std::byte> mine) override {
            sea.table_[me].assign(mine.begin(), mine.end());
            sea.all_.arrive_and_wait();
            auto all = sea.table_;
            sea.all_.arrive_and_wait();
            return all;
        }
        Postage postage() const noexcept override { return {}; }
        void abandon() noexcept override { std::abort(); }

        void send(unsigned kind, unsigned to, Bytes content) {
            const std::uint64_t lot = mix_bits(sea.seed_ + mix_bits(me * 64 + sea.counter_.fetch_add(1)));
            const auto longest = static_cast<std::uint64_t>(sea.longest_.count());
            // Most letters are fast, some are slow.
            const std::uint64_t delay = longest == 0   ? 0
                                        : lot % 8 == 0 ? lot / 8 % longest
                                                       : lot / 8 % (longest / 16 + 1);
            Route& route = sea.route(kind, me, to);
            const std::lock_guard lock(route.mutex);
            route.parcels.push_back({std::move(content), Clock::now() + std::chrono::microseconds(delay)});
        }
        bool fetch(unsigned kind, Letter& into) {
            ++first_from;
            for (unsigned i = 0; i < sea.ranks_; ++i) {
                const unsigned from = (first_from + i) % sea.ranks_;
                Route& route = sea.route(kind, from, me);
                const std::lock_guard lock(route.mutex);
                if (route.parcels.empty() || route.parcels.front().due > Clock::now()) continue;
                into.from = from;
                into.content = std::move(route.parcels.front().content);
                route.parcels.pop_front();
                return true;
            }
            return false;
        }

        PaperSea& sea;
        unsigned me;
        unsigned first_from = 0;
    };

    Route& route(unsigned kind, unsigned from, unsigned to) { return routes_[(kind * ranks_ + from) * ranks_ + to]; }

    unsigned ranks_;
    std::uint64_t seed_;
    std::chrono::microseconds longest_;
    std::vector<Route> routes_;
    std::vector<Bytes> table_;
    std::barrier<> all_;
    std::atomic<std::uint64_t> counter_{0};
};

}  // namespace tessera::test
