// SPDX-License-Identifier: Apache-2.0
// A scaling measurement for machines.
#include "cli/csv.hpp"
#include "cli/scale.hpp"

#include <algorithm>

namespace tessera::cli {

namespace {

Json case_fields(const ScaleCase& of) {
    Json json{{"mode", of.mode}, {"algorithm", of.algorithm}, {"heuristic", of.heuristic}, {"threads", of.threads}};
    if (of.ranks > 1) json["ranks"] = of.ranks;
    return json;
}

Json row_fields(const ScaleRow& row) {
    Json json = case_fields(row.of);
    json["label"] = row.of.series();
    json["runs"] = row.runs;
    json["seconds"] = row.seconds.median;
    json["seconds_least"] = row.seconds.least;
    json["seconds_most"] = row.seconds.most;
    json["seconds_low"] = row.seconds.low;
    json["seconds_high"] = row.seconds.high;
    json["interval_certainty"] = row.seconds.certainty;
    json["speedup"] = row.speedup;
    json["speedup_least"] = row.speedup_least;
    json["speedup_most"] = row.speedup_most;
    json["efficiency"] = row.efficiency;
    json["possible_speedup"] = row.possible > 0 ? Json(row.possible) : Json(nullptr);
    json["nodes_per_second"] = row.rate;
    json["search_overhead"] = row.search_overhead;
    json["communication_overhead"] = row.communication;
    json["load_balance"] = row.balance;
    json["peak_bytes"] = row.peak_bytes;
    json["useful"] = row.useful;
    json["extra_nodes"] = row.extra_nodes;
    json["slower_nodes"] = row.slower_nodes;
    json["waiting"] = row.waiting;
    return json;
}

std::string csv_of(const std::vector<Json>& rows) {
    std::string text;
    for (const Json& row : rows) text += (text.empty() ? csv_names(row) + "\n" : "") + csv_values(row) + "\n";
    return text;
}

}  // namespace

Json run_fields(const ScaleRun& run) {
    Json json = case_fields(run.of);
    json["repeat"] = run.repeat;
    json["seconds"] = run.seconds;
    json["cpu_seconds"] = run.cpu_seconds;
    json["expanded"] = run.expanded;
    json["generated"] = run.generated;
    json["sent"] = run.sent;
    json["balance"] = run.balance;
    json["peak_bytes"] = run.peak_bytes;
    json["preempted"] = run.preempted;
    json["boards"] = run.boards;
    json["length"] = run.length;
    return json;
}

ScaleRun run_from(const Json& json) {
    ScaleRun run;
    run.of = {json.at("mode"), json.at("algorithm"), json.at("heuristic"), json.at("threads"),
              json.value("ranks", 1u)};
    run.repeat = json.at("repeat");
    run.seconds = json.at("seconds");
    run.cpu_seconds = json.at("cpu_seconds");
    run.expanded = json.at("expanded");
    run.generated = json.at("generated");
    run.sent = json.at("sent");
    run.balance = json.at("balance");
    run.peak_bytes = json.at("peak_bytes");
    run.preempted = json.at("preempted");
    run.boards = json.at("boards");
    run.length = json.at("length");
    return run;
}

Json ScalePlan::identity() const {
    Json json;
    json["sets"] = sets;
    json["cases"] = Json::array();
    for (const ScaleCase& of : cases) json["cases"].push_back(case_fields(of));
    json["probe_seconds"] = std::chrono::duration<double>(probe_time).count();
    json["time"] = time;
    json["memory"] = memory;
    return json;
}

std::string scale_json(const ScaleReport& report) {
    Json json = object_of_kind("scale");
    json["complete"] = report.complete;
    json["repeat"] = report.plan.repeat;
    json["plan"] = report.plan.identity();
    json["context"] = report.machine;
    json["warnings"] = report.warnings;
    json["findings"] = findings(report);
    json["summary"] = Json::array();
    for (const ScaleRow& row : report.rows) json["summary"].push_back(row_fields(row));
    json["runs"] = Json::array();
    for (const ScaleRun& run : report.runs) json["runs"].push_back(run_fields(run));
    return json.dump(1) + "\n";
}

std::string runs_csv(const ScaleReport& report) {
    std::vector<Json> rows;
    for (const ScaleRun& run : report.runs) {
        Json row = run_fields(run);
        std::string sets;
        for (const std::string& set : report.plan.sets) sets += (sets.empty() ? "" : " ") + set;
        row["sets"] = sets;
        row["time"] = report.plan.time;
        row["memory"] = report.plan.memory;
        for (const char* fact : {"revision", "compiler", "flags", "system", "cpu", "processors", "memory_bytes",
                                 "transparent_huge_pages", "governor", "load"})
            row[fact] = report.machine.at(fact);
        rows.push_back(std::move(row));
    }
    return csv_of(rows);
}

std::string summary_csv(const ScaleReport& report) {
    std::vector<Json> rows;
    for (const ScaleRow& row : report.rows) rows.push_back(row_fields(row));
    return csv_of(rows);
}

}  // namespace tessera::cli
