// SPDX-License-Identifier: Apache-2.0
// Boards from text: one per line, `#` starts a comment, and a few comments say how the others are to be read.
#pragma once

#include "tessera/answer.hpp"

#include "cli/line_reader.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

// An instance, and what its file says about size and goal (empty: nothing).
struct Problem {
    Instance instance;
    std::string size;
    std::string goal;
};

// What stands in the lines of a file besides the board.
enum class Columns {
    guess,  // a board, or an id and a board: the count of words tells
    board,
    id_board,
    board_optimum,
    id_board_optimum,
};

// Reads lines such as
//     # size: 3x3                      the boards below are of this size
//     # goal: 1 2 3 8 0 4 7 6 5        ... and are to reach this goal
//     # columns: id board optimum      ... and have a name before and the known optimum behind them
//     easy  1 3 4 8 6 2 7 0 5  5       # a comment
// Without the first three, a line of n numbers is a board and one of n + 1 words is an id and a board.
class BoardReader {
public:
    // `size` is the user's wish and goes before the file's.  `source` is for messages.
    BoardReader(LineReader lines, std::string source, std::string size);

    // The next board, or nothing at the end.  Throws InputError for a bad line; reading can go on after it.  The cells
    // themselves are checked later, by the solver.
    [[nodiscard]] std::optional<Problem> next();
    // Lines with something in them, good or bad, seen so far.
    [[nodiscard]] int seen() const { return seen_; }
    // The input was ended by a signal, not by itself.
    [[nodiscard]] bool woken() const { return lines_.woken(); }
    // What the first comment says: the title of a set.
    [[nodiscard]] const std::string& title() const { return title_; }

private:
    void read_comment(const Line& line, std::size_t at);
    Problem read_board(const Line& line, std::size_t length);

    LineReader lines_;
    std::string source_;
    std::string wanted_size_;
    std::string size_;
    std::string goal_;
    std::string title_;
    Columns columns_ = Columns::guess;
    int seen_ = 0;
};

}  // namespace tessera::cli
