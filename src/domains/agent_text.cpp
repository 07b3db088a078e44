// SPDX-License-Identifier: Apache-2.0
#include "domains/agent_text.hpp"

#include "tessera/core/error.hpp"

#include "domains/text_lines.hpp"
#include "words.hpp"

#include <map>
#include <set>

namespace tessera {

namespace {

constexpr std::string_view agent_name = "agent";

// Collects the items of a file and checks them against each other.
class Reader {
public:
    void item(const std::vector<Word>& words) {
        const std::string_view kind = words[0].text;
        const auto expect = [&](std::size_t count, std::string_view form) {
            if (words.size() != count)
                fail(words[0], "expected '" + std::string(form) + "', found " + std::to_string(words.size()) + " words");
        };
        if (kind == "size") {
            expect(2, "size COLUMNSxROWS");
            size(words[1]);
        } else if (kind == "obstacle") {
            expect(2, "obstacle X,Y");
            obstacles_.emplace_back(words[1], position(words[1]));
        } else if (kind == "start" || kind == "goal") {
            expect(3, std::string(kind) + " NAME X,Y");
            auto& places = kind == "start" ? starts_ : goals_;
            const auto [known, fresh] =
                places.try_emplace(std::string(words[1].text), Placed{words[2], position(words[2])});
            if (!fresh) fail(words[1], "a second " + std::string(kind) + " of '" + display(words[1].text) + "'");
        } else {
            fail(words[0], "unknown word '" + display(kind) + "'; a line begins with size, obstacle, start or goal");
        }
    }

    AgentTask finish(const Place& place) {
        if (layout_.grid.cells() == 0) throw InputError(place_prefix(place) + "no line 'size COLUMNSxROWS'");
        AgentTask task;
        layout_.obstacle.assign(static_cast<std::size_t>(layout_.grid.cells()), false);
        for (const auto& [word, at] : obstacles_) layout_.obstacle[cell(word, at)] = true;

        const auto agent = starts_.find(std::string(agent_name));
        if (agent == starts_.end()) throw InputError(place_prefix(place) + "no line 'start agent X,Y'");
        task.agent = static_cast<Cell>(cell(agent->second.word, agent->second.at));
        if (layout_.obstacle[task.agent]) fail(agent->second.word, "the agent starts on an obstacle");

        check_all_different(starts_, "start");
        check_all_different(goals_, "goal");
        for (const auto& [name, placed] : goals_) {
            const std::size_t target = cell(placed.word, placed.at);
            if (starts_.count(name) == 0) fail(placed.word, "'" + display(name) + "' has a goal but no start");
            if (name == agent_name) layout_.agent_goal = static_cast<Cell>(target);
        }
        for (const auto& [name, placed] : starts_) {
            if (name == agent_name) continue;
            const auto goal = goals_.find(name);
            if (goal == goals_.end()) fail(placed.word, "'" + display(name) + "' has a start but no goal");
            task.names.push_back(name);
            task.start.push_back(static_cast<Cell>(cell(placed.word, placed.at)));
            layout_.goal.push_back(static_cast<Cell>(cell(goal->second.word, goal->second.at)));
        }
        if (task.names.size() > static_cast<std::size_t>(AgentWorld::max_tiles))
            throw UnsupportedError(place_prefix(place) + std::to_string(task.names.size()) +
                                   " tiles are too many; up to " + std::to_string(AgentWorld::max_tiles) +
                                   " are supported");
        task.layout = layout_;
        return task;
    }

private:
    struct Position {
        int x, y;
    };
    struct Placed {
        Word word;
        Position at;
    };

    [[noreturn]] static void fail(const Word& word, const std::string& reason) {
        throw InputError(place_prefix(word.place) + reason);
    }

    static std::pair<int, int> pair_of(const Word& word, char between, std::string_view form) {
        const std::size_t middle = word.text.find(between);
        if (middle == std::string_view::npos)
            fail(word, "expected " + std::string(form) + ", found '" + display(word.text) + "'");
        Word first = word, second = word;
        first.text = word.text.substr(0, middle);
        second.text = word.text.substr(middle + 1);
        second.place.column += static_cast<int>(middle) + 1;
        return {parse_number(first), parse_number(second)};
    }

    void size(const Word& word) {
        if (layout_.grid.cells() != 0) fail(word, "a second size");
        const auto [columns, rows] = pair_of(word, 'x', "COLUMNSxROWS");
        if (columns < 1 || rows < 1) fail(word, "both sides must be at least 1");
        if (columns > AgentWorld::max_cells || rows > AgentWorld::max_cells || columns * rows > AgentWorld::max_cells)
            throw UnsupportedError(place_prefix(word.place) + "a grid of " + display(word.text) +
                                   " is too large; up to " + std::to_string(AgentWorld::max_cells) +
                                   " cells are supported");
        layout_.grid = {rows, columns};
    }

    static Position position(const Word& word) {
        const auto [x, y] = pair_of(word, ',', "X,Y");
        return {x, y};
    }

    [[nodiscard]] std::size_t cell(const Word& word, Position at) const {
        const Grid grid = layout_.grid;
        if (at.x < 0 || at.x >= grid.cols || at.y < 0 || at.y >= grid.rows)
            fail(word, display(word.text) + " is outside the grid; x goes from 0 to " + std::to_string(grid.cols - 1) +
                           ", y from 0 to " + std::to_string(grid.rows - 1));
        return static_cast<std::size_t>(grid.cell(at.y, at.x));
    }

    void check_all_different(const std::map<std::string, Placed>& places, std::string_view kind) const {
        std::map<std::size_t, std::string> taken;
        for (const auto& [name, placed] : places) {
            const auto [other, fresh] = taken.try_emplace(cell(placed.word, placed.at), name);
            if (!fresh)
                fail(placed.word, "'" + display(name) + "' and '" + display(other->second) + "' have the same " +
                                      std::string(kind) + " cell");
        }
    }

    AgentLayout layout_;
    std::vector<std::pair<Word, Position>> obstacles_;
    std::map<std::string, Placed> starts_;
    std::map<std::string, Placed> goals_;
};

std::string coordinates(Grid grid, int cell) {
    return "(" + std::to_string(grid.col(cell)) + ", " + std::to_string(grid.row(cell)) + ")";
}

}  // namespace

AgentTask parse_agent(std::string_view text, const Place& place) {
    Reader reader;
    for (const auto& words : split_lines(text, place, "")) reader.item(words);
    return reader.finish(place);
}

std::string show_agent(const AgentTask& task, const AgentWorld& world, const AgentWorld::State& s) {
    std::string text;
    for (std::size_t i = 0; i < task.names.size(); ++i)
        text += task.names[i] + coordinates(world.grid(), AgentWorld::tile(s, static_cast<int>(i))) + ", ";
    return text + "agent" + coordinates(world.grid(), AgentWorld::agent(s));
}

std::string show_agent_goal(const AgentTask& task) {
    std::string text;
    for (std::size_t i = 0; i < task.names.size(); ++i)
        text += (i ? ", " : "") + task.names[i] + coordinates(task.layout.grid, task.layout.goal[i]);
    if (task.layout.agent_goal) {
        if (!text.empty()) text += ", ";
        text += "agent" + coordinates(task.layout.grid, *task.layout.agent_goal);
    }
    return text;
}

std::string show_obstacles(const AgentLayout& layout) {
    std::string text;
    for (int cell = 0; cell < layout.grid.cells(); ++cell)
        if (layout.obstacle[static_cast<std::size_t>(cell)])
            text += (text.empty() ? "" : ", ") + coordinates(layout.grid, cell);
    return text;
}

}  // namespace tessera
