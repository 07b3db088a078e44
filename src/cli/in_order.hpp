// SPDX-License-Identifier: Apache-2.0
// Results of numbered jobs, made by several threads in any order and shown in the order of the numbers.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace tessera::cli {

// put() may be called by several threads; `show` is called by one at a time, as soon as it is a result's turn.
template <class Result, class Show>
class InOrder {
public:
    InOrder(std::uint64_t first, Show show) : next_(first), show_(std::move(show)) {}

    void put(std::uint64_t number, Result result) {
        const std::lock_guard lock(mutex_);
        waiting_.emplace(number, std::move(result));
        for (auto it = waiting_.find(next_); it != waiting_.end(); it = waiting_.find(next_)) {
            const Result turn = std::move(it->second);
            waiting_.erase(it);
            ++next_;
            show_(turn);
        }
    }

private:
    std::mutex mutex_;  // guards all below
    std::uint64_t next_;
    Show show_;
    std::map<std::uint64_t, Result> waiting_;
};

}  // namespace tessera::cli
