// SPDX-License-Identifier: Apache-2.0
#include "domains/bricks_text.hpp"

#include "tessera/core/error.hpp"

#include "domains/text_lines.hpp"
#include "words.hpp"

#include <map>
#include <set>

namespace tessera {

namespace {

[[noreturn]] void fail(const Place& place, const std::string& reason) { throw InputError(place_prefix(place) + reason); }

// A brick is in one piece when its cells can be walked from the first.
void check_connected(const BrickLayout& layout, const std::map<int, std::vector<int>>& bricks,
                     const std::vector<Place>& places) {
    for (const auto& [number, cells] : bricks) {
        std::set<int> missing(cells.begin() + 1, cells.end());
        std::vector<int> waiting{cells.front()};
        while (!waiting.empty()) {
            const int cell = waiting.back();
            waiting.pop_back();
            for (const int next : layout.grid.neighbours(cell))
                if (missing.erase(next) > 0) waiting.push_back(next);
        }
        if (!missing.empty())
            fail(places[static_cast<std::size_t>(*missing.begin())],
                 "brick " + std::to_string(number) + " is not in one piece; give the parts different numbers");
    }
}

}  // namespace

BrickLayout parse_bricks(std::string_view text, const Place& place) {
    const auto lines = split_lines(text, place, ",");
    if (lines.empty()) fail(place, "the file is empty; expected 'w,h,' and then h rows of w numbers");
    if (lines[0].size() != 2)
        fail(lines[0][0].place, "expected 'w,h,', found " + std::to_string(lines[0].size()) + " numbers");
    BrickLayout layout;
    layout.grid = {parse_number(lines[0][1]), parse_number(lines[0][0])};
    const Grid grid = layout.grid;
    if (grid.rows < 1 || grid.cols < 1) fail(lines[0][0].place, "width and height must be at least 1");
    if (grid.rows > Bricks::max_cells || grid.cols > Bricks::max_cells || grid.cells() > Bricks::max_cells)
        throw UnsupportedError(place_prefix(lines[0][0].place) + "a board of " + std::to_string(grid.cols) + " by " +
                               std::to_string(grid.rows) + " is too large; up to " + std::to_string(Bricks::max_cells) +
                               " cells are supported");
    if (lines.size() != static_cast<std::size_t>(grid.rows) + 1)
        fail(lines.back()[0].place, "expected " + std::to_string(grid.rows) + " rows after the first line, found " +
                                        std::to_string(lines.size() - 1));

    std::vector<Place> places;
    std::map<int, std::vector<int>> bricks;
    for (std::size_t row = 1; row < lines.size(); ++row) {
        if (lines[row].size() != static_cast<std::size_t>(grid.cols))
            fail(lines[row].back().place, "expected " + std::to_string(grid.cols) + " numbers in this row, found " +
                                              std::to_string(lines[row].size()));
        for (const Word& word : lines[row]) {
            const int number = parse_number(word);
            if (number < -1)
                fail(word.place, std::to_string(number) + " means nothing; the least number is -1, a goal cell");
            if (number >= 2) bricks[number].push_back(static_cast<int>(layout.matrix.size()));
            layout.matrix.push_back(number);
            places.push_back(word.place);
        }
    }
    if (bricks.count(2) == 0) fail(place, "there is no master brick (2)");
    if (bricks.size() > static_cast<std::size_t>(Bricks::max_bricks))
        throw UnsupportedError(place_prefix(place) + std::to_string(bricks.size()) + " bricks are too many; up to " +
                               std::to_string(Bricks::max_bricks) + " are supported");
    check_connected(layout, bricks, places);
    return layout;
}

void choose_brick_rules(const Choice& choice, BrickLayout& layout) {
    const std::vector<CatalogEntry> metrics{{"step", "", ""}, {"line", "", ""}, {"any", "", ""}};
    const std::vector<CatalogEntry> rules{{"gate", "", ""}, {"shared", "", ""}};
    if (choice.metric.empty() || choice.metric == "step") layout.metric = BrickMetric::step;
    else if (choice.metric == "line") layout.metric = BrickMetric::line;
    else if (choice.metric == "any") layout.metric = BrickMetric::any;
    else throw UsageError(unknown_name("metric", choice.metric, metrics));
    if (choice.goal_cells.empty() || choice.goal_cells == "gate") layout.goal_cells = GoalCells::gate;
    else if (choice.goal_cells == "shared") layout.goal_cells = GoalCells::shared;
    else throw UsageError(unknown_name("rule for goal cells", choice.goal_cells, rules));
}

std::string show_bricks(const Bricks& bricks, const Bricks::State& s, std::string_view row_end) {
    const Grid grid = bricks.grid();
    const std::vector<int> matrix = bricks.matrix(s);
    std::string text = std::to_string(grid.cols) + "," + std::to_string(grid.rows) + ",";
    for (int cell = 0; cell < grid.cells(); ++cell) {
        if (grid.col(cell) == 0) text += row_end;
        text += std::to_string(matrix[static_cast<std::size_t>(cell)]) + ",";
    }
    return text;
}

std::string brick_directions(const Bricks& bricks, const Bricks::State& s, Bricks::Move m) {
    const auto word = [](char c) { return c == 'U' ? "up" : c == 'D' ? "down" : c == 'L' ? "left" : "right"; };
    std::string text;
    char last = 0;
    int count = 0;
    const auto close = [&] {
        if (count > 1) text += ":" + std::to_string(count);
    };
    Cell at = m.from;
    for (const Cell to : bricks.way(s, m)) {
        const char direction = bricks.grid().direction(at, to);
        at = to;
        if (direction == last) {
            ++count;
            continue;
        }
        close();
        if (!text.empty()) text += "+";
        text += word(direction);
        last = direction;
        count = 1;
    }
    close();
    return text;
}

}  // namespace tessera
