// SPDX-License-Identifier: Apache-2.0
#include "cli/source.hpp"

#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"

#include "cli/sets.hpp"
#include "words.hpp"

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace tessera::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = 1 << 20;  // of a domain with one instance per file

bool all_numbers(const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        return !word.empty() && word.find_first_not_of("0123456789,") == word.npos;
    });
}

bool exists(const std::string& path) {
    std::error_code error;
    return fs::exists(path, error);
}

// Boards have gaps between their numbers, and file names seldom.
bool looks_like_board(const std::string& input) {
    if (input.empty()) return true;
    return input.find_first_of(" ,\t\n") != input.npos && input.find('/') == input.npos && !exists(input);
}

std::uint64_t lines_with_boards(const std::string& path) {
    std::uint64_t count = 0;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        count += begin != line.npos && line[begin] != '#';
    }
    return count;
}

}  // namespace

struct Source::OpenFile {
    std::unique_ptr<File> file;  // none: standard input
    std::string name;
    BoardReader reader;
};

Source::Source(const Wanted& wanted, int wake_fd)
    : per_file_(instance_is_file(wanted.domain)), size_(wanted.size), wake_fd_(wake_fd) {
    for (const std::string& set : wanted.sets)
        for (Problem& problem : open_set(set)) ready_.push_back(std::move(problem));
    if (wanted.sets.empty() && wanted.inputs.empty()) {
        if (isatty(STDIN_FILENO) == 1)
            throw UsageError(
                "nothing to solve; give a board, a file, a --set, or - to type boards (see tessera solve --help)");
        files_.emplace_back("-");
    }
    add_inputs(wanted.inputs);
}

Source::~Source() = default;

void Source::add_inputs(const std::vector<std::string>& inputs) {
    if (!per_file_ && inputs.size() > 1 && all_numbers(inputs)) {
        std::string board;
        for (const std::string& word : inputs) board += (board.empty() ? "" : " ") + word;
        return add_board(board);
    }
    for (const std::string& input : inputs) {
        if (!per_file_ && looks_like_board(input))
            add_board(input);
        else
            files_.push_back(input);
    }
}

void Source::add_board(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    Problem problem;
    problem.instance = {std::to_string(++typed_), std::move(text), {"argument", 1, 1}, std::nullopt};
    problem.size = size_;
    ready_.push_back(std::move(problem));
}

bool Source::single() const {
    if (files_.empty()) return ready_.size() == 1;
    if (!ready_.empty() || files_.size() > 1 || files_[0] == "-") return false;
    std::error_code error;
    if (per_file_) return true;
    if (!fs::is_regular_file(files_[0], error)) return false;
    try {
        const File file(files_[0]);
        BoardReader reader(LineReader(file.fd(), -1), files_[0], size_);
        return reader.next() && !reader.next();
    } catch (const Error&) {
        return false;
    }
}

std::optional<std::uint64_t> Source::count() const {
    std::uint64_t boards = ready_.size();
    for (const std::string& path : files_) {
        std::error_code error;
        if (path == "-" || !fs::is_regular_file(path, error)) return std::nullopt;
        boards += per_file_ ? 1 : lines_with_boards(path);
    }
    return boards;
}

std::optional<Problem> Source::next() {
    if (!ready_.empty()) {
        Problem problem = std::move(ready_.front());
        ready_.pop_front();
        return problem;
    }
    while (open_ || !files_.empty()) {
        if (!open_) {
            const std::string path = files_.front();
            files_.pop_front();
            if (per_file_) return whole_file(path);
            auto file = path == "-" ? nullptr : std::make_unique<File>(path);
            const int fd = file ? file->fd() : STDIN_FILENO;
            const std::string name = file ? path : "stdin";
            open_.reset(new OpenFile{std::move(file), name, BoardReader(LineReader(fd, wake_fd_), name, size_)});
        }
        if (auto problem = next_of_file()) return problem;
    }
    return std::nullopt;
}

std::optional<Problem> Source::next_of_file() {
    std::optional<Problem> problem;
    try {
        problem = open_->reader.next();
    } catch (const EnvironmentError& error) {
        const std::string message = display(open_->name, 200) + ": " + error.what();
        open_.reset();
        throw EnvironmentError(message);
    }
    if (problem) return problem;
    const auto ended = std::exchange(open_, nullptr);
    if (ended->reader.seen() == 0 && !ended->reader.woken())
        throw InputError(display(ended->name, 200) +
                         ":1:1: there is no board in it; put one board on each line, 0 for the blank");
    return std::nullopt;
}

Problem Source::whole_file(const std::string& path) {
    const auto file = path == "-" ? nullptr : std::make_unique<File>(path);
    const std::string name = file ? path : "stdin";
    LineReader lines(file ? file->fd() : STDIN_FILENO, wake_fd_);
    Problem problem;
    problem.instance.id = file ? display(fs::path(path).stem().string(), 64) : "1";
    problem.instance.place = {name, 0, 0};
    problem.size = size_;
    for (Line line; lines.next(line);) {
        problem.instance.text += line.text + "\n";
        if (line.too_long || problem.instance.text.size() > largest_file)
            throw InputError(place_prefix({name, line.number, 0}) + "the file is too large for a puzzle");
    }
    return problem;
}

}  // namespace tessera::cli
