// SPDX-License-Identifier: Apache-2.0
#include "cli/played_puzzle.hpp"

#include "words.hpp"

#include <algorithm>
#include <deque>
#include <regex>
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

bool PlayedPuzzle::search(std::size_t most, const std::vector<std::string>& words,
                          std::string (*key)(const PlayedPuzzle&)) const {
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

// A name has no blank in it, so the first blank is always the one between x and y.
std::vector<std::pair<std::string, int>> PlayedPuzzle::read_places(const nlohmann::json& answer,
                                                                   const char* name) const {
    static const std::regex form("([^ ]*)\\(([0-9]{1,3}), ([0-9]{1,3})\\)(, |$)");
    const auto text = field<std::string>(answer, name);
    std::vector<std::pair<std::string, int>> list;
    for (auto at = text.cbegin(); at != text.cend();) {
        // The name can be long, and the library's expressions recurse with every letter: look at the piece alone.
        const auto blank = std::find(at, text.cend(), ' ');
        const auto stop = std::find(blank == text.cend() ? blank : blank + 1, text.cend(), ' ');
        const std::string item(at, stop == text.cend() ? stop : stop + 1);
        std::smatch parts;
        Spot place{-1, -1};
        if (item.size() < 1000 && std::regex_match(item, parts, form))
            place = {std::stoi(parts[3]), std::stoi(parts[2])};
        if (!inside(place))
            throw Damaged{"the field '" + std::string(name) + "' is no list of places in the grid: '" + display(item) +
                          "'"};
        list.emplace_back(parts[1], cell(place));
        at += static_cast<std::ptrdiff_t>(item.size());
    }
    return list;
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
