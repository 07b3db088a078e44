// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include "cli/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tessera::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto first_after = 300ms;  // what is done sooner needs no progress
constexpr auto pause = 100ms;        // between two drawings

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

std::string bar(double share) {
    constexpr std::size_t width = 16;
    const auto full = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * width);
    return "[" + std::string(full, '#') + std::string(width - full, '.') + "]";
}

// ", 40 s left": as long again as the rest is larger than what is done.
std::string time_left(double share, double seconds, std::string_view before) {
    return share > 0 ? fmt::format("{}{} left", before, show_seconds(seconds * (1 - share) / share)) : "";
}

}  // namespace

void RoundEstimate::see(std::uint64_t nodes, Cost bound) {
    nodes_ = static_cast<double>(nodes);
    if (bound == bound_) return;
    if (bound_ >= 0 && bound > bound_ && nodes_ > begin_) {
        done_.push_back({bound_, nodes_ - begin_});
        if (done_.size() > 2) done_.erase(done_.begin());
    }
    bound_ = bound;
    begin_ = nodes_;
}

std::optional<double> RoundEstimate::share() const {
    if (done_.size() < 2) return std::nullopt;
    const Round& last = done_.back();
    const double growth = std::pow(last.nodes / done_.front().nodes, 1.0 / (last.bound - done_.front().bound));
    const double expected = last.nodes * std::pow(growth, bound_ - last.bound);
    const double share = (nodes_ - begin_) / expected;
    if (!(growth > 1) || !(share <= 1)) return std::nullopt;
    return share;
}

void SearchProgress::begin(std::string_view id, std::uint64_t done) {
    id_ = id;
    done_ = done;
    begin_ = Clock::now();
    if (!first_) first_ = begin_;
    round_ = {};
    bound_ = -1;
    if (done == 0) {
        shown_ = begin_ + first_after - pause;
    } else if (console_.shows_status() && begin_ - shown_ >= pause) {
        shown_ = begin_;
        console_.status(boards_done(begin_));
    }
}

std::string SearchProgress::boards_done(Clock::time_point now) const {
    if (done_ == 0 && boards_.value_or(1) == 1) return "";
    if (!boards_)
        return fmt::format("{} boards done, {}", show_count(done_), show_seconds(seconds_between(*first_, now)));
    const double share = static_cast<double>(done_) / static_cast<double>(std::max<std::uint64_t>(*boards_, 1));
    return fmt::format("{} {} of {} boards{}", bar(share), show_count(done_), show_count(*boards_),
                       time_left(share, seconds_between(*first_, now), ", about "));
}

void SearchProgress::update(std::uint64_t nodes, Cost bound) {
    const auto now = Clock::now();
    if (!console_.shows_status()) return;
    round_.see(nodes, bound);
    if (bound != bound_) round_begin_ = now;
    bound_ = bound;
    if (now - shown_ < pause) return;
    shown_ = now;
    const double seconds = seconds_between(begin_, now);
    std::string text = boards_done(now);
    if (!text.empty()) text += "; ";
    text += fmt::format("board {}: bound {}, {} nodes, {}, {}", id_, bound, show_about(nodes),
                        show_rate(nodes, seconds), show_seconds(seconds));
    if (const auto share = round_.share())  // last, so that a narrow terminal cuts it first
        text += fmt::format("; round {:.0f} %{}", *share * 100,
                            time_left(*share, seconds_between(round_begin_, now), ", "));
    console_.status(text);
}

void SearchProgress::begin_many() {
    begin_ = Clock::now();
    if (!first_) first_ = begin_;
    if (done_ == 0) shown_ = begin_ + first_after - pause;
}

void SearchProgress::update_many(std::uint64_t done) {
    const auto now = Clock::now();
    done_ = done;
    if (!console_.shows_status() || now - shown_ < pause) return;
    shown_ = now;
    console_.status(fmt::format("{}, {} boards", boards_done(now), show_rate(done, seconds_between(*first_, now))));
}

double time_share(double share, Pace pace) {
    if (pace == Pace::pieces || share <= 0) return share;
    if (share >= 1) return 1;
    return std::clamp(0.5 + 0.055 * std::log(share / (1 - share)), 0.05, 1.0);
}

WorkProgress::WorkProgress(Console& console, std::string label, std::uint64_t total, std::string unit, Pace pace)
    : console_(console),
      label_(std::move(label)),
      total_(std::max<std::uint64_t>(total, 1)),
      unit_(std::move(unit)),
      pace_(pace),
      begin_(Clock::now()),
      shown_(begin_ + first_after - pause) {}

void WorkProgress::update(std::uint64_t done, std::string_view detail) {
    const auto now = Clock::now();
    if (!console_.shows_status() || now - shown_ < pause) return;
    shown_ = now;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const double seconds = seconds_between(begin_, now);
    const std::string rate = detail.empty() ? show_rate(done, seconds, unit_) : std::string(detail);
    console_.status(
        fmt::format("{} {} {:.0f} %, {}{}", label_, bar(share), share * 100, rate,
                    time_left(time_share(share, pace_), seconds, ", ")));
}

}  // namespace tessera::cli
