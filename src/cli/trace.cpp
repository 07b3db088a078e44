// SPDX-License-Identifier: Apache-2.0
#include "cli/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace tessera::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

// The numbers of a board row by row, as "3x4" says or in a square.  A state of another kind is one row, one word.
Rows rows_of(std::string_view state, std::string_view size) {
    std::vector<std::string> cells;
    for (std::size_t begin = 0; (begin = state.find_first_not_of(' ', begin)) != state.npos;) {
        const std::size_t end = std::min(state.find(' ', begin), state.size());
        cells.emplace_back(state.substr(begin, end - begin));
        begin = end;
    }
    std::size_t cols = 0;
    if (const std::size_t x = size.find_first_of("xX"); x != size.npos)
        std::from_chars(size.data() + x + 1, size.data() + size.size(), cols);
    else
        while (cols * cols < cells.size()) ++cols;
    const bool board = cols > 0 && cells.size() % cols == 0 && state.find_first_not_of("0123456789 ") == state.npos;
    if (!board) return {{std::string(state)}};
    Rows rows;
    for (std::size_t i = 0; i < cells.size(); i += cols)
        rows.emplace_back(cells.begin() + static_cast<std::ptrdiff_t>(i),
                          cells.begin() + static_cast<std::ptrdiff_t>(i + cols));
    return rows;
}

// Rows joined by `between`, cells by `gap`.
std::string join(const Rows& rows, std::string_view gap, std::string_view between) {
    std::string text;
    for (const auto& row : rows) {
        if (&row != &rows.front()) text += between;
        text += fmt::format("{}", fmt::join(row, gap));
    }
    return text;
}

}  // namespace

std::string draw_board(std::string_view state, std::string_view size) {
    const Rows rows = rows_of(state, size);
    if (rows.size() < 2) return std::string(state) + "\n";
    std::string text;
    for (const auto& row : rows) {
        for (const std::string& cell : row) text += fmt::format("{:>3}", cell == "0" ? "." : cell);
        text += '\n';
    }
    return text;
}

void trace_solution(Output& out, const Answer& answer) {
    for (const Step& step : answer.steps) {
        if (step.g > 0) out.line(fmt::format("move {}", step.move));
        out.line(fmt::format("The best state to expand has g(n) = {} and h(n) = {}:", step.g, step.h));
        out.line("[" + join(rows_of(step.state, answer.size), ", ", "]\n[") + "]\n");
    }
    if (answer.outcome == Outcome::solved)
        out.line("Goal state!\n");
    else
        out.line(draw_board(answer.start, answer.size) + "\nNo solution was found.\n");
}

void trace_back(Output& out, const Answer& answer) {
    if (answer.steps.empty()) return;
    const auto word = [](const std::string& move) {
        return move == "U" ? "Up" : move == "D" ? "Down" : move == "L" ? "Left" : move == "R" ? "Right" : move;
    };
    const auto show = [&](const Step& step) { out.write(draw_board(step.state, answer.size)); };
    for (std::size_t i = answer.steps.size(); i-- > 0;) {
        show(answer.steps[i]);
        if (i > 0) out.line("Move " + std::string(word(answer.steps[i].move)));
    }
    out.line("Start reached: the solution is valid.\n");
}

void SearchTrace::add(const TraceLine& line, std::string_view size) {
    if (!headed_)
        out_.line(fmt::format("{:>6}  {:>5}  {:>4}  {:>7}  {:>6}  board", "visit", "level", "f", "created", "parent"));
    headed_ = true;
    if (visits_ >= most_) {
        if (!ended_) out_.line(fmt::format("... the trace ends here, after {} nodes; --trace-limit shows more", most_));
        ended_ = true;
        return;
    }
    switch (line.kind) {
        case TraceLine::Kind::round:
            out_.line(fmt::format("round with maximum depth {}", line.depth));
            break;
        case TraceLine::Kind::retreat:
            out_.line(fmt::format("back trace from level {}", line.depth));
            break;
        case TraceLine::Kind::visit:
            ++visits_;
            out_.line(fmt::format("{:>6}  {:>5}  {:>4}  {:>7}  {:>6}  {}", line.order, line.depth, line.estimate,
                                  line.node, line.parent == 0 ? "-" : std::to_string(line.parent),
                                  join(rows_of(line.state, size), " ", " / ")));
            break;
    }
}

void DotTrace::begin() {
    if (begun_) return;
    begun_ = true;
    out_.line("digraph search {");
    out_.line("  node [shape=box, fontname=\"monospace\"];");
}

void DotTrace::end_round() {
    if (in_round_) out_.line("  }");
    in_round_ = false;
}

void DotTrace::add(const TraceLine& line, std::string_view size) {
    if (visits_ >= most_ || line.kind == TraceLine::Kind::retreat) return;
    begin();
    if (line.kind == TraceLine::Kind::round) {
        end_round();
        in_round_ = true;
        out_.line(fmt::format("  subgraph cluster_{} {{ label=\"bound {}\";", ++round_, line.depth));
        return;
    }
    ++visits_;
    out_.line(fmt::format("  r{}n{} [label=\"{}: f = {}\\n{}\"];", round_, line.node, line.order, line.estimate,
                          join(rows_of(line.state, size), " ", "\\n")));
    if (line.parent != 0) out_.line(fmt::format("  r{}n{} -> r{}n{};", round_, line.parent, round_, line.node));
}

void DotTrace::end(const Answer& answer) {
    begin();
    end_round();
    out_.line("}");
    if (answer.outcome == Outcome::solved)
        out_.line(fmt::format("// solved in {} moves: {}", answer.length, answer.moves));
    if (visits_ >= most_)
        out_.line(fmt::format("// only the first {} nodes are drawn; --trace-limit draws more", most_));
    out_.flush();
}

}  // namespace tessera::cli
