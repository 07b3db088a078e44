// SPDX-License-Identifier: Apache-2.0
// Answers on their way out, one as soon as it is there.
#pragma once

#include "tessera/answer.hpp"

#include "cli/notation.hpp"
#include "cli/output.hpp"
#include "cli/terminal.hpp"

#include <memory>

namespace tessera::cli {

class Report {
public:
    virtual ~Report() = default;
    virtual void add(const Answer&) = 0;
    virtual void finish() {}
};

struct TextOptions {
    Style style;
    Notation notation = Notation::letters;
    bool trace_solution = false;
    bool trace_back = false;
};

[[nodiscard]] std::unique_ptr<Report> json_report(Output&);  // one object per line
[[nodiscard]] std::unique_ptr<Report> csv_report(Output&);
// One board, in full.
[[nodiscard]] std::unique_ptr<Report> board_report(Output&, const TextOptions&);
// Many boards, a line each, and their total.
[[nodiscard]] std::unique_ptr<Report> table_report(Output&, const TextOptions&);

}  // namespace tessera::cli
