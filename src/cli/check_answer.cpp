// SPDX-License-Identifier: Apache-2.0
#include "cli/check_answer.hpp"

#include "words.hpp"

#include <cstdlib>
#include <sstream>
#include <vector>

namespace tessera::cli {

namespace {

using nlohmann::json;

struct Wrong {
    std::string reason;
};
struct Damaged {
    std::string reason;
};

// A field that must be there.  Fields that may be null are asked with `number_or`.
template <class T>
T field(const json& answer, const char* name) {
    try {
        return answer.at(name).get<T>();
    } catch (const json::exception&) {
        throw Damaged{std::string("the field '") + name + "' is missing or of the wrong kind"};
    }
}

long number_or(const json& answer, const char* name, long otherwise) {
    if (!answer.contains(name) || answer.at(name).is_null()) return otherwise;
    return field<long>(answer, name);
}

struct Board {
    int rows = 0;
    int cols = 0;
    std::vector<int> cells;

    [[nodiscard]] int find(int tile) const {
        for (int i = 0; i < rows * cols; ++i)
            if (cells[static_cast<std::size_t>(i)] == tile) return i;
        return -1;
    }

    // Moves the blank; false where the wall is.
    bool move(char way) {
        const int from = find(0);
        const int row = from / cols + (way == 'D') - (way == 'U');
        const int col = from % cols + (way == 'R') - (way == 'L');
        if (row < 0 || row >= rows || col < 0 || col >= cols) return false;
        std::swap(cells[static_cast<std::size_t>(from)], cells[static_cast<std::size_t>(row * cols + col)]);
        return true;
    }
};

Board read_board(const json& answer, const char* name) {
    Board board;
    char x = 0;
    std::istringstream size(field<std::string>(answer, "size"));
    if (!(size >> board.rows >> x >> board.cols) || x != 'x' || board.rows < 2 || board.cols < 2 || board.rows > 100 ||
        board.cols > 100)
        throw Damaged{"the field 'size' is not ROWSxCOLUMNS"};
    std::istringstream text(field<std::string>(answer, name));
    for (int tile = 0; text >> tile;) board.cells.push_back(tile);
    bool good = text.eof() && board.cells.size() == static_cast<std::size_t>(board.rows * board.cols);
    for (int tile = 0; good && tile < board.rows * board.cols; ++tile) good = board.find(tile) >= 0;
    if (!good) throw Damaged{std::string("the field '") + name + "' is not a board of the given size"};
    return board;
}

// Sorting the start into the goal by exchanges: their number and the way of the blank are both odd or both even,
// or there is no solution.
bool solvable(Board start, const Board& goal) {
    const int from = start.find(0);
    const int to = goal.find(0);
    int parity = std::abs(from / start.cols - to / start.cols) + std::abs(from % start.cols - to % start.cols);
    for (std::size_t i = 0; i < goal.cells.size(); ++i) {
        const int at = start.find(goal.cells[i]);
        if (at == static_cast<int>(i)) continue;
        std::swap(start.cells[i], start.cells[static_cast<std::size_t>(at)]);
        ++parity;
    }
    return parity % 2 == 0;
}

void check_path(const json& answer, Board board, const Board& goal) {
    const auto moves = field<std::string>(answer, "moves");
    const long length = field<long>(answer, "length");
    long count = 0;
    for (const char way : moves) {
        ++count;
        if (std::string_view("UDLR").find(way) == std::string_view::npos)
            throw Damaged{"move " + std::to_string(count) + " is '" + display(std::string(1, way)) +
                          "', not U, D, L or R"};
        if (!board.move(way)) throw Wrong{"move " + std::to_string(count) + " (" + way + ") leaves the board"};
    }
    if (count != length)
        throw Wrong{"the length is said to be " + std::to_string(length) + ", but there are " + std::to_string(count) +
                    " moves"};
    if (board.cells != goal.cells) throw Wrong{"the moves do not lead to the goal"};
    const bool optimal = field<bool>(answer, "optimal");
    const long known = number_or(answer, "known_optimum", -1);
    if (known > length) throw Wrong{"shorter than the known optimum " + std::to_string(known)};
    if (optimal && known >= 0 && known < length)
        throw Wrong{"said to be optimal, but the optimum is " + std::to_string(known)};
    if (number_or(answer, "lower_bound", 0) > length) throw Wrong{"the lower bound is above the length"};
    if (number_or(answer, "initial_h", 0) > length) throw Wrong{"the estimate at the start is above the length"};
}

Verdict::Kind judge(const json& answer) {
    const Board start = read_board(answer, "start");
    const Board goal = read_board(answer, "goal");
    const auto status = field<std::string>(answer, "status");
    if (status == "solved") {
        check_path(answer, start, goal);
        return Verdict::Kind::path;
    }
    if (status != "unsolvable" && status != "limit" && status != "interrupted")
        throw Damaged{"unknown status '" + display(status) + "'"};
    if (number_or(answer, "length", -1) >= 0) throw Wrong{"a length without being solved"};
    if (status == "unsolvable") {
        if (solvable(start, goal)) throw Wrong{"said to be unsolvable, but parity allows a solution"};
        return Verdict::Kind::unsolvable;
    }
    const long known = number_or(answer, "known_optimum", -1);
    if (known >= 0 && number_or(answer, "lower_bound", 0) > known)
        throw Wrong{"the lower bound is above the known optimum"};
    return Verdict::Kind::unfinished;
}

}  // namespace

Verdict check_answer(const json& answer) {
    try {
        if (!answer.is_object()) throw Damaged{"not a JSON object"};
        if (const auto domain = field<std::string>(answer, "domain"); domain != "tiles")
            return {Verdict::Kind::foreign, "cannot check the domain '" + display(domain) + "', only tiles"};
        return {judge(answer), ""};
    } catch (const Wrong& wrong) {
        return {Verdict::Kind::wrong, wrong.reason};
    } catch (const Damaged& damaged) {
        return {Verdict::Kind::damaged, damaged.reason};
    }
}

}  // namespace tessera::cli
