// SPDX-License-Identifier: Apache-2.0
// The agent world: named tiles and the agent, which changes places with what stands in its way.
#include "cli/played_puzzle.hpp"

#include "words.hpp"

#include <map>

namespace tessera::cli {

namespace {

class PlayedAgent : public PlayedPuzzle {
public:
    explicit PlayedAgent(const nlohmann::json& answer) {
        read_size(answer);
        for (const auto& [name, place] : read_places(answer, "obstacles")) walls[static_cast<std::size_t>(place)] = true;
        const auto start = read_places(answer, "start");
        const auto goal = read_places(answer, "goal");
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

    [[nodiscard]] bool solvable(std::size_t most) const override {
        return search(most, {"U", "D", "L", "R"}, [](const PlayedPuzzle& puzzle) {
            std::string key;
            for (const int place : puzzle.places) key += std::to_string(place) + " ";
            return key;
        });
    }

private:
    [[nodiscard]] std::unique_ptr<PlayedPuzzle> copy() const override { return std::make_unique<PlayedAgent>(*this); }

    std::size_t agent_ = 0;
};

}  // namespace

std::unique_ptr<PlayedPuzzle> read_agent(const nlohmann::json& answer) { return std::make_unique<PlayedAgent>(answer); }

}  // namespace tessera::cli
