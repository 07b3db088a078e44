// SPDX-License-Identifier: Apache-2.0
#include "cli/scale_journal.hpp"

#include "tessera/core/error.hpp"

#include "system/posix.hpp"
#include "words.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

namespace tessera::cli {

bool ScaleJournal::exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

ScaleJournal ScaleJournal::begin(const std::string& path, const ScalePlan& plan, const Json& machine) {
    ScaleJournal journal(path, machine);
    const Descriptor file(
        uninterrupted([&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); }));
    if (!file) fail("make", path);
    journal.append(Json{{"kind", "scale-journal"}, {"plan", plan.identity()}, {"context", machine}}.dump());
    return journal;
}

ScaleJournal ScaleJournal::resume(const std::string& path, const ScalePlan& plan, const Json& machine) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail("open", path, ENOENT);
    std::ostringstream whole;
    whole << file.rdbuf();
    const std::string text = whole.str();
    const std::size_t end = text.rfind('\n') == text.npos ? 0 : text.rfind('\n') + 1;

    std::istringstream lines(text.substr(0, end));
    std::string line;
    int number = 1;
    try {
        std::getline(lines, line);
        const Json head = Json::parse(line);
        if (head.at("kind") != "scale-journal") throw InputError(display(path, 200) + " is no journal of measurements");
        if (head.at("plan") != plan.identity())
            throw UsageError("the runs in " + display(path, 200) +
                             " were asked for with other options; repeat those, or measure into another directory");
        for (const char* fact : {"revision", "compiler", "flags", "cpu", "processors"})
            if (head.at("context").at(fact) != machine.at(fact))
                throw UsageError("the runs in " + display(path, 200) + " were made with another " + fact +
                                 "; measure into another directory");
        ScaleJournal journal(path, head.at("context"));
        for (number = 2; std::getline(lines, line); ++number) journal.runs_.push_back(run_from(Json::parse(line)));
        if (end < text.size() && ::truncate(path.c_str(), static_cast<off_t>(end)) != 0) fail("write", path);
        return journal;
    } catch (const nlohmann::json::exception&) {
        throw InputError(place_prefix({display(path, 200), number, 0}) + "not a line of a journal of measurements");
    }
}

void ScaleJournal::add(const ScaleRun& run) {
    append(run_fields(run).dump());
    runs_.push_back(run);
}

bool ScaleJournal::has(const ScaleCase& of, unsigned repeat) const {
    return std::any_of(runs_.begin(), runs_.end(),
                       [&](const ScaleRun& run) { return run.of == of && run.repeat == repeat; });
}

// One write for the whole line, synced: it is there, or half of it is, and then it is dropped.
void ScaleJournal::append(const std::string& line) const {
    const std::string text = line + "\n";
    Descriptor file(uninterrupted([&] { return ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC); }));
    if (!file) fail("write", path_);
    const auto count = uninterrupted([&] { return ::write(file.get(), text.data(), text.size()); });
    if (count != static_cast<ssize_t>(text.size())) fail("write", path_, count < 0 ? errno : ENOSPC);
    if (uninterrupted([&] { return ::fsync(file.get()); }) < 0) fail("write", path_);
    if (const int error = file.close(); error != 0) fail("write", path_, error);
}

}  // namespace tessera::cli
