// SPDX-License-Identifier: Apache-2.0
#include "domains/tiles.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

#include <charconv>
#include <cmath>

namespace tessera {

namespace {

constexpr int max_cells = LargeTiles::max_cells;

bool is_separator(char c) { return c == ' ' || c == '\t' || c == ',' || c == '\r'; }

struct Token {
    std::string_view text;
    int column;  // from 1
};

std::vector<Token> split(std::string_view text) {
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < text.size();) {
        if (is_separator(text[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && !is_separator(text[end])) ++end;
        tokens.push_back({text.substr(i, end - i), static_cast<int>(i) + 1});
        i = end;
        if (tokens.size() > 10000) break;  // enough to know that it is no board
    }
    return tokens;
}

Grid grid_for(std::size_t count, std::string_view size, const Place& place) {
    if (size.empty()) {
        const int side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(count))));
        if (side >= 2 && side * side == static_cast<int>(count)) {
            if (side * side > max_cells)
                throw UnsupportedError(place_prefix(place) + "a board of " + std::to_string(count) +
                                       " cells is too large; up to 25 cells (5x5) are supported");
            return {side, side};
        }
        throw InputError(place_prefix(place) + "expected 4, 9, 16 or 25 numbers, found " +
                         (count > 10000 ? "more than 10000" : std::to_string(count)) +
                         "; for a board that is not square give --size ROWSxCOLUMNS");
    }
    const Grid grid = parse_size(size);
    if (static_cast<int>(count) != grid.cells())
        throw InputError(place_prefix(place) + "expected " + std::to_string(grid.cells()) + " numbers for a " +
                         std::string(size) + " board, found " +
                         (count > 10000 ? "more than 10000" : std::to_string(count)));
    return grid;
}

}  // namespace

Grid parse_size(std::string_view text) {
    Grid grid;
    const char* const end = text.data() + text.size();
    const auto rows = std::from_chars(text.data(), end, grid.rows);
    const bool has_x = rows.ec == std::errc{} && rows.ptr != end && (*rows.ptr == 'x' || *rows.ptr == 'X');
    const auto cols = has_x ? std::from_chars(rows.ptr + 1, end, grid.cols) : rows;
    if (!has_x || cols.ec != std::errc{} || cols.ptr != end)
        throw UsageError("--size is ROWSxCOLUMNS, for example 3x4, not '" + display(text) + "'");
    if (grid.rows < 2 || grid.cols < 2)
        throw UnsupportedError("a " + display(text) + " board has no room to turn; both sides must be at least 2");
    if (grid.rows > max_cells || grid.cols > max_cells || grid.cells() > max_cells)
        throw UnsupportedError("a " + display(text) + " board is too large; up to 25 cells (5x5) are supported");
    return grid;
}

TileBoard parse_board(std::string_view text, std::string_view size, const Place& place) {
    const std::vector<Token> tokens = split(text);
    const auto at = [&](const Token& token) {
        Place p = place;
        if (p.line > 0) p.column = std::max(place.column, 1) + token.column - 1;
        return place_prefix(p);
    };
    std::vector<long> values;
    for (const Token& token : tokens) {
        long value = -1;
        const char* const end = token.text.data() + token.text.size();
        const auto [stop, error] = std::from_chars(token.text.data(), end, value);
        if (error == std::errc::invalid_argument || stop != end)
            throw InputError(at(token) + "'" + display(token.text) +
                             "' is not a number; a board is numbers separated by blanks or commas, 0 for the blank");
        if (error != std::errc{}) value = -1;
        values.push_back(value);
    }
    const Grid grid = grid_for(values.size(), size, place);
    TileBoard board{grid, {}};
    std::vector<bool> seen(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] < 0 || values[i] >= static_cast<long>(values.size()))
            throw InputError(at(tokens[i]) + display(tokens[i].text) + " is out of range; this board has the numbers 0 to " +
                             std::to_string(values.size() - 1));
        const auto value = static_cast<std::size_t>(values[i]);
        if (seen[value])
            throw InputError(at(tokens[i]) + (value == 0 ? "there are two blanks (0)"
                                                         : "tile " + std::to_string(value) + " occurs twice") +
                             "; every number from 0 to " + std::to_string(values.size() - 1) + " must occur once");
        seen[value] = true;
        board.cells.push_back(static_cast<std::uint8_t>(value));
    }
    return board;
}

std::string show_board(std::span<const std::uint8_t> cells) {
    std::string text;
    for (const std::uint8_t tile : cells) {
        if (!text.empty()) text += ' ';
        text += std::to_string(tile);
    }
    return text;
}

}  // namespace tessera
