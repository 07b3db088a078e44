// SPDX-License-Identifier: Apache-2.0
#include "cli/compare.hpp"

#include "tessera/core/error.hpp"

#include "cli/csv.hpp"
#include "cli/scale.hpp"
#include "cli/statistics.hpp"
#include "cli/text_table.hpp"
#include "cli/units.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tessera::cli {

namespace {

std::string name_of(const ScaleCase& of) {
    return fmt::format("{}, {} thread{}", of.series(), of.threads, of.threads == 1 ? "" : "s");
}

// A row of the CSV file as the object it was made from: numbers are numbers again.
Json object_of(const std::map<std::string, std::string>& row) {
    Json json;
    for (const auto& [name, value] : row) {
        const bool word = name == "mode" || name == "algorithm" || name == "heuristic";
        json[name] = word ? Json(value) : Json::parse(value.empty() ? "null" : value, nullptr, false);
    }
    return json;
}

std::vector<Json> runs_in(std::string_view text, std::string_view source) {
    std::vector<Json> list;
    if (text.substr(0, 1) == "{") {
        const Json whole = Json::parse(text);  // named, because the loop only looks into it
        for (const Json& run : whole.at("runs")) list.push_back(run);
    } else {
        for (const auto& row : read_csv(text, source)) list.push_back(object_of(row));
    }
    return list;
}

Change judge(const std::string& name, const std::vector<double>& before, const std::vector<double>& after) {
    Change change{name, before.size(), after.size(), median(before), median(after), 1, 1, Verdict::no_difference};
    change.ratio = change.new_median / change.old_median;
    change.probability = rank_test(before, after);
    if (smallest_rank_test(before.size(), after.size()) >= believed_below)
        change.verdict = Verdict::too_few_runs;
    else if (change.probability < believed_below && change.ratio != 1)
        change.verdict = change.ratio > 1 ? Verdict::slower : Verdict::faster;
    return change;
}

std::string_view words_for(Verdict verdict) {
    switch (verdict) {
        case Verdict::slower:
            return "slower";
        case Verdict::faster:
            return "faster";
        case Verdict::no_difference:
            return "no difference seen";
        case Verdict::too_few_runs:
            return "not enough runs to tell";
        case Verdict::other_work:
            return "other work";
    }
    return "";
}

std::vector<std::string> only_in(const Measurements& these, const Measurements& those) {
    std::vector<std::string> list;
    for (const auto& [name, values] : these)
        if (!those.contains(name)) list.push_back(name);
    return list;
}

}  // namespace

Measurements measurements_from(std::string_view text, std::string_view source) {
    Measurements list;
    try {
        for (const Json& json : runs_in(text, source)) {
            const ScaleRun run = run_from(json);
            if (!(run.cost() > 0 && std::isfinite(run.cost()))) throw InputError("a run without time");
            list[name_of(run.of)].push_back(run.cost());
        }
    } catch (const nlohmann::json::exception&) {
        list.clear();
    }
    if (list.empty())
        throw InputError(display(source, 200) + " holds no runs; scale.json and scale.csv of tessera scale do");
    return list;
}

std::vector<Change> compare(const Measurements& before, const Measurements& after, const Differences& differences) {
    std::vector<Change> list;
    for (const auto& [name, values] : before) {
        const auto it = after.find(name);
        if (it == after.end()) continue;
        list.push_back(judge(name, values, it->second));
        if (differences.other_work && !name.starts_with(machine_series)) list.back().verdict = Verdict::other_work;
    }
    const auto badness = [](const Change& c) {
        return c.verdict == Verdict::slower ? 0 : c.verdict == Verdict::faster ? 2 : 1;
    };
    std::stable_sort(list.begin(), list.end(), [&](const Change& a, const Change& b) {
        return badness(a) != badness(b) ? badness(a) < badness(b) : a.ratio > b.ratio;
    });
    return list;
}

std::string compare_table(const Measurements& before, const Measurements& after, const Differences& differences,
                          const Style& style) {
    const std::vector<Change> changes = compare(before, after, differences);
    if (changes.empty()) throw InputError("the two files have no configuration in common");
    std::vector<std::vector<std::string>> table{{"", "old", "new", "runs", "change", "by chance", "verdict"}};
    for (const Change& c : changes)
        table.push_back({c.name, show_seconds(c.old_median), show_seconds(c.new_median),
                         fmt::format("{} + {}", c.old_runs, c.new_runs), fmt::format("{:+.1f} %", (c.ratio - 1) * 100),
                         fmt::format("{:.1f} %", c.probability * 100), std::string(words_for(c.verdict))});
    std::string text;
    for (const std::string& difference : differences.sentences) text += style.doubtful("beware: " + difference) + "\n";
    if (differences.other_work) text += style.bad("different work was measured, so the times say nothing") + "\n";
    if (!text.empty()) text += "\n";
    std::string lines = aligned(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
        const std::size_t end = lines.find('\n');
        const std::string line = lines.substr(0, end);
        lines.erase(0, end + 1);
        const bool head = i == 0;
        const Verdict verdict = head ? Verdict::no_difference : changes[i - 1].verdict;
        text += (head                         ? style.faint(line)
                 : verdict == Verdict::slower ? style.bad(line)
                 : verdict == Verdict::faster ? style.good(line)
                                              : line) +
                "\n";
    }
    text += fmt::format(
        "\nMedians of wall time; machine rows: of a thousand million operations. By chance: how often equal programs "
        "would\n"
        "differ as much (exact rank test of Mann and Whitney); below {:.0f} % a change is believed, so of {} "
        "comparisons\n"
        "{:.1f} would be believed wrongly.\n",
        believed_below * 100, changes.size(), believed_below * static_cast<double>(changes.size()));
    for (const std::string& name : only_in(before, after)) text += "only in the old file: " + name + "\n";
    for (const std::string& name : only_in(after, before)) text += "only in the new file: " + name + "\n";
    return text;
}

std::string compare_json(const Measurements& before, const Measurements& after, const Differences& differences) {
    Json json = object_of_kind("comparison");
    json["differences"] = differences.sentences;
    json["changes"] = Json::array();
    for (const Change& c : compare(before, after, differences))
        json["changes"].push_back({{"name", c.name},
                                   {"old_seconds", c.old_median},
                                   {"new_seconds", c.new_median},
                                   {"old_runs", c.old_runs},
                                   {"new_runs", c.new_runs},
                                   {"ratio", c.ratio},
                                   {"probability", c.probability},
                                   {"verdict", words_for(c.verdict)}});
    json["only_old"] = only_in(before, after);
    json["only_new"] = only_in(after, before);
    return json.dump();
}

}  // namespace tessera::cli
