// SPDX-License-Identifier: Apache-2.0
// A scaling measurement as a table for people.
#include "cli/scale.hpp"
#include "cli/text_table.hpp"
#include "cli/units.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

std::string head_of(const std::string& mode) {
    if (mode == "strong") return "strong scaling: all threads on one board after the other";
    if (mode == "throughput") return "throughput: many boards at once, one thread each";
    return "the machine itself: arithmetic in registers, and prefetched reads at random places of a large table";
}

std::vector<std::string> cells(const ScaleRow& row) {
    std::vector<std::string> list{row.of.is_limit() ? row.of.algorithm : row.of.algorithm + " " + row.of.heuristic,
                                  std::to_string(row.of.threads)};
    if (!row.of.is_limit()) {
        list.push_back(show_seconds(row.seconds.median));
        list.push_back(show_seconds(row.seconds.least) + " .. " + show_seconds(row.seconds.most));
    }
    list.push_back(fmt::format("{:.2f}x", row.speedup));
    list.push_back(fmt::format("{:.2f} .. {:.2f}", row.speedup_least, row.speedup_most));
    if (!row.of.is_limit()) list.push_back(row.possible > 0 ? fmt::format("{:.2f}x", row.possible) : "-");
    list.push_back(fmt::format("{:.1f} %", row.efficiency * 100));
    list.push_back(show_rate(static_cast<std::uint64_t>(row.rate), 1));
    if (row.of.is_limit()) return list;
    list.push_back(fmt::format("{:+.2f} %", row.search_overhead * 100));
    list.push_back(fmt::format("{:.1f} %", row.communication * 100));
    list.push_back(fmt::format("{:.3f}", row.balance));
    list.push_back(fmt::format("{:.1f} %", row.waiting * 100));
    list.push_back(show_bytes(row.peak_bytes));
    return list;
}

std::vector<std::string> names(const std::string& mode) {
    if (mode == "limit") return {"", "threads", "speedup", "least .. most", "efficiency", "rate"};
    return {"",           "threads", "time",        "least .. most", "speedup", "least .. most", "possible",
            "efficiency", "nodes",   "extra nodes", "sent",          "balance", "waiting",       "memory"};
}

}  // namespace

std::string scale_table(const ScaleReport& report, const Style& style) {
    std::string text;
    for (const char* mode : {"strong", "throughput", "limit"}) {
        std::vector<std::vector<std::string>> table{names(mode)};
        for (const ScaleRow& row : report.rows)
            if (row.of.mode == mode) table.push_back(cells(row));
        if (table.size() == 1) continue;
        text += (text.empty() ? "" : "\n") + style.strong(head_of(mode)) + "\n" + aligned(table);
    }
    text += "\n";
    for (const std::string& finding : findings(report)) text += style.good(finding) + "\n";
    return text;
}

}  // namespace tessera::cli
