// SPDX-License-Identifier: Apache-2.0
#include "cli/played_puzzle.hpp"

#include "words.hpp"

#include <deque>
#include <sstream>
#include <unordered_set>

namespace tessera::cli {

std::vector<std::string> PlayedPuzzle::split(const std::string& moves) const {
    std::vector<std::string> letters;
    for (const char letter : moves) letters.emplace_back(1, letter);
    return letters;
}

bool PlayedPuzzle::solved() const {
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (pieces[i].home >= 0 && pieces[i].home != places[i]) return false;
    return true;
}

std::size_t PlayedPuzzle::piece_at(int place) const {
    std::size_t i = 0;
    while (i < places.size() && places[i] != place) ++i;
    return i;
}

bool PlayedPuzzle::search(const std::vector<std::string>& words, std::string (*key)(const PlayedPuzzle&)) const {
    constexpr std::size_t most = 400'000;
    const auto puzzle = copy();
    std::unordered_set<std::string> seen{key(*puzzle)};
    std::deque<std::vector<int>> waiting{places};
    std::vector<Shift> shifts;
    for (; !waiting.empty(); waiting.pop_front()) {
        puzzle->places = waiting.front();
        if (puzzle->solved()) return true;
        for (const std::string& word : words) {
            shifts.clear();
            if (!puzzle->play(word, shifts).empty()) continue;
            if (seen.insert(key(*puzzle)).second) waiting.push_back(puzzle->places);
            puzzle->places = waiting.front();
        }
        if (seen.size() > most)
            throw Foreign{"too many arrangements to confirm that there is no solution (more than " +
                          std::to_string(most) + ")"};
    }
    return false;
}

void PlayedPuzzle::read_size(const nlohmann::json& answer) {
    char x = 0;
    std::istringstream size(field<std::string>(answer, "size"));
    if (!(size >> rows >> x >> cols) || x != 'x' || rows < 1 || cols < 1 || rows > 200 || cols > 200)
        throw Damaged{"the field 'size' is not ROWSxCOLUMNS"};
    walls.assign(static_cast<std::size_t>(rows * cols), false);
}

Spot way_of(const std::string& letter) {
    if (letter == "U") return {-1, 0};
    if (letter == "D") return {1, 0};
    if (letter == "L") return {0, -1};
    if (letter == "R") return {0, 1};
    throw Damaged{"a move is '" + display(letter) + "', not U, D, L or R"};
}

std::unique_ptr<PlayedPuzzle> read_puzzle(const nlohmann::json& answer) {
    if (!answer.is_object()) throw Damaged{"not a JSON object"};
    const auto domain = field<std::string>(answer, "domain");
    if (domain == "tiles") return read_tiles(answer);
    if (domain == "agent") return read_agent(answer);
    if (domain == "bricks") return read_bricks(answer);
    throw Foreign{"cannot check the domain '" + display(domain) + "', only tiles, agent and bricks"};
}

std::vector<std::vector<Shift>> play_solution(const nlohmann::json& answer, PlayedPuzzle& puzzle) {
    const auto length = field<long>(answer, "length");
    std::vector<std::vector<Shift>> done;
    for (const std::string& move : puzzle.split(field<std::string>(answer, "moves"))) {
        done.emplace_back();
        if (const std::string reason = puzzle.play(move, done.back()); !reason.empty())
            throw Wrong{"move " + std::to_string(done.size()) + " (" + display(move) + ") " + reason};
    }
    if (static_cast<long>(done.size()) != length)
        throw Wrong{"the length is said to be " + std::to_string(length) + ", but there are " +
                    std::to_string(done.size()) + " moves"};
    if (!puzzle.solved()) throw Wrong{"the moves do not lead to the goal"};
    return done;
}

}  // namespace tessera::cli
