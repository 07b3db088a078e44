// SPDX-License-Identifier: Apache-2.0
// A scaling measurement as one page that needs nothing beside it: no script, no network.
#include "cli/page.hpp"
#include "cli/scale.hpp"
#include "cli/units.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

std::string row_of(std::string_view tag, const std::vector<std::string>& cells) {
    std::string text = "<tr>";
    for (const std::string& cell : cells) text += fmt::format("<{}>{}</{}>", tag, escape_html(cell), tag);
    return text + "</tr>\n";
}

std::string table_of(const ScaleReport& report) {
    std::string text = "<div class=\"scroll\"><table><thead>" +
                       row_of("th", {"search", "threads", "runs", "time", "least to most", "speedup", "least to most",
                                     "possible", "efficiency", "nodes/s", "extra nodes", "sent", "balance", "memory"}) +
                       "</thead><tbody>\n";
    for (const ScaleRow& row : report.rows) {
        const bool limit = row.of.is_limit();
        const auto unless_limit = [&](const std::string& cell) { return limit ? std::string() : cell; };
        text += row_of(
            "td",
            {row.of.series(), std::to_string(row.of.threads), std::to_string(row.runs),
             unless_limit(show_seconds(row.seconds.median)),
             unless_limit(show_seconds(row.seconds.least) + " to " + show_seconds(row.seconds.most)),
             fmt::format("{:.2f}", row.speedup), fmt::format("{:.2f} to {:.2f}", row.speedup_least, row.speedup_most),
             unless_limit(row.possible > 0 ? fmt::format("{:.2f}", row.possible) : "-"),
             fmt::format("{:.1f} %", row.efficiency * 100), show_rate(static_cast<std::uint64_t>(row.rate), 1),
             unless_limit(fmt::format("{:+.2f} %", row.search_overhead * 100)),
             unless_limit(fmt::format("{:.1f} %", row.communication * 100)),
             unless_limit(fmt::format("{:.3f}", row.balance)), unless_limit(show_bytes(row.peak_bytes))});
    }
    return text + "</tbody></table></div>\n";
}

std::string facts_of(const Json& machine) {
    std::string text = "<dl>";
    for (const auto& [name, value] : machine.items()) {
        if (name == "unknown" || value.is_null()) continue;
        std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        if (name.ends_with("_bytes") && value.is_number()) shown = show_bytes(value.get<std::uint64_t>());
        if (name == "caches") {
            shown.clear();
            for (const Json& cache : value)
                shown += fmt::format("{}L{} {} {}", shown.empty() ? "" : ", ", cache.at("level").get<int>(),
                                     cache.at("type").get<std::string>(),
                                     show_bytes(cache.at("bytes").get<std::uint64_t>()));
        }
        std::string words = name;
        for (char& c : words)
            if (c == '_') c = ' ';
        text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_html(words), escape_html(shown));
    }
    for (const auto& [name, reason] : machine.at("unknown").items())
        text += fmt::format("<dt>{}</dt><dd class=\"soft\">unknown: {}</dd>\n", escape_html(name),
                            escape_html(reason.get<std::string>()));
    return text + "</dl>\n";
}

std::string findings_of(const ScaleReport& report) {
    std::string text = "<ul class=\"findings\">";
    for (const ScaleRow& row : report.rows) {
        if (row.of.is_limit() || row.of.threads == 1) continue;
        text += fmt::format("<li class=\"card\"><b>{:.2f}x</b>", row.speedup);
        if (row.possible > 0)
            text += fmt::format("of a possible {:.2f}x ({:.0f} %)<br>", row.possible, 100 * row.speedup / row.possible);
        text += fmt::format("<span class=\"soft\">{}, {} threads</span></li>\n", escape_html(row.of.series()),
                            row.of.threads);
    }
    return text + "</ul>\n";
}

}  // namespace

std::string scale_page(const ScaleReport& report, const std::string& svg) {
    std::string sets;
    for (const std::string& set : report.plan.sets) sets += (sets.empty() ? "" : ", ") + set;
    std::string body = fmt::format(
        "<header><div class=\"brand\">tessera</div><h1>Speedup by threads</h1>"
        "<div class=\"soft\">{}; {} runs of each configuration, taken in turn{}</div></header>\n<main>\n",
        escape_html(sets), report.plan.repeat,
        report.complete ? "" : "; broken off before the end, so some are missing");
    body += findings_of(report);
    if (!report.warnings.empty()) {
        body += "<section class=\"card warnings\"><h2>Beware</h2><ul>";
        for (const std::string& warning : report.warnings) body += "<li>" + escape_html(warning) + "</li>\n";
        body += "</ul></section>\n";
    }
    if (!svg.empty())
        body += "<section class=\"card\"><figure>" +
                data_image("image/svg+xml", svg, "Speedup, efficiency and where the time went, by threads") +
                "</figure></section>\n";
    body +=
        "<section class=\"card\"><h2>Figures</h2>" + table_of(report) +
        "<p class=\"soft note\">Times are medians. A speedup is the median over the repeats of one thread&#39;s time "
        "to "
        "this time within the same repeat. Possible is what the machine itself gave to as many threads between the "
        "runs: the better one of pure arithmetic and prefetched random reads. Extra nodes: against one thread. Sent: "
        "states sent between workers, against states generated. Balance: the busiest worker against the mean. Memory: "
        "the peak of a process that did nothing but this run.</p></section>\n";
    body += "<section class=\"card\"><h2>Machine and program</h2>" + facts_of(report.machine) + "</section>\n</main>\n";
    return html_page({"Speedup by threads: " + sets, std::move(body), {&web::scale_css}, {}});
}

}  // namespace tessera::cli
