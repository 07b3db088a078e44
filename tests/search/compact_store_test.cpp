// SPDX-License-Identifier: Apache-2.0
// The compact store of 4x4 searches, held to known lengths, to the exact sets that must be expanded, and to the general
// store.
#include "tessera/search/compact_store.hpp"

#include "tessera/search/hdastar.hpp"
#include "tessera/search/replay.hpp"

#include "support/csv.hpp"
#include "support/hda.hpp"
#include "support/places.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <random>

using namespace tessera;
using namespace tessera::test;

namespace {

using D = FifteenPuzzle;
using H = Manhattan<D>;

std::map<int, Cells> korf_boards() {
    std::map<int, Cells> boards;
    std::istringstream text(read_file(instance_file("korf100.txt")));
    for (std::string line; std::getline(text, line);) {
        std::istringstream fields(line);
        int id = 0;
        if (!(fields >> id)) continue;
        for (int c = 0, tile = 0; c < 16 && fields >> tile; ++c) boards[id].push_back(static_cast<std::uint8_t>(tile));
    }
    REQUIRE(boards.size() == 100);
    return boards;
}

template <class Store>
SearchResult<D> restless(const D& domain, const H& heuristic, const D::State& start, const Settings& settings) {
    return HashDistributedSearch<D, H, Store, RandomPauses>(domain, heuristic, start, settings,
                                                            RandomPauses{settings.seed})
        .run();
}

std::uint64_t below_the_optimum(const SearchResult<D>& result) {
    std::uint64_t sum = 0;
    for (const Iteration& layer : result.iterations)
        if (layer.completed) sum += layer.stats.expanded;
    return sum;
}

// Boards with so many states, at every number of workers.
void expand_exactly(std::uint64_t from, std::uint64_t below, std::size_t least_tried, std::span<const unsigned> crews) {
    const auto boards = korf_boards();
    const D domain({}, blank_first({4, 4}));
    const H manhattan(domain);
    std::size_t tried = 0;
    for (const Row& row : read_csv(expected_file("astar_md_must_expand.tsv"), '\t')) {
        const std::uint64_t stored = std::stoull(row.at("unique_stored"));
        if (stored < from || stored >= below) continue;
        ++tried;
        const auto start = domain.from_cells(boards.at(std::stoi(row.at("id"))));
        for (const unsigned crew : crews) {
            INFO("board " << row.at("id") << ", " << crew << " workers");
            Settings settings;
            settings.threads = crew;
            settings.seed = tried;
            const auto result = crew == 1 ? HdaStar::solve(domain, manhattan, start, settings)
                                          : restless<CompactStore<true>>(domain, manhattan, start, settings);
            REQUIRE(result.outcome == Outcome::solved);
            CHECK(static_cast<Cost>(result.path.size()) == std::stoi(row.at("opt")));
            const auto end = replay<D>(domain, start, result.path);
            CHECK((end && domain.is_goal(*end)));
            CHECK(below_the_optimum(result) == std::stoull(row.at("states_f_lt_opt")));
            CHECK(result.stats.reopened == 0);
        }
    }
    CHECK(tried >= least_tried);
}

constexpr unsigned one[] = {1};
constexpr unsigned crews[] = {1, 2, 4, 7, 16};

}  // namespace

TEST_CASE("the code of a row is read back, alone and mixed", "[hda]") {
    const D domain({}, blank_first({4, 4}));
    std::mt19937 random(3);
    for (int i = 0; i < 10000; ++i) {
        const auto s = domain.from_cells(shuffled({4, 4}, random));
        const RowCode code(s);
        REQUIRE(RowCode::from_mixed(code.mixed()) == code);
        REQUIRE(board_of(code.order(), s.blank) == s);
        for (const auto move : domain.moves(s)) {
            const auto child = domain.apply(s, move);
            if (move == s.blank + 4)
                REQUIRE(RowCode(order_below(code.order(), s.blank), s.blank / 4 + 1) == RowCode(child));
            else if (move == s.blank - 4)
                REQUIRE(RowCode(order_above(code.order(), s.blank), s.blank / 4 - 1) == RowCode(child));
            else
                REQUIRE(RowCode(child) == code);
        }
    }
}

TEST_CASE("a table of rows keeps what it was given while it grows", "[hda]") {
    Settings settings;
    Budget budget(settings);
    RowTable table(budget);
    constexpr std::uint64_t groups = 1'500'000;
    const auto code = [](std::uint64_t i) { return RowCode(mix_bits(i + 1) & RowCode::mask); };
    for (std::uint64_t i = 0; i < groups; ++i) {
        REQUIRE(table.make_room());
        auto* slot = table.insert(code(i).mixed());
        REQUIRE(slot);
        if ((*slot & RowTable::payload) == 0) *slot |= i % 1000 + 1;
    }
    CHECK(table.size() <= groups);
    for (std::uint64_t i = 0; i < groups; ++i) REQUIRE(table.find(code(i).mixed()) != 0);
    std::uint64_t seen = 0;
    for (std::size_t b = 0; b < table.buckets(); ++b)
        for (std::size_t k = 0; k < RowTable::slots_per_bucket; ++k)
            if (const auto slot = table.bucket(b)[k]; slot != 0) {
                ++seen;
                REQUIRE(table.find(table.mixed(b, slot)) == (slot & RowTable::payload));
            }
    CHECK(seen == table.size());
    CHECK(table.find(code(groups + 7).mixed()) == 0);
}

TEST_CASE("a table of rows grows ahead of time if it is nearly full and the budget allows it", "[hda]") {
    Settings settings;
    settings.limits.bytes = resident_bytes() + (std::uint64_t{64} << 20);
    Budget budget(settings);
    RowTable table(budget);
    table.grow_ahead();
    CHECK(table.buckets() == 0);
    std::uint64_t groups = 0;
    const auto code = [](std::uint64_t i) { return RowCode(mix_bits(i + 1) & RowCode::mask); };
    const auto add = [&] {
        REQUIRE(table.make_room());
        *table.insert(code(groups++).mixed()) |= 1;
    };
    add();
    const std::size_t first = table.buckets();
    table.grow_ahead();
    CHECK(table.buckets() == first);
    while (4 * groups < 3 * first * RowTable::slots_per_bucket - groups / 100) add();
    CHECK(table.buckets() == first);
    table.grow_ahead();
    CHECK(table.buckets() > 2 * first - 40);
    CHECK(table.size() == groups);
    for (std::uint64_t i = 0; i < groups; ++i) REQUIRE(table.find(code(i).mixed()) == 1);
    // There is nothing left to grow with.
    while (4 * groups < 3 * table.buckets() * RowTable::slots_per_bucket - groups / 100) add();
    settings.limits.bytes = resident_bytes();
    const std::size_t second = table.buckets();
    table.grow_ahead();
    CHECK(table.buckets() == second);
    CHECK_FALSE(budget.stopped());
    // It takes as many as it can, and only then ends the search.
    for (; table.make_room(); ++groups) {
        RowTable::Slot* const slot = table.insert(code(groups).mixed());
        if (!slot) {
            CHECK_FALSE(table.grow());
            break;
        }
        *slot |= 1;
        REQUIRE_FALSE(budget.stopped());
    }
    CHECK(table.buckets() == second);
    CHECK(100 * groups > 77 * second * RowTable::slots_per_bucket);  // three quarters are when it would rather grow
    CHECK(budget.stopped());
    CHECK(budget.limit() == Limit::memory);
    for (std::uint64_t i = 0; i < groups; ++i) REQUIRE(table.find(code(i).mixed()) == 1);
}

TEST_CASE("a move back to the row that a board was reached from is not made", "[hda]") {
    const D domain({}, blank_first({4, 4}));
    const H manhattan(domain);
    // The start has no such row: from any row, a first move up may be the only good one.
    for (const char* cells : {"4 1 2 3 0 5 6 7 8 9 10 11 12 13 14 15", "4 1 2 3 8 5 6 7 0 9 10 11 12 13 14 15",
                              "4 1 2 3 8 5 6 7 12 9 10 11 0 13 14 15"}) {
        CAPTURE(cells);
        const auto start = domain.from_cells(cells_of(cells));
        const auto solution = HdaStar::solve(domain, manhattan, start, {});
        REQUIRE(solution.outcome == Outcome::solved);
        CHECK(solution.path.size() == static_cast<std::size_t>(manhattan.start(start)));
    }
    // A board has three successors on average.  The general store makes none that leads back, this one few.
    const auto start = domain.from_cells(korf_boards().at(12));
    Settings settings;
    const auto general = restless<NodeStore<D, H>>(domain, manhattan, start, settings);
    const auto compact = HdaStar::solve(domain, manhattan, start, settings);
    const auto per_state = [](const SearchResult<D>& result) {
        return static_cast<double>(result.stats.generated) / static_cast<double>(result.stats.expanded);
    };
    CHECK(per_state(compact) < 2.6);  // of three
    CHECK(per_state(general) < per_state(compact));
}

TEST_CASE("compact and general store expand the same states", "[hda]") {
    const D domain({}, blank_first({4, 4}));
    const H manhattan(domain);
    const auto boards = korf_boards();
    for (const int id : {12, 55, 79})
        for (const Ownership ownership :
             {Ownership::rows, Ownership::zobrist, Ownership::abstract_zobrist, Ownership::hash}) {
            CAPTURE(id, ownership);
            const auto start = domain.from_cells(boards.at(id));
            Settings settings;
            settings.threads = 3;
            settings.ownership = ownership;
            const auto general = restless<NodeStore<D, H>>(domain, manhattan, start, settings);
            const auto compact = HdaStar::solve(domain, manhattan, start, settings);
            CHECK(compact.path.size() == general.path.size());
            CHECK(below_the_optimum(compact) == below_the_optimum(general));
            CHECK(compact.stats.sent > 0);
        }
}

TEST_CASE("the compact store expands just what it must, at any number of workers", "[hda]") {
    expand_exactly(0, 300'000, 3, crews);
}

TEST_CASE("the compact store solves Korf's boards of up to sixty million states", "[hda][slow]") {
    expand_exactly(300'000, 60'000'000, 50, one);
}

TEST_CASE("the compact store solves Korf's largest boards", "[hda][soak]") {
    expand_exactly(60'000'000, std::uint64_t{1} << 40, 5, one);
}

TEST_CASE("a search with the compact store ends, whatever the board", "[hda]") {
    const D domain({}, blank_first({4, 4}));
    const H manhattan(domain);
    const auto boards = korf_boards();
    const auto moved = domain.apply(domain.goal(), 1);
    for (std::uint64_t seed = 0; seed < 40; ++seed)
        for (const unsigned crew : {2u, 7u, 16u}) {
            CAPTURE(seed, crew);
            Settings settings;
            settings.threads = crew;
            settings.seed = seed;
            CHECK(restless<CompactStore<true>>(domain, manhattan, domain.goal(), settings).path.empty());
            CHECK(restless<CompactStore<true>>(domain, manhattan, moved, settings).path.size() == 1);
            settings.limits.nodes = 20'000;
            CHECK(restless<CompactStore<true>>(domain, manhattan, domain.from_cells(boards.at(88)), settings).limit ==
                  Limit::nodes);
        }
}

TEST_CASE("the compact store keeps the memory limit", "[hda]") {
    const D domain({}, blank_first({4, 4}));
    const H manhattan(domain);
    const auto start = domain.from_cells(korf_boards().at(88));
    for (const unsigned crew : {1u, 2u})
        for (std::uint64_t megabytes = 8; megabytes <= 64; megabytes += 8) {
            CAPTURE(crew, megabytes);
            Settings settings;
            settings.threads = crew;
            const std::uint64_t before = resident_bytes();
            settings.limits.bytes = before + (megabytes << 20);
            const auto result = HdaStar::solve(domain, manhattan, start, settings);
            CHECK(result.outcome == Outcome::limit_reached);
            CHECK(result.limit == Limit::memory);
            CHECK(result.lower_bound >= 43);
            CHECK(result.stats.expanded > 1000);
        }
}
