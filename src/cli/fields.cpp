// SPDX-License-Identifier: Apache-2.0
#include "cli/fields.hpp"

#include "cli/machine_fields.hpp"
#include "system/build_info.hpp"

#include <algorithm>
#include <array>

namespace tessera::cli {

namespace {

// What there is none of is null.
template <class T>
Json unless(bool missing, const T& value) {
    return missing ? Json(nullptr) : Json(value);
}

struct Field {
    std::string_view name;
    Json (*value)(const Answer&);
};

const std::array fields_before_counters{
    Field{"id", [](const Answer& a) { return Json(a.id); }},
    Field{"status", [](const Answer& a) { return Json(status_name(a.outcome)); }},
    Field{"length", [](const Answer& a) { return unless(a.length < 0, a.length); }},
    Field{"optimal", [](const Answer& a) { return Json(a.optimal); }},
    Field{"moves", [](const Answer& a) { return unless(a.length < 0, a.moves); }},
    Field{"limit", [](const Answer& a) { return unless(a.limit == Limit::none, limit_name(a.limit)); }},
    Field{"lower_bound", [](const Answer& a) { return unless(a.outcome == Outcome::unsolvable, a.lower_bound); }},
    Field{"initial_h", [](const Answer& a) { return Json(a.initial_h); }},
    Field{"known_optimum", [](const Answer& a) { return unless(!a.known_optimum, a.known_optimum.value_or(0)); }},
    Field{"domain", [](const Answer& a) { return Json(a.domain); }},
    Field{"size", [](const Answer& a) { return Json(a.size); }},
    Field{"start", [](const Answer& a) { return Json(a.start); }},
    Field{"goal", [](const Answer& a) { return Json(a.goal); }},
    Field{"obstacles", [](const Answer& a) { return unless(a.domain != "agent", a.obstacles); }},
    Field{"metric", [](const Answer& a) { return unless(a.domain != "bricks", a.metric); }},
    Field{"goal_cells", [](const Answer& a) { return unless(a.domain != "bricks", a.goal_cells); }},
    Field{"algorithm", [](const Answer& a) { return Json(a.algorithm); }},
    Field{"heuristic", [](const Answer& a) { return Json(a.heuristic); }},
    Field{"threads", [](const Answer& a) { return Json(a.threads); }},
    Field{"split", [](const Answer& a) { return Json(a.split == Split::tree ? "tree" : "boards"); }},
    Field{"prune",
          [](const Answer& a) { return unless(!a.pruning, a.pruning == Pruning::automaton ? "automaton" : "none"); }},
    Field{"seed", [](const Answer& a) { return Json(a.seed); }},
};

const std::array fields_after_counters{
    Field{"seconds", [](const Answer& a) { return Json(a.seconds); }},
    Field{"total_seconds", [](const Answer& a) { return Json(a.total_seconds); }},
    Field{"peak_bytes", [](const Answer& a) { return Json(a.peak_bytes); }},
    Field{"version", [](const Answer&) { return Json(build_info().version); }},
    Field{"revision", [](const Answer&) { return Json(build_info().revision); }},
    Field{"machine", [](const Answer&) { return Json(machine_in_short()); }},
};

void add_counters(Json& json, const Stats& stats) {
    for (const StatField& field : stat_fields) json[std::string(field.name)] = stats.*field.member;
}

}  // namespace

Json object_of_kind(std::string_view kind) {
    Json json;
    json["schema_version"] = schema_version;
    json["kind"] = kind;
    return json;
}

std::string_view status_name(Outcome outcome) {
    switch (outcome) {
        case Outcome::solved:
            return "solved";
        case Outcome::unsolvable:
            return "unsolvable";
        case Outcome::limit_reached:
            return "limit";
        case Outcome::interrupted:
            return "interrupted";
    }
    return "";
}

std::string_view limit_name(Limit limit) {
    switch (limit) {
        case Limit::none:
            return "none";
        case Limit::time:
            return "time";
        case Limit::nodes:
            return "nodes";
        case Limit::memory:
            return "memory";
        case Limit::cost:
            return "cost";
    }
    return "";
}

Json scalar_fields(const Answer& answer) {
    Json json = object_of_kind("answer");
    for (const Field& field : fields_before_counters) json[std::string(field.name)] = field.value(answer);
    add_counters(json, answer.stats);
    for (const Field& field : fields_after_counters) json[std::string(field.name)] = field.value(answer);
    return json;
}

Json all_fields(const Answer& answer) {
    Json json = scalar_fields(answer);
    json["context"] = context_fields();
    json["iterations"] = Json::array();
    for (const Iteration& iteration : answer.iterations) {
        Json round;
        round["bound"] = iteration.bound;
        round["expanded"] = iteration.stats.expanded;
        round["generated"] = iteration.stats.generated;
        round["seconds"] = iteration.seconds;
        round["completed"] = iteration.completed;
        json["iterations"].push_back(std::move(round));
    }
    json["workers"] = Json::array();
    for (const Stats& stats : answer.workers) {
        Json worker;
        add_counters(worker, stats);
        json["workers"].push_back(std::move(worker));
    }
    if (answer.ranks > 1) {
        json["ranks"] = answer.ranks;
        json["messages"] = answer.letters;
        json["message_bytes"] = answer.letter_bytes;
    }
    if (answer.workers.size() > 1) {
        // The price of working together: what travels, for each node made; the busiest worker against the mean.
        std::uint64_t most = 0;
        for (const Stats& stats : answer.workers) most = std::max(most, stats.expanded);
        const auto share = [](std::uint64_t part, std::uint64_t whole) {
            return whole == 0 ? Json(nullptr) : Json(static_cast<double>(part) / static_cast<double>(whole));
        };
        json["communication"] = share(answer.stats.sent, answer.stats.generated);
        json["load_balance"] = share(most * answer.workers.size(), answer.stats.expanded);
    }
    if (!answer.steps.empty()) json["steps"] = Json::array();
    for (const Step& step : answer.steps)
        json["steps"].push_back(
            {{"move", step.move}, {"piece", step.piece}, {"state", step.state}, {"g", step.g}, {"h", step.h}});
    return json;
}

}  // namespace tessera::cli
