// SPDX-License-Identifier: Apache-2.0
// Sliding bricks: pieces of several cells.  A move names a brick by the number it has at that moment: 2 for the master,
// the others from 3 in the order of their first cells.
#include "cli/played_puzzle.hpp"

#include "words.hpp"

#include <algorithm>
#include <map>
#include <sstream>

namespace tessera::cli {

namespace {

std::vector<std::string> parts_of(const std::string& text, char between) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, between);) parts.push_back(part);
    return parts;
}

int number_in(const std::string& text) {
    if (text.empty() || text.size() > 4 || text.find_first_not_of("0123456789") != text.npos) return -1;
    return std::stoi(text);
}

class PlayedBricks : public PlayedPuzzle {
public:
    explicit PlayedBricks(const nlohmann::json& answer) {
        read_size(answer);
        metric_ = field<std::string>(answer, "metric");
        if (metric_ != "step" && metric_ != "line" && metric_ != "any")
            throw Damaged{"the field 'metric' is not step, line or any"};
        const auto rule = field<std::string>(answer, "goal_cells");
        if (rule != "gate" && rule != "shared") throw Damaged{"the field 'goal_cells' is not gate or shared"};
        gate_ = rule == "gate";
        for (const auto& [name, place] : read_places(answer, "goal")) goals.push_back(place);
        read_matrix(field<std::string>(answer, "start"));
    }

    [[nodiscard]] std::vector<std::string> split(const std::string& moves) const override {
        return parts_of(moves, ' ');
    }

    // "7:up", "7:up:2", "7:up:2+left".
    std::string play(const std::string& move, std::vector<Shift>& shifts) override {
        const std::size_t colon = std::min(move.find(':'), move.size());
        const int number = number_in(move.substr(0, colon));
        std::vector<Spot> ways;
        std::size_t turns = 0;
        for (const std::string& part : parts_of(move.substr(std::min(colon + 1, move.size())), '+')) {
            const std::vector<std::string> words = parts_of(part, ':');
            const int count = words.size() == 1 ? 1 : words.size() == 2 ? number_in(words[1]) : -1;
            if (count < 1 || count > 200) throw Damaged{"a move is '" + display(move) + "', not BRICK:DIRECTION"};
            ways.insert(ways.end(), static_cast<std::size_t>(count), direction(words[0], move));
            ++turns;
        }
        if (number < 0 || ways.empty()) throw Damaged{"a move is '" + display(move) + "', not BRICK:DIRECTION"};
        if ((metric_ == "step" && ways.size() > 1) || (metric_ == "line" && turns > 1))
            return "is more than one move in the metric '" + metric_ + "'";
        const std::size_t brick = brick_of(number);
        if (brick == pieces.size()) return "names a brick that is not there";
        int place = places[brick];
        for (const Spot way : ways) {
            const Spot to = spot(place) + way;
            if (const std::string reason = hindrance(brick, to); !reason.empty()) return reason;
            place = cell(to);
        }
        places[brick] = place;
        shifts.push_back({brick, ways});
        return "";
    }

    [[nodiscard]] bool solved() const override {
        const std::vector<int> covered = cells_of(0, spot(places[0]));
        return std::all_of(goals.begin(), goals.end(),
                           [&](int goal) { return std::find(covered.begin(), covered.end(), goal) != covered.end(); });
    }

    // Bricks of one shape are alike: what counts is which shapes stand where, and where the master is.
    [[nodiscard]] bool solvable(std::size_t most) const override {
        std::vector<std::string> words;
        for (std::size_t i = 0; i < pieces.size(); ++i)
            for (const char* way : {"up", "down", "left", "right"}) words.push_back(std::to_string(i + 2) + ":" + way);
        return search(most, words, [](const PlayedPuzzle& puzzle) {
            std::vector<std::string> bricks;
            for (std::size_t i = 0; i < puzzle.pieces.size(); ++i) {
                std::string brick = std::to_string(puzzle.places[i]) + (i == 0 ? "m" : ":");
                for (const Spot part : puzzle.pieces[i].shape)
                    brick += std::to_string(part.row) + "," + std::to_string(part.col) + ";";
                bricks.push_back(brick);
            }
            std::sort(bricks.begin(), bricks.end());
            std::string key;
            for (const std::string& brick : bricks) key += brick + "|";
            return key;
        });
    }

private:
    [[nodiscard]] std::unique_ptr<PlayedPuzzle> copy() const override { return std::make_unique<PlayedBricks>(*this); }

    // "w,h, n,n,...": the master first among the pieces, then the others as numbered.
    void read_matrix(const std::string& text) {
        std::vector<int> numbers;
        std::istringstream stream(text);
        for (int number = 0; stream >> number;) {
            numbers.push_back(number);
            char comma = 0;
            if (!(stream >> comma) || comma != ',') break;
        }
        if (!stream.eof() || numbers.size() != walls.size() + 2 || numbers[0] != cols || numbers[1] != rows)
            throw Damaged{"the field 'start' is not a matrix of the given size"};
        std::map<int, std::vector<int>> bricks;
        for (int at = 0; at < rows * cols; ++at) {
            const int number = numbers[static_cast<std::size_t>(at) + 2];
            if (number < -1) throw Damaged{"the field 'start' has the number " + std::to_string(number)};
            if (number == 1) walls[static_cast<std::size_t>(at)] = true;
            if ((number == -1) != (std::find(goals.begin(), goals.end(), at) != goals.end()))
                throw Damaged{"the fields 'start' and 'goal' differ about the goal cells"};
            if (number >= 2) bricks[number].push_back(at);
        }
        if (bricks.empty() || bricks.begin()->first != 2) throw Damaged{"the field 'start' has no master brick (2)"};
        for (const auto& [number, cells] : bricks) {
            Piece brick{std::to_string(number), {}, -1, number == 2};
            const Spot first = spot(cells.front());
            for (const int at : cells) brick.shape.push_back({spot(at).row - first.row, spot(at).col - first.col});
            pieces.push_back(brick);
            places.push_back(cells.front());
        }
    }

    [[nodiscard]] static Spot direction(const std::string& word, const std::string& move) {
        if (word == "up") return {-1, 0};
        if (word == "down") return {1, 0};
        if (word == "left") return {0, -1};
        if (word == "right") return {0, 1};
        throw Damaged{"a move is '" + display(move) + "', not BRICK:DIRECTION"};
    }

    [[nodiscard]] std::size_t brick_of(int number) const {
        if (number == 2) return 0;
        for (std::size_t i = 1; i < pieces.size(); ++i) {
            const auto before = std::count_if(places.begin() + 1, places.end(), [&](int at) { return at < places[i]; });
            if (before + 3 == number) return i;
        }
        return pieces.size();
    }

    [[nodiscard]] std::vector<int> cells_of(std::size_t brick, Spot place) const {
        std::vector<int> cells;
        for (const Spot part : pieces[brick].shape) cells.push_back(cell(place + part));
        return cells;
    }

    // What stands in the way of a brick at this place, or "".
    [[nodiscard]] std::string hindrance(std::size_t brick, Spot place) const {
        for (const Spot part : pieces[brick].shape) {
            const Spot at = place + part;
            if (!inside(at)) return "leaves the board";
            if (walls[static_cast<std::size_t>(cell(at))]) return "runs into a wall";
            if (gate_ && brick != 0 && std::find(goals.begin(), goals.end(), cell(at)) != goals.end())
                return "enters a goal cell, which is open to the master alone";
            for (std::size_t other = 0; other < pieces.size(); ++other) {
                if (other == brick) continue;
                for (const int taken : cells_of(other, spot(places[other])))
                    if (taken == cell(at)) return "runs into another brick";
            }
        }
        return "";
    }

    std::string metric_;
    bool gate_ = true;
};

}  // namespace

std::unique_ptr<PlayedPuzzle> read_bricks(const nlohmann::json& answer) {
    return std::make_unique<PlayedBricks>(answer);
}

}  // namespace tessera::cli
