// SPDX-License-Identifier: Apache-2.0
#include "cli/scene.hpp"

#include <array>

namespace tessera::cli {

namespace {

using nlohmann::json;

// Shown as they are.  What may be null or missing in a valid answer is in the second list.
constexpr std::array numbers{"initial_h", "threads", "expanded", "generated", "seconds", "peak_bytes"};
constexpr std::array numbers_or_null{"length", "lower_bound", "known_optimum"};
constexpr std::array texts{"id", "domain", "status", "algorithm", "heuristic", "version", "revision"};
constexpr std::array texts_or_null{"limit", "metric", "goal_cells", "machine"};

void copy_facts(const json& answer, json& scene) {
    for (const char* name : numbers) scene[name] = field<double>(answer, name);
    for (const char* name : numbers_or_null)
        scene[name] = answer.value(name, json()).is_null() ? json() : json(field<double>(answer, name));
    for (const char* name : texts) scene[name] = field<std::string>(answer, name);
    for (const char* name : texts_or_null)
        scene[name] = answer.value(name, json()).is_null() ? json() : json(field<std::string>(answer, name));
    scene["optimal"] = field<bool>(answer, "optimal");
    scene["iterations"] = json::array();
    for (const json& round : field<std::vector<json>>(answer, "iterations"))
        scene["iterations"].push_back({{"bound", field<long>(round, "bound")},
                                       {"generated", field<double>(round, "generated")},
                                       {"seconds", field<double>(round, "seconds")},
                                       {"completed", field<bool>(round, "completed")}});
}

json spots(const std::vector<Spot>& list) {
    json array = json::array();
    for (const Spot at : list) array.push_back({at.row, at.col});
    return array;
}

}  // namespace

nlohmann::json scene_of(const nlohmann::json& answer) {
    const auto puzzle = read_puzzle(answer);
    json scene{{"rows", puzzle->rows}, {"cols", puzzle->cols}, {"places", puzzle->places}, {"goals", puzzle->goals}};
    copy_facts(answer, scene);
    scene["walls"] = json::array();
    for (std::size_t cell = 0; cell < puzzle->walls.size(); ++cell)
        if (puzzle->walls[cell]) scene["walls"].push_back(cell);
    scene["pieces"] = json::array();
    for (const Piece& piece : puzzle->pieces)
        scene["pieces"].push_back({{"label", piece.label},
                                   {"shape", spots(piece.shape)},
                                   {"home", piece.home < 0 ? json() : json(piece.home)},
                                   {"leads", piece.leads}});
    scene["moves"] = json::array();
    if (scene["status"] != "solved") return scene;
    const std::vector<std::string> words = puzzle->split(field<std::string>(answer, "moves"));
    const auto played = play_solution(answer, *puzzle);
    for (std::size_t i = 0; i < played.size(); ++i) {
        json shifts = json::array();
        for (const Shift& shift : played[i]) shifts.push_back({shift.piece, spots(shift.ways)});
        scene["moves"].push_back({{"text", words[i]}, {"shifts", shifts}});
    }
    return scene;
}

}  // namespace tessera::cli
