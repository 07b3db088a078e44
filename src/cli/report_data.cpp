// SPDX-License-Identifier: Apache-2.0
// Answers for machines.
#include "cli/fields.hpp"
#include "cli/report.hpp"

namespace tessera::cli {

namespace {

class JsonReport : public Report {
public:
    explicit JsonReport(Output& out) : out_(out) {}
    void add(const Answer& answer) override {
        out_.line(all_fields(answer).dump());
        out_.flush();
    }

private:
    Output& out_;
};

// RFC 4180: a field with a comma, a quote or a line end is quoted, and its quotes are doubled.
std::string csv_field(const Json& value) {
    if (value.is_null()) return "";
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.find_first_of(",\"\r\n") == text.npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

class CsvReport : public Report {
public:
    explicit CsvReport(Output& out) : out_(out) {}
    void add(const Answer& answer) override {
        std::string header, row;
        const Json fields = scalar_fields(answer);
        for (const auto& [name, value] : fields.items()) {
            header += (header.empty() ? "" : ",") + name;
            row += (row.empty() ? "" : ",") + csv_field(value);
        }
        if (first_) out_.line(header);
        first_ = false;
        out_.line(row);
        out_.flush();
    }

private:
    Output& out_;
    bool first_ = true;
};

}  // namespace

std::unique_ptr<Report> json_report(Output& out) { return std::make_unique<JsonReport>(out); }
std::unique_ptr<Report> csv_report(Output& out) { return std::make_unique<CsvReport>(out); }

}  // namespace tessera::cli
