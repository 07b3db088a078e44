// SPDX-License-Identifier: Apache-2.0
// Many answers, a line each, for people.
#include "cli/fields.hpp"
#include "cli/report.hpp"
#include "cli/trace.hpp"
#include "cli/units.hpp"

#include <chrono>
#include <fmt/format.h>

namespace tessera::cli {

namespace {

class TableReport : public Report {
public:
    TableReport(Output& out, const TextOptions& options) : out_(out), options_(options) {}

    void add(const Answer& a) override {
        if (count_++ == 0) {
            const std::string head =
                fmt::format("{:>8}  {:>11}  {:>17}  {:>12}  {:>9}  moves", "id", "length", "generated", "time", "rate");
            const std::string crew = a.split == Split::boards ? "boards side by side"
                                                              : fmt::format("{} thread{}", a.threads, a.threads == 1 ? "" : "s");
            out_.line(options_.style.faint(fmt::format("{} with {}, {}", a.algorithm, a.heuristic, crew)));
            out_.line(options_.style.faint(head));
        }
        if (options_.trace_solution) trace_solution(out_, a);
        if (options_.trace_back) trace_back(out_, a);
        side_by_side_ += a.split == Split::boards;
        solved_ += a.outcome == Outcome::solved;
        length_ += a.outcome == Outcome::solved ? static_cast<std::uint64_t>(a.length) : 0;
        generated_ += a.stats.generated;
        seconds_ += a.seconds;
        const std::string row = line(a.id, length_word(a), a.stats.generated, a.seconds);
        out_.line(a.outcome == Outcome::solved ? row + "  " + write_moves(a, options_.notation) : row);
        out_.flush();
    }

    void finish() override {
        if (count_ < 2) return;
        out_.line(options_.style.strong(line("total", std::to_string(length_), generated_, seconds_)) +
                  fmt::format("  {} of {} solved{}", solved_, count_, side_by_side()));
        out_.flush();
    }

private:
    // The times of boards that were solved side by side add up to more than the run took.
    [[nodiscard]] std::string side_by_side() const {
        if (side_by_side_ == 0) return "";
        const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        return fmt::format(", {} side by side, {} in all", show_count(side_by_side_), show_seconds(wall));
    }

    // The length, ">= bound" where a limit came first, or the reason.
    static std::string length_word(const Answer& a) {
        if (a.outcome == Outcome::solved)
            return a.optimal ? std::to_string(a.length) : std::to_string(a.length) + " any";
        if (a.outcome == Outcome::unsolvable) return "unsolvable";
        return fmt::format(">= {}", a.lower_bound);
    }

    static std::string line(std::string_view id, std::string_view length, std::uint64_t nodes, double seconds) {
        return fmt::format("{:>8}  {:>11}  {:>17}  {:>12}  {:>9}", id, length, show_count(nodes), show_seconds(seconds),
                           show_rate(nodes, seconds));
    }

    Output& out_;
    TextOptions options_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::uint64_t count_ = 0;
    std::uint64_t side_by_side_ = 0;
    std::uint64_t solved_ = 0;
    std::uint64_t length_ = 0;
    std::uint64_t generated_ = 0;
    double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Report> table_report(Output& out, const TextOptions& options) {
    return std::make_unique<TableReport>(out, options);
}

}  // namespace tessera::cli
