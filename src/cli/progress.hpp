// SPDX-License-Identifier: Apache-2.0
// How a long job is getting on, in one status line; for a search, and for work whose size is known.
#pragma once

#include "tessera/core/domain.hpp"

#include "cli/console.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

// How much of a round of deepening may be done.  Rounds grow by much the same factor from bound to bound, so the rounds
// seen so far foretell the present one; it may still end early, by a solution.
class RoundEstimate {
public:
    void see(std::uint64_t nodes, Cost bound);  // of the whole search, so far
    // From 0 to 1; nothing while too little is known, or once the estimate has proved too low.
    [[nodiscard]] std::optional<double> share() const;

private:
    struct Round {
        Cost bound = 0;
        double nodes = 0;
    };
    std::vector<Round> done_;  // the last two
    Cost bound_ = -1;
    double begin_ = 0, nodes_ = 0;
};

// Searches: of a set the boards done and the time left, of a board bound, nodes, rate, and how far the round may be.
class SearchProgress {
public:
    explicit SearchProgress(Console& console) : console_(console) {}
    void expect(std::optional<std::uint64_t> boards) { boards_ = boards; }  // how many there are, if that is known
    void begin(std::string_view id, std::uint64_t done);                    // a new board, after so many others
    void update(std::uint64_t nodes, Cost bound);                           // cheap when called too often
    void begin_many();                                                      // from now on boards side by side
    void update_many(std::uint64_t done);                                   // so many are done in all

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] std::string boards_done(Clock::time_point now) const;  // "[###...] 12 of 100 boards, about 40 s left"

    Console& console_;
    std::string id_;
    std::optional<std::uint64_t> boards_;
    std::uint64_t done_ = 0;
    std::optional<Clock::time_point> first_;
    RoundEstimate round_;
    Clock::time_point begin_, shown_, round_begin_;
    Cost bound_ = -1;
};

// How time goes by while work of known size is done: each piece takes as long as any other, or each layer of a
// search in width does, however much is in it.
enum class Pace { pieces, layers };

// The share of the time that is over when a share of the work is done.  The sizes of layers make a bell: half of the
// work is done at half of the time, but a hundredth only after a quarter of it.
[[nodiscard]] double time_share(double share, Pace);

// Work of known size: a bar, the share done, the rate and the time left.
class WorkProgress {
public:
    WorkProgress(Console& console, std::string label, std::uint64_t total, std::string unit, Pace = Pace::pieces);
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
    Pace pace_;
    Clock::time_point begin_, shown_;
};

}  // namespace tessera::cli
