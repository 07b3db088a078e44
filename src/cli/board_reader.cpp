// SPDX-License-Identifier: Apache-2.0
#include "cli/board_reader.hpp"

#include "tessera/core/error.hpp"

#include "domains/tiles.hpp"
#include "words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tessera::cli {

namespace {

constexpr std::string_view separators = " \t,\r";

struct Word {
    std::string_view text;
    std::size_t begin;
};

std::vector<Word> words_of(std::string_view line) {
    std::vector<Word> words;
    for (std::size_t begin = 0; (begin = line.find_first_not_of(separators, begin)) != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
        words.push_back({line.substr(begin, end - begin), begin});
        begin = end;
    }
    return words;
}

std::string_view trim(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(separators), text.size());
    return text.substr(begin, text.find_last_not_of(separators) + 1 - begin);
}

// The value of "name: value", if the comment is one.
std::optional<std::string_view> value_of(std::string_view comment, std::string_view name) {
    if (comment.substr(0, name.size()) != name) return std::nullopt;
    const std::string_view rest = trim(comment.substr(name.size()));
    if (rest.empty() || rest[0] != ':') return std::nullopt;
    return trim(rest.substr(1));
}

bool is_square(std::size_t count) {
    const std::array<std::size_t, 4> squares{4, 9, 16, 25};
    return std::find(squares.begin(), squares.end(), count) != squares.end();
}

bool is_number(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

BoardReader::BoardReader(LineReader lines, std::string source, std::string size)
    : lines_(std::move(lines)), source_(std::move(source)), wanted_size_(std::move(size)) {}

std::optional<Problem> BoardReader::next() {
    for (Line line; lines_.next(line);) {
        if (line.number == 1 && line.text.substr(0, 3) == "\xef\xbb\xbf") line.text.replace(0, 3, "   ");
        const std::size_t hash = line.text.find('#');
        const std::size_t length = std::min(hash, line.text.size());
        const bool empty = trim(std::string_view(line.text).substr(0, length)).empty();
        if (line.too_long && (!empty || hash == line.text.npos)) {
            ++seen_;
            throw InputError(place_prefix({source_, line.number, 0}) + "the line is longer than " +
                             std::to_string(LineReader::longest_board) + " bytes; put one board on each line");
        }
        if (empty && hash != line.text.npos) read_comment(line, hash);
        if (empty) continue;
        ++seen_;
        return read_board(line, length);
    }
    return std::nullopt;
}

void BoardReader::read_comment(const Line& line, std::size_t at) {
    const std::string_view comment = trim(std::string_view(line.text).substr(at + 1));
    if (title_.empty()) title_ = comment;
    const auto place_of = [&](std::string_view part) {
        return Place{source_, line.number, static_cast<int>(part.data() - line.text.data()) + 1};
    };
    if (const auto size = value_of(comment, "size")) {
        try {
            (void)parse_size(*size);
        } catch (const Error& error) {
            throw InputError(place_prefix(place_of(*size)) +
                             "'size' is ROWSxCOLUMNS, for example 3x4, up to 25 cells, not '" + display(*size) + "'");
        }
        size_ = *size;
    } else if (const auto goal = value_of(comment, "goal")) {
        (void)parse_board(*goal, wanted_size_.empty() ? size_ : wanted_size_, place_of(*goal));
        goal_ = *goal;
    } else if (const auto columns = value_of(comment, "columns")) {
        constexpr std::array<std::pair<std::string_view, Columns>, 4> known{{
            {"board", Columns::board},
            {"id board", Columns::id_board},
            {"board optimum", Columns::board_optimum},
            {"id board optimum", Columns::id_board_optimum},
        }};
        const auto found =
            std::find_if(known.begin(), known.end(), [&](const auto& entry) { return entry.first == *columns; });
        if (found == known.end())
            throw InputError(place_prefix(place_of(*columns)) +
                             "'columns' is one of: board, id board, board optimum, id board optimum; not '" +
                             display(*columns) + "'");
        columns_ = found->second;
    }
}

Problem BoardReader::read_board(const Line& line, std::size_t length) {
    std::vector<Word> words = words_of(std::string_view(line.text).substr(0, length));
    const Place place{source_, line.number, static_cast<int>(words[0].begin) + 1};
    Problem problem;
    problem.size = wanted_size_.empty() ? size_ : wanted_size_;
    problem.goal = goal_;
    problem.instance.id = std::to_string(seen_);

    bool has_id = columns_ == Columns::id_board || columns_ == Columns::id_board_optimum;
    const bool has_optimum = columns_ == Columns::board_optimum || columns_ == Columns::id_board_optimum;
    if (columns_ == Columns::guess) {
        const bool fits = problem.size.empty()
                              ? is_square(words.size() - 1)
                              : words.size() == static_cast<std::size_t>(parse_size(problem.size).cells()) + 1;
        has_id = fits || !is_number(words[0].text);
        if (!fits && problem.size.empty() && is_square(words.size() - 2))
            throw InputError(place_prefix(place) +
                             "two words too many for a board; if they are an id and the known optimum, "
                             "put the line '# columns: id board optimum' above");
        // A lone word, or a wrong first number, is a board gone wrong and no id.
        if (!fits && (words.size() == 1 || is_square(words.size()))) has_id = false;
    }
    if (words.size() < 1u + has_id + has_optimum)
        throw InputError(place_prefix(place) +
                         "the board is missing; the line should hold an id, a board and its optimum");
    if (has_id) {
        problem.instance.id = display(words[0].text, 64);
        words.erase(words.begin());
    }
    if (has_optimum) {
        const Word last = words.back();
        Cost optimum = -1;
        const char* const end = last.text.data() + last.text.size();
        const auto [stop, error] = std::from_chars(last.text.data(), end, optimum);
        if (error != std::errc{} || stop != end || optimum < 0)
            throw InputError(place_prefix({source_, line.number, static_cast<int>(last.begin) + 1}) +
                             "the known optimum must be a number, not '" + display(last.text) + "'");
        problem.instance.known_optimum = optimum;
        words.pop_back();
    }
    const std::size_t begin = words.front().begin;
    const std::size_t end = words.back().begin + words.back().text.size();
    problem.instance.text = line.text.substr(begin, end - begin);
    problem.instance.place = {source_, line.number, static_cast<int>(begin) + 1};
    return problem;
}

}  // namespace tessera::cli
