// SPDX-License-Identifier: Apache-2.0
// Answers for machines.
#include "cli/csv.hpp"
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

class CsvReport : public Report {
public:
    explicit CsvReport(Output& out) : out_(out) {}
    void add(const Answer& answer) override {
        const Json fields = scalar_fields(answer);
        if (first_) out_.line(csv_names(fields));
        first_ = false;
        out_.line(csv_values(fields));
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
