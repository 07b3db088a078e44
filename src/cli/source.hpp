// SPDX-License-Identifier: Apache-2.0
// The boards that a command line names, from wherever they come, one after the other.
#pragma once

#include "cli/board_reader.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct Wanted {
    std::vector<std::string> sets;    // names, with or without ids
    std::vector<std::string> inputs;  // boards, file names, "-"
    std::string domain = "tiles";
    std::string size;
};

// Sets come first, then the inputs as given.  Words that are all numbers make up one board.  With nothing given,
// standard input is read unless it is a terminal.  Some domains have a whole file for each instance.
class Source {
public:
    // Throws InputError for an unknown set or board of a set, UsageError for unknown domains, or when nothing is given.
    // A file is opened when its turn comes.
    Source(const Wanted& wanted, int wake_fd);
    ~Source();

    // The next instance, or nothing at the end.  Throws InputError for a bad one and EnvironmentError for a file that
    // cannot be read; the next call goes on after it.
    [[nodiscard]] std::optional<Problem> next();

    // Surely one board only: a typed one, one of a set, or the only one of a file.
    [[nodiscard]] bool single() const;
    // How many are still to come, bad ones included; nothing where only reading them would tell.
    [[nodiscard]] std::optional<std::uint64_t> count() const;

private:
    struct OpenFile;

    void add_inputs(const std::vector<std::string>& inputs);
    void add_board(std::string text);
    std::optional<Problem> next_of_file();
    Problem whole_file(const std::string& path);

    bool per_file_;  // one instance per file
    std::string size_;
    int wake_fd_;
    std::deque<Problem> ready_;      // of sets, and typed ones
    std::deque<std::string> files_;  // not yet opened
    std::unique_ptr<OpenFile> open_;
    int typed_ = 0;
};

}  // namespace tessera::cli
