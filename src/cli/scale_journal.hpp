// SPDX-License-Identifier: Apache-2.0
// The runs of a measurement on disk, one line each, written as soon as it is done.
#pragma once

#include "cli/scale.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

// The first line tells what is measured and on which machine; a run that was broken off leaves no line, or half a line
// that is dropped when the journal is opened again.
class ScaleJournal {
public:
    // Whether there is one at this path.
    [[nodiscard]] static bool exists(const std::string& path);
    // Throws EnvironmentError if it cannot be written, UsageError if it is there already.
    static ScaleJournal begin(const std::string& path, const ScalePlan& plan, const Json& machine);
    // Goes on with what is there.  Throws UsageError where the plan or the program is another one, InputError for a
    // file that is no journal.
    static ScaleJournal resume(const std::string& path, const ScalePlan& plan, const Json& machine);

    void add(const ScaleRun& run);
    [[nodiscard]] const std::vector<ScaleRun>& runs() const { return runs_; }
    [[nodiscard]] bool has(const ScaleCase& of, unsigned repeat) const;
    // As it was when the measurement began.
    [[nodiscard]] const Json& machine() const { return machine_; }

private:
    ScaleJournal(std::string path, Json machine) : path_(std::move(path)), machine_(std::move(machine)) {}
    void append(const std::string& line) const;

    std::string path_;
    Json machine_;
    std::vector<ScaleRun> runs_;
};

}  // namespace tessera::cli
