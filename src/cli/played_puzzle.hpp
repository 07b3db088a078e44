// SPDX-License-Identifier: Apache-2.0
// A puzzle as an answer of `tessera solve --json` tells it: pieces on a grid, moved by the words of the solution.
// For the checker and the viewer.  Shares no code with the solver: it reads the text of the answer with its own eyes
// and moves the pieces by its own rules.
#pragma once

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera::cli {

// The answer is false.
struct Wrong {
    std::string reason;
};
// The answer cannot be understood.
struct Damaged {
    std::string reason;
};
// A puzzle, or a question about one, that is beyond this code.
struct Foreign {
    std::string reason;
};

// A field that must be there.
template <class T>
T field(const nlohmann::json& answer, const char* name) {
    const auto damaged = [&] { return Damaged{std::string("the field '") + name + "' is missing or of the wrong kind"}; };
    try {
        const nlohmann::json& value = answer.at(name);
        // The library would turn 1e99 into any number at all.
        if constexpr (std::integral<T> && !std::same_as<T, bool>)
            if (!value.is_number_integer() || (value.is_number_unsigned() &&
                                               std::cmp_greater(value.get<std::uint64_t>(), std::numeric_limits<T>::max())))
                throw damaged();
        return value.get<T>();
    } catch (const nlohmann::json::exception&) {
        throw damaged();
    }
}

struct Spot {
    int row = 0;
    int col = 0;
    friend bool operator==(const Spot&, const Spot&) = default;
};
inline Spot operator+(Spot a, Spot b) { return {a.row + b.row, a.col + b.col}; }

struct Piece {
    std::string label;
    std::vector<Spot> shape{{0, 0}};  // its cells, seen from the place where it stands
    int home = -1;                    // the cell where it belongs; -1: anywhere
    bool leads = false;               // the agent, or the master brick
};

// What a move did: this piece went these ways, one cell each.
struct Shift {
    std::size_t piece;
    std::vector<Spot> ways;
};

class PlayedPuzzle {
public:
    virtual ~PlayedPuzzle() = default;

    // The moves of a solution, one by one.
    [[nodiscard]] virtual std::vector<std::string> split(const std::string& moves) const;
    // Plays one move and adds what moved to `shifts`.  Returns what forbids it, or "" where nothing does; a forbidden
    // move changes nothing.  Throws Damaged for what is no move at all.
    virtual std::string play(const std::string& move, std::vector<Shift>& shifts) = 0;
    [[nodiscard]] virtual bool solved() const;
    // Whether any sequence of moves leads to the goal.  Throws Foreign where more than `most` arrangements would have
    // to be visited to know.
    [[nodiscard]] virtual bool solvable(std::size_t most) const = 0;

    int rows = 0;
    int cols = 0;
    std::vector<Piece> pieces;
    std::vector<int> places;  // of each piece: a cell, row by row
    std::vector<bool> walls;  // per cell
    std::vector<int> goals;   // cells that the leading piece must cover; bricks only

protected:
    [[nodiscard]] Spot spot(int cell) const { return {cell / cols, cell % cols}; }
    [[nodiscard]] int cell(Spot at) const { return at.row * cols + at.col; }
    [[nodiscard]] bool inside(Spot at) const { return at.row >= 0 && at.row < rows && at.col >= 0 && at.col < cols; }
    // The piece of one cell that stands there; the number of pieces if there is none.
    [[nodiscard]] std::size_t piece_at(int place) const;
    // Visits every arrangement that the words lead to, or `most` of them.  Equal arrangements have equal keys.
    [[nodiscard]] bool search(std::size_t most, const std::vector<std::string>& words,
                              std::string (*key)(const PlayedPuzzle&)) const;
    [[nodiscard]] virtual std::unique_ptr<PlayedPuzzle> copy() const = 0;

    // ROWSxCOLUMNS of the answer, at most two hundred each.
    void read_size(const nlohmann::json& answer);
    // A field such as "A(0, 3), agent(1, 2)" or "(1, 1), (2, 1)": names, which may be missing, and cells.
    [[nodiscard]] std::vector<std::pair<std::string, int>> read_places(const nlohmann::json& answer,
                                                                       const char* name) const;
};

// Throws Damaged or Foreign.
[[nodiscard]] std::unique_ptr<PlayedPuzzle> read_puzzle(const nlohmann::json& answer);

[[nodiscard]] std::unique_ptr<PlayedPuzzle> read_tiles(const nlohmann::json& answer);
[[nodiscard]] std::unique_ptr<PlayedPuzzle> read_agent(const nlohmann::json& answer);
[[nodiscard]] std::unique_ptr<PlayedPuzzle> read_bricks(const nlohmann::json& answer);

// The way that a letter names: U, D, L or R.  Throws Damaged for another one.
[[nodiscard]] Spot way_of(const std::string& letter);

// Plays the whole solution of a solved answer and throws Wrong if it is none: a forbidden move, another number of moves
// than the length, an end that is no goal.  Returns what each move did.
std::vector<std::vector<Shift>> play_solution(const nlohmann::json& answer, PlayedPuzzle& puzzle);

}  // namespace tessera::cli
