// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/verify.hpp"

#include "tessera/pdb/build.hpp"
#include "tessera/pdb/table_file.hpp"

#include "support/effort.hpp"
#include "support/scratch_directory.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::test;

namespace {

// Every kind of row: no head at all, a head of one tile, heads of several; tiles that wall the blank in.
const std::vector<Pattern> samples{
    {{2, 2}, 0, {3}},
    {{3, 3}, 0, {4}},
    {{3, 3}, 0, {1, 3}},
    {{3, 3}, 4, {1, 5, 8}},
    {{3, 3}, 8, {0, 1, 2, 3}},
    {{3, 3}, 0, {1, 2, 3, 4, 5}},
    {{3, 3}, 8, {2, 3, 4, 5, 6, 7}},
    {{3, 4}, 5, {0, 1, 2, 3, 4, 6, 7}},
    {{2, 5}, 3, {0, 1, 2, 8, 9}},
    {{3, 4}, 0, {1, 4, 7, 9, 10}},
    {{4, 3}, 11, {0, 1, 2, 3, 4, 5}},
    {{4, 4}, 0, {1, 2, 4, 5, 8}},
    {{4, 4}, 5, {0, 1, 4, 6}},
    {{5, 5}, 0, {1, 5, 6}},
    {{5, 5}, 24, {19, 23, 3}},
};

Pattern sorted(Pattern pattern) {
    std::sort(pattern.cells.begin(), pattern.cells.end());
    return pattern;
}

void raise(Table& table, std::uint64_t entry, int by) {
    std::uint8_t& byte = table.payload.data()[table.entry_bits == 8 ? entry : entry / 2];
    const int shift = table.entry_bits == 8 ? 0 : static_cast<int>(entry % 2) * 4;
    byte = static_cast<std::uint8_t>(byte + (by << shift));
}

}  // namespace

TEST_CASE("every table that was built is found right, at any number of threads", "[pdb][verify]") {
    for (const Pattern& sample : samples) {
        const Table table = build_table(sorted(sample), 2);
        for (const unsigned threads : {1u, 2u, 5u}) {
            const Verdict verdict = verify_table(table, threads);
            INFO(describe(table.pattern) << ": " << verdict.fault);
            REQUIRE(verdict.right);
            CHECK(verdict.states == table.states);
            CHECK(verdict.depth == table.depth);
            CHECK(verdict.sum == table.sum);
        }
    }
}

TEST_CASE("a table with one entry raised or lowered is found wrong, and the entry is named", "[pdb][verify][faults]") {
    const int rounds = tries(340, 200);  // for each of three patterns
    Promise promise("R3", "tables with one wrong entry");
    std::mt19937_64 random(20);
    for (const Pattern& pattern :
         {Pattern{{3, 3}, 0, {1, 2, 3, 4}}, Pattern{{3, 3}, 8, {4, 5, 6, 7}}, Pattern{{3, 4}, 0, {1, 4, 7, 9, 10}}}) {
        Table table = build_table(pattern, 1);
        for (int round = 0; round < rounds; ++round) {
            const std::uint64_t entry = random() % table.entries();
            const int excess = table.excess(entry);
            const int most = table.entry_bits == 8 ? 255 : 15;
            int by = 1 + static_cast<int>(random() % 2);
            if (excess + by > most || (random() % 4 == 0 && excess > 0)) by = -1;
            raise(table, entry, by);
            const Verdict verdict = verify_table(table, 2);
            REQUIRE_FALSE(verdict.right);
            CHECK(verdict.fault.starts_with("entry " + std::to_string(entry) + " "));
            raise(table, entry, -by);
            promise.tried();
        }
        CHECK(verify_table(table, 1).right);
    }
    promise.kept();
}

TEST_CASE("a forged file with right checksums is read, and found wrong", "[pdb][verify]") {
    const ScratchDirectory scratch;
    Table table = build_table({{3, 3}, 0, {1, 2, 3, 4}}, 1);
    raise(table, 1234, 1);
    (void)write_table(scratch / "forged.pdb", table, 1);
    CHECK_FALSE(verify_table(read_table(scratch / "forged.pdb", 1), 1).right);
}

TEST_CASE("every single entry of a small table is watched", "[pdb][verify]") {
    Table table = build_table({{3, 3}, 4, {1, 5, 8}}, 1);
    for (std::uint64_t entry = 0; entry < table.entries(); ++entry) {
        raise(table, entry, 1);
        REQUIRE_FALSE(verify_table(table, 1).right);
        raise(table, entry, -1);
    }
}

TEST_CASE("bytes that wrap around do not pass for right distances", "[pdb][verify]") {
    Table small = build_table({{3, 3}, 4, {1, 5, 8}}, 1);
    REQUIRE(small.entry_bits == 4);
    Table table;
    table.pattern = small.pattern;
    table.entry_bits = 8;
    table.states = small.states;
    table.depth = small.depth;
    table.sum = small.sum;
    table.payload = HugeArray(small.entries());
    for (std::uint64_t i = 0; i < small.entries(); ++i)
        table.payload.data()[i] = static_cast<std::uint8_t>(small.excess(i));
    CHECK(verify_table(table, 1).right);
    raise(table, 7, 128);  // twice that is 256
    CHECK_FALSE(verify_table(table, 1).right);
}

TEST_CASE("false figures in the header are found", "[pdb][verify]") {
    Table table = build_table({{3, 3}, 0, {1, 2, 3, 4}}, 1);
    const auto wrong_with = [&](auto& figure) {
        ++figure;
        const Verdict verdict = verify_table(table, 1);
        --figure;
        return !verdict.right && verdict.fault.starts_with("the header says");
    };
    CHECK(wrong_with(table.states));
    CHECK(wrong_with(table.depth));
    CHECK(wrong_with(table.sum));
}

TEST_CASE("a table for another goal is found wrong", "[pdb][verify]") {
    Table table = build_table({{3, 3}, 0, {1, 3, 5, 7}}, 1);  // every cell without a tile of it is walled in
    table.pattern.goal_blank = 8;
    CHECK_FALSE(verify_table(table, 1).right);
}
