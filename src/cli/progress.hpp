// SPDX-License-Identifier: Apache-2.0
// How a long job is getting on, in one status line; for a search, and for work whose size is known.
#pragma once

#include "tessera/core/domain.hpp"

#include "cli/console.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::cli {

// A search: bound, nodes and rate.  There is no honest estimate of the time left, so none is shown.
class SearchProgress {
public:
    explicit SearchProgress(Console& console) : console_(console) {}
    void begin(std::string_view id, std::uint64_t done);  // a new board, after so many others
    void update(std::uint64_t nodes, Cost bound);         // cheap when called too often
    void begin_many();                                    // from now on boards side by side
    void update_many(std::uint64_t done);                 // so many are done in all

private:
    using Clock = std::chrono::steady_clock;
    Console& console_;
    std::string label_;
    Clock::time_point begin_, shown_;
};

// Work of known size: a bar, the share done, the rate and the time left.
class WorkProgress {
public:
    WorkProgress(Console& console, std::string label, std::uint64_t total, std::string unit);
    ~WorkProgress() { console_.clear(); }
    WorkProgress(const WorkProgress&) = delete;
    WorkProgress& operator=(const WorkProgress&) = delete;
    // Cheap when called too often.  `detail` takes the place of the rate.
    void update(std::uint64_t done, std::string_view detail = {});

private:
    using Clock = std::chrono::steady_clock;
    Console& console_;
    std::string label_;
    std::uint64_t total_;
    std::string unit_;
    Clock::time_point begin_, shown_;
};

}  // namespace tessera::cli
