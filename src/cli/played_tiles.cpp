// SPDX-License-Identifier: Apache-2.0
// Sliding tiles: every tile is a piece, and the blank is the one cell where none stands.
#include "cli/played_puzzle.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace tessera::cli {

namespace {

class PlayedTiles : public PlayedPuzzle {
public:
    explicit PlayedTiles(const nlohmann::json& answer) {
        read_size(answer);
        if (rows < 2 || cols < 2) throw Damaged{"the field 'size' is not ROWSxCOLUMNS"};
        const std::vector<int> start = read_board(answer, "start");
        const std::vector<int> goal = read_board(answer, "goal");
        for (int tile = 1; tile < rows * cols; ++tile) {
            pieces.push_back({std::to_string(tile), {{0, 0}}, find(goal, tile), false});
            places.push_back(find(start, tile));
        }
        blank_ = find(start, 0);
        blank_home_ = find(goal, 0);
    }

    // The blank travels; the tile in its way comes the other way.
    std::string play(const std::string& move, std::vector<Shift>& shifts) override {
        const Spot way = way_of(move);
        const Spot to = spot(blank_) + way;
        if (!inside(to)) return "leaves the board";
        const std::size_t tile = piece_at(cell(to));
        shifts.push_back({tile, {{-way.row, -way.col}}});
        places[tile] = blank_;
        blank_ = cell(to);
        return "";
    }

    // Sorting the start into the goal by exchanges: their number and the way of the blank are both odd or both even,
    // or there is no solution.
    [[nodiscard]] bool solvable(std::size_t) const override {
        const Spot from = spot(blank_), to = spot(blank_home_);
        int parity = std::abs(from.row - to.row) + std::abs(from.col - to.col);
        std::vector<int> now = places, wanted;
        for (const Piece& piece : pieces) wanted.push_back(piece.home);
        now.push_back(blank_);
        wanted.push_back(blank_home_);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (now[i] == wanted[i]) continue;
            std::swap(*std::find(now.begin(), now.end(), wanted[i]), now[i]);
            ++parity;
        }
        return parity % 2 == 0;
    }

private:
    [[nodiscard]] std::unique_ptr<PlayedPuzzle> copy() const override { return std::make_unique<PlayedTiles>(*this); }

    static int find(const std::vector<int>& board, int tile) {
        return static_cast<int>(std::find(board.begin(), board.end(), tile) - board.begin());
    }

    [[nodiscard]] std::vector<int> read_board(const nlohmann::json& answer, const char* name) const {
        std::vector<int> board;
        std::istringstream text(field<std::string>(answer, name));
        for (int tile = 0; text >> tile;) board.push_back(tile);
        std::vector<int> sorted = board;
        std::sort(sorted.begin(), sorted.end());
        bool good = text.eof() && board.size() == walls.size();
        for (std::size_t i = 0; good && i < sorted.size(); ++i) good = sorted[i] == static_cast<int>(i);
        if (!good) throw Damaged{std::string("the field '") + name + "' is not a board of the given size"};
        return board;
    }

    int blank_ = 0;
    int blank_home_ = 0;
};

}  // namespace

std::unique_ptr<PlayedPuzzle> read_tiles(const nlohmann::json& answer) { return std::make_unique<PlayedTiles>(answer); }

}  // namespace tessera::cli
