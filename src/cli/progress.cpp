// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include "cli/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tessera::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto first_after = 300ms;  // what is done sooner needs no progress
constexpr auto pause = 100ms;        // between two drawings

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void SearchProgress::begin(std::string_view id, std::uint64_t done) {
    label_ = done > 0 ? fmt::format("{} done; board {}", done, id) : fmt::format("board {}", id);
    begin_ = Clock::now();
    shown_ = begin_ + first_after - pause;
}

void SearchProgress::update(std::uint64_t nodes, Cost bound) {
    const auto now = Clock::now();
    if (!console_.shows_status() || now - shown_ < pause) return;
    shown_ = now;
    const double seconds = seconds_between(begin_, now);
    console_.status(fmt::format("{}: bound {}, {} nodes, {}, {}", label_, bound, show_count(nodes),
                                show_rate(nodes, seconds), show_seconds(seconds)));
}

void SearchProgress::begin_many() { begin("", 0); }

void SearchProgress::update_many(std::uint64_t done) {
    const auto now = Clock::now();
    if (!console_.shows_status() || now - shown_ < pause) return;
    shown_ = now;
    console_.status(fmt::format("{} boards done, {}", show_count(done), show_seconds(seconds_between(begin_, now))));
}

WorkProgress::WorkProgress(Console& console, std::string label, std::uint64_t total, std::string unit)
    : console_(console),
      label_(std::move(label)),
      total_(std::max<std::uint64_t>(total, 1)),
      unit_(std::move(unit)),
      begin_(Clock::now()),
      shown_(begin_ + first_after - pause) {}

void WorkProgress::update(std::uint64_t done, std::string_view detail) {
    const auto now = Clock::now();
    if (!console_.shows_status() || now - shown_ < pause) return;
    shown_ = now;
    constexpr std::size_t width = 24;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const auto full = static_cast<std::size_t>(share * width);
    const double seconds = seconds_between(begin_, now);
    const std::string left = share > 0 ? show_seconds(seconds * (1 - share) / share) + " left" : "";
    const std::string rate = detail.empty() ? show_rate(done, seconds) + " " + unit_ : std::string(detail);
    console_.status(fmt::format("{} [{}{}] {:.0f} %, {}, {}", label_, std::string(full, '#'), std::string(width - full, '.'),
                                share * 100, rate, left));
}

}  // namespace tessera::cli
