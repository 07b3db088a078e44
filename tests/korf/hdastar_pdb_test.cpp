// SPDX-License-Identifier: Apache-2.0
// Korf's hundred boards by hash-distributed A* with pattern databases: bounds that are not consistent, so that closed
// states are reopened.
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/additive_pdb.hpp"
#include "tessera/search/hdastar.hpp"
#include "tessera/search/replay.hpp"

#include "support/csv.hpp"
#include "support/places.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>
#include <string>

using namespace tessera;
using namespace tessera::test;

namespace {

using D = FifteenPuzzle;
using H = AdditivePdb<D>;

// Solves every n-th board at these numbers of workers; returns how often a closed state was reopened.
std::uint64_t solve_every(int n, const char* partition, std::span<const unsigned> crews) {
    const D domain({}, blank_first({4, 4}));
    const H pdb(domain, HeuristicRequest{partition, 2, {}, {}});
    std::uint64_t reopened = 0;
    int boards = 0;
    std::istringstream text(read_file(instance_file("korf100.txt")));
    for (std::string line; std::getline(text, line);) {
        std::istringstream fields(line);
        int id = 0;
        if (!(fields >> id) || ++boards % n != 0) continue;
        Cells cells;
        for (int c = 0, tile = 0; c < 16 && fields >> tile; ++c) cells.push_back(static_cast<std::uint8_t>(tile));
        std::size_t optimum = 0;
        REQUIRE(fields >> optimum);
        const auto start = domain.from_cells(cells);
        for (const unsigned crew : crews) {
            INFO("board " << id << ", " << crew << " workers");
            Settings settings;
            settings.threads = crew;
            const auto result = HdaStar::solve(domain, pdb, start, settings);
            REQUIRE(result.outcome == Outcome::solved);
            CHECK(result.path.size() == optimum);
            CHECK(result.lower_bound == static_cast<Cost>(optimum));
            const auto end = replay<D>(domain, start, result.path);
            CHECK((end && domain.is_goal(*end)));
            reopened += result.stats.reopened;
        }
    }
    CHECK(boards == 100);
    return reopened;
}

constexpr unsigned one_and_many[] = {1, 2, 7};
constexpr unsigned one_and_two[] = {1, 2};

}  // namespace

TEST_CASE("hash-distributed A* with pattern databases solves some of Korf's boards", "[hda][pdb]") {
    (void)solve_every(33, "pdb:5-5-5", one_and_many);
}

TEST_CASE("hash-distributed A* with pattern databases solves all of Korf's boards", "[hda][pdb][slow]") {
    CHECK(solve_every(1, "pdb:6-6-3", one_and_two) > 0);
}
