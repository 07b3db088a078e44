// SPDX-License-Identifier: Apache-2.0
// Korf's hundred boards: IDA* with Manhattan distance must generate as many nodes as published in 1985, to the node.
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/idastar.hpp"

#include "support/places.hpp"
#include "support/csv.hpp"
#include "support/effort.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

struct KorfBoard {
    Cells cells;
    Cost optimal = 0;
};

std::map<int, KorfBoard> read_boards() {
    std::map<int, KorfBoard> boards;
    std::istringstream text(read_file(test::instance_file("korf100.txt")));
    for (std::string line; std::getline(text, line);) {
        std::istringstream fields(line);
        int id = 0;
        if (!(fields >> id)) continue;
        KorfBoard& board = boards[id];
        for (int c = 0, tile = 0; c < 16 && fields >> tile; ++c) board.cells.push_back(static_cast<std::uint8_t>(tile));
        fields >> board.optimal;
    }
    REQUIRE(boards.size() == 100);
    return boards;
}

// Boards whose published count is within the range.
void reproduce(std::uint64_t from, std::uint64_t below, std::size_t boards_expected) {
    Promise promise("R1", "boards of Korf's with the known length and the published count");
    const auto boards = read_boards();
    const FifteenPuzzle domain({}, blank_first({4, 4}));
    const Manhattan<FifteenPuzzle> manhattan(domain);
    std::size_t tried = 0;
    for (const Row& row : read_csv(test::expected_file("korf100_idastar_manhattan.csv"))) {
        const std::uint64_t generated = std::stoull(row.at("generated"));
        if (generated < from || generated >= below) continue;
        ++tried;
        INFO("board " << row.at("id"));
        const KorfBoard& board = boards.at(std::stoi(row.at("id")));
        REQUIRE(board.optimal == std::stoi(row.at("optimal")));
        const auto start = domain.from_cells(board.cells);
        CHECK(manhattan.value(manhattan.start(start)) == std::stoi(row.at("manhattan")));
        const auto result = IdaStar::solve(domain, manhattan, start, {});
        REQUIRE(static_cast<Cost>(result.path.size()) == board.optimal);
        REQUIRE(result.stats.generated == generated);
        promise.tried();
    }
    REQUIRE(tried == boards_expected);
    promise.kept();
}

constexpr std::uint64_t quick = 20'000'000;

}  // namespace

TEST_CASE("IDA* reproduces Korf's published node counts on the easier boards", "[korf][faults]") { reproduce(0, quick, 37); }

TEST_CASE("IDA* reproduces Korf's published node counts on the harder boards", "[korf][slow][faults]") {
    reproduce(quick, ~std::uint64_t{0}, 63);
}
