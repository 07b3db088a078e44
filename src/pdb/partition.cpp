// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/partition.hpp"

#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"

#include "words.hpp"

#include <algorithm>
#include <charconv>

namespace tessera {

namespace {

// Pictures are of Korf's goal: blank in the first corner.
struct NamedPartition {
    Grid grid;
    std::string_view name;
    std::string_view picture;
    std::string_view summary;
};

// The strongest of each grid first.
constexpr NamedPartition named[] = {
    {{4, 4}, "7-8", ".aaa aaaa bbbb bbbb", "Korf and Felner 2002"},
    {{4, 4}, "9-6", ".bbb abbb aaaa aaaa", "the largest table, yet a weaker sum than 7-8"},
    {{4, 4}, "6-6-3", ".bba bbaa bbaa ccca", "Felner, Korf and Hanan 2004"},
    {{4, 4}, "5-5-5", ".bba bbaa bcaa cccc", "Korf and Felner 2002"},
    {{3, 3}, "5-3", ".bb baa aaa", ""},
    {{3, 3}, "4-4", ".aa aab bbb", ""},
    {{5, 5}, "6-6-6-6", ".aabb aaabb ccabb ccddd ccddd", "Korf and Felner 2002"},
};

// For another blank cell the tile of that cell goes to the free corner.
Partition draw(const NamedPartition& drawn, Cell goal_blank) {
    Partition partition{std::string(drawn.name), std::string(drawn.summary), {}};
    std::string letters;
    for (const char c : drawn.picture)
        if (c != ' ') letters += c;
    std::swap(letters[0], letters[goal_blank]);
    for (char letter = 'a'; letters.find(letter) != std::string::npos; ++letter) {
        Pattern pattern{drawn.grid, goal_blank, {}};
        for (std::size_t c = 0; c < letters.size(); ++c)
            if (letters[c] == letter) pattern.cells.push_back(static_cast<Cell>(c));
        partition.patterns.push_back(pattern);
    }
    return partition;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

Partition read_own(std::string_view text, const CanonicalGoal& goal) {
    const auto refuse = [&](const std::string& reason) {
        throw UsageError("patterns '" + display(text) + "': " + reason +
                         "; give the tiles of each pattern, for example 1,2,5,6/3,4,7,8");
    };
    const int tiles = goal.grid().cells() - 1;
    Partition partition{std::string(text), "own", {}};
    std::uint32_t used = 0;
    for (const std::string_view group : split(text, '/')) {
        Pattern pattern{goal.grid(), goal.blank(), {}};
        for (const std::string_view word : split(group, ',')) {
            int tile = 0;
            const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), tile);
            if (error != std::errc{} || stop != word.data() + word.size())
                refuse("'" + display(word) + "' is not a tile");
            if (tile < 1 || tile > tiles) refuse("this board has the tiles 1 to " + std::to_string(tiles));
            if (used >> tile & 1) refuse("tile " + std::to_string(tile) + " occurs twice");
            used |= 1u << tile;
            pattern.cells.push_back(goal.tile(tile));
        }
        std::sort(pattern.cells.begin(), pattern.cells.end());
        check_pattern(pattern);
        partition.patterns.push_back(pattern);
    }
    return partition;
}

}  // namespace

std::vector<Partition> named_partitions(Grid grid, Cell goal_blank) {
    std::vector<Partition> list;
    for (const NamedPartition& drawn : named)
        if (drawn.grid == grid) list.push_back(draw(drawn, goal_blank));
    return list;
}

Partition find_partition(std::string_view name, const CanonicalGoal& goal) {
    std::vector<CatalogEntry> known;
    for (Partition& partition : named_partitions(goal.grid(), goal.blank())) {
        if (partition.name == name) return partition;
        known.push_back({partition.name, "", ""});
    }
    const bool own = !name.empty() && name.find_first_not_of("0123456789,/") == std::string_view::npos;
    if (own) return read_own(name, goal);
    if (!known.empty()) throw UsageError(unknown_name("partition", name, known));
    const Grid grid = goal.grid();
    throw UsageError("boards of " + std::to_string(grid.rows) + "x" + std::to_string(grid.cols) +
                     " have no partition by name; give the tiles of each pattern instead of '" + display(name) +
                     "', for example 1,2,5,6/3,4,7,8");
}

std::string picture(const Partition& partition) {
    const Pattern& any = partition.patterns.front();
    std::string letters(static_cast<std::size_t>(any.grid.cells()), '-');
    letters[any.goal_blank] = '.';
    for (std::size_t i = 0; i < partition.patterns.size(); ++i)
        for (const Cell cell : partition.patterns[i].cells) letters[cell] = static_cast<char>('a' + i);
    std::string text;
    for (int c = 0; c < any.grid.cells(); ++c) {
        text += letters[static_cast<std::size_t>(c)];
        text += any.grid.col(c) == any.grid.cols - 1 ? '\n' : ' ';
    }
    return text;
}

}  // namespace tessera
