// SPDX-License-Identifier: Apache-2.0
// One answer in full, for people.
#include "cli/fields.hpp"
#include "cli/report.hpp"
#include "cli/trace.hpp"
#include "cli/units.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

std::string spaced(std::string_view letters) {
    std::string text;
    for (const char c : letters) text += (text.empty() ? "" : " ") + std::string(1, c);
    return text;
}

// "57 moves, proven optimal", or why there are none.
std::string verdict(const Answer& a, const Style& style) {
    const std::string at_least = a.lower_bound > 0 ? fmt::format("; at least {} moves are needed", a.lower_bound) : "";
    switch (a.outcome) {
        case Outcome::solved:
            return fmt::format("{}, {}", style.strong(fmt::format("{} move{}", a.length, a.length == 1 ? "" : "s")),
                               a.optimal ? style.good("proven optimal") : style.doubtful("not proven optimal"));
        case Outcome::unsolvable:
            return style.bad("unsolvable") + ": no sequence of moves leads to the goal";
        case Outcome::limit_reached:
            if (a.limit == Limit::cost) return style.doubtful("no solution within the bound") + at_least;
            return style.doubtful(
                       fmt::format("{} limit reached", a.limit == Limit::nodes ? "node" : limit_name(a.limit))) +
                   at_least;
        case Outcome::interrupted:
            return style.doubtful("interrupted") + at_least;
    }
    return "";
}

class BoardReport : public Report {
public:
    BoardReport(Output& out, const TextOptions& options) : out_(out), options_(options) {}

    void add(const Answer& a) override {
        const auto row = [&](std::string_view name, std::string_view text) {
            out_.line(fmt::format("{}{}", options_.style.faint(fmt::format("{:<9}", name)), text));
        };
        if (options_.trace_solution)
            trace_solution(out_, a);
        else if (options_.trace_back)
            trace_back(out_, a);
        else
            out_.line(draw_board(a.start, a.size));
        if (!a.obstacles.empty()) row("walls", "obstacles at " + a.obstacles);
        if (a.domain == "bricks") row("rules", fmt::format("metric {}, goal cells {}", a.metric, a.goal_cells));
        if (a.outcome == Outcome::solved) {
            const bool letters = options_.notation == Notation::letters && a.domain == "tiles";
            row("moves", letters ? spaced(a.moves) : write_moves(a, options_.notation));
        }
        row("length", verdict(a, options_.style));
        row("search", fmt::format("{} with {}, {} thread{}; estimate at the start {}", a.algorithm, a.heuristic,
                                  a.threads, a.threads == 1 ? "" : "s", a.initial_h));
        row("nodes", fmt::format("{} expanded, {} generated, {}", show_count(a.stats.expanded),
                                 show_count(a.stats.generated), show_rate(a.stats.generated, a.seconds)));
        if (a.stats.largest_queue > 0)
            row("queue", fmt::format("{} pops, {} at most, {} states kept", show_count(a.stats.pops),
                                     show_count(a.stats.largest_queue), show_count(a.stats.stored)));
        row("time", fmt::format("{} search, {} in all; {} of memory", show_seconds(a.seconds),
                                show_seconds(a.total_seconds), show_bytes(a.peak_bytes)));
        out_.flush();
    }

private:
    Output& out_;
    TextOptions options_;
};

}  // namespace

std::unique_ptr<Report> board_report(Output& out, const TextOptions& options) {
    return std::make_unique<BoardReport>(out, options);
}

}  // namespace tessera::cli
