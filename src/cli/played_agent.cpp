// SPDX-License-Identifier: Apache-2.0
// The agent world: named tiles and the agent, which changes places with what stands in its way.
#include "cli/played_puzzle.hpp"

#include "words.hpp"

#include <map>
#include <regex>

namespace tessera::cli {

namespace {

class PlayedAgent : public PlayedPuzzle {
public:
    explicit PlayedAgent(const nlohmann::json& answer) {
        read_size(answer);
        // "A(0, 3), agent(1, 2); obstacles (1, 1) (2, 0)"
        auto pieces_text = field<std::string>(answer, "start");
        const std::string mark = "; obstacles ";
        if (const std::size_t end = pieces_text.rfind(mark); end != std::string::npos) {
            for (const auto& [name, place] : read_list(pieces_text.substr(end + mark.size()), "start", ""))
                walls[static_cast<std::size_t>(place)] = true;
            pieces_text.resize(end);
        }
        const auto start = read_list(pieces_text, "start", ",");
        const auto goal = read_list(field<std::string>(answer, "goal"), "goal", ",");
        std::map<std::string, int> homes(goal.begin(), goal.end());
        for (const auto& [name, place] : start) {
            const bool leads = name == "agent";
            const auto home = homes.find(name);
            if (home == homes.end() && !leads) throw Damaged{"'" + display(name) + "' has a start but no goal"};
            if (piece_at(place) != places.size()) throw Damaged{"two pieces start in one cell"};
            pieces.push_back({name, {{0, 0}}, home == homes.end() ? -1 : home->second, leads});
            places.push_back(place);
            if (home != homes.end()) homes.erase(home);
            if (leads) agent_ = pieces.size() - 1;
        }
        if (pieces.empty() || !pieces[agent_].leads) throw Damaged{"the field 'start' has no agent"};
        if (!homes.empty()) throw Damaged{"'" + display(homes.begin()->first) + "' has a goal but no start"};
    }

    std::string play(const std::string& move, std::vector<Shift>& shifts) override {
        const Spot way = way_of(move);
        const int from = places[agent_];
        const Spot to = spot(from) + way;
        if (!inside(to)) return "leaves the grid";
        if (walls[static_cast<std::size_t>(cell(to))]) return "runs into an obstacle";
        if (const std::size_t tile = piece_at(cell(to)); tile < pieces.size()) {
            shifts.push_back({tile, {{-way.row, -way.col}}});
            places[tile] = from;
        }
        shifts.push_back({agent_, {way}});
        places[agent_] = cell(to);
        return "";
    }

    [[nodiscard]] bool solvable() const override {
        return search({"U", "D", "L", "R"}, [](const PlayedPuzzle& puzzle) {
            std::string key;
            for (const int place : puzzle.places) key += std::to_string(place) + " ";
            return key;
        });
    }

private:
    [[nodiscard]] std::unique_ptr<PlayedPuzzle> copy() const override { return std::make_unique<PlayedAgent>(*this); }

    // "A(0, 3), agent(1, 2)".  A name has no blank in it, so the first blank is always the one between x and y.
    [[nodiscard]] std::vector<std::pair<std::string, int>> read_list(const std::string& text, const std::string& name,
                                                                     const std::string& comma) const {
        const std::regex form("([^ ]*)\\(([0-9]{1,3}), ([0-9]{1,3})\\)(" + comma + " |$)");
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
                throw Damaged{"the field '" + name + "' is no list of places in the grid: '" + display(item) + "'"};
            list.emplace_back(parts[1], cell(place));
            at += static_cast<std::ptrdiff_t>(item.size());
        }
        return list;
    }

    std::size_t agent_ = 0;
};

}  // namespace

std::unique_ptr<PlayedPuzzle> read_agent(const nlohmann::json& answer) { return std::make_unique<PlayedAgent>(answer); }

}  // namespace tessera::cli
