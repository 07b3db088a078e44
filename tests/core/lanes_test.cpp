// SPDX-License-Identifier: Apache-2.0
// Each way to work on lanes against plain arithmetic, lane by lane.  Which way is tested depends on the processor that
// the tests are compiled for.
#include "tessera/core/lanes.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace tessera {
namespace {

constexpr int rounds = 200;

class Dice {
public:
    // Numbers of all sizes, zero among them.
    std::uint64_t number() { return random_() % 4 == 0 ? 0 : random_() >> random_() % 64; }
    Lanes numbers() {
        Lanes lanes{};
        for (int i = 0; i < lane_count; ++i) lanes[i] = number();
        return lanes;
    }
    Lanes32 numbers32(std::uint32_t below = 0) {
        Lanes32 lanes{};
        for (int i = 0; i < 2 * lane_count; ++i) {
            lanes[i] = static_cast<std::uint32_t>(number());
            if (below != 0) lanes[i] %= below;
        }
        return lanes;
    }

private:
    std::mt19937_64 random_{7};
};

}  // namespace

TEST_CASE("bits are counted in lanes, and in halves of them", "[lanes]") {
    Dice dice;
    for (int round = 0; round < rounds; ++round) {
        const Lanes a = dice.numbers();
        const Lanes32 b = dice.numbers32();
        const Lanes count = popcount(a);
        const Lanes32 count32 = popcount(b);
        const Lanes32 halves = popcount_halves(b);
        for (int i = 0; i < lane_count; ++i) CHECK(count[i] == static_cast<std::uint64_t>(std::popcount(std::uint64_t{a[i]})));
        for (int i = 0; i < 2 * lane_count; ++i) {
            const std::uint32_t x = b[i];
            CHECK(count32[i] == static_cast<std::uint32_t>(std::popcount(x)));
            CHECK(count_bits(x) == count32[i]);
            CHECK(halves[i] == static_cast<std::uint32_t>(std::popcount(x & 0xffffu) | std::popcount(x >> 16) << 16));
        }
    }
}

TEST_CASE("lanes are compared, chosen and shifted", "[lanes]") {
    Dice dice;
    for (int round = 0; round < rounds; ++round) {
        const Lanes a = dice.numbers();
        Lanes b = dice.numbers();
        b[round % lane_count] = a[round % lane_count];
        const auto where = static_cast<LaneMask>(round) & all_lanes;
        const Lanes chosen = replace(a, where, b);
        const Lanes least = smaller(a, b), most = larger(a, b);
        const Lanes shifted = signed_shift(a, 56);
        for (int i = 0; i < lane_count; ++i) {
            const auto x = static_cast<std::int64_t>(a[i]), y = static_cast<std::int64_t>(b[i]);
            CHECK((not_zero(a) >> i & 1) == (x != 0));
            CHECK((equal(a, b) >> i & 1) == (x == y));
            CHECK((at_most(a, b) >> i & 1) == (x <= y));
            CHECK(static_cast<std::int64_t>(chosen[i]) == (where >> i & 1 ? y : x));
            CHECK(static_cast<std::int64_t>(least[i]) == std::min(x, y));
            CHECK(static_cast<std::int64_t>(most[i]) == std::max(x, y));
            CHECK(static_cast<std::int64_t>(shifted[i]) == x >> 56);
        }
        CHECK((not_zero(a) | equal(a, b) | at_most(a, b)) <= all_lanes);
    }
}

TEST_CASE("packing keeps the named lanes in their order", "[lanes]") {
    const Lanes numbers = lane_numbers() + 10u;
    for (LaneMask mask = 0; mask <= all_lanes; ++mask) {
        std::array<std::uint64_t, 8> packed{};
        pack(mask, numbers, packed.data());
        std::size_t next = 0;
        for (unsigned lane = 0; lane < 8; ++lane)
            if (mask >> lane & 1) CHECK(packed[next++] == 10 + lane);
    }
}

TEST_CASE("narrow and wide lanes hold the same numbers", "[lanes]") {
    Dice dice;
    const Lanes32 numbers = dice.numbers32();
    const Lanes32 again = narrow(widen_low(numbers), widen_high(numbers));
    for (int i = 0; i < 2 * lane_count; ++i) CHECK(again[i] == numbers[i]);
}

TEST_CASE("tables are read lane by lane", "[lanes]") {
    Dice dice;
    RegisterTable<16> small;
    RegisterTable<32> large;
    ByteTable bytes;
    MemoryTable<13> memory;
    std::array<std::uint32_t, 16> in_small{};
    std::array<std::uint32_t, 32> in_large{};
    std::array<std::uint32_t, 256> in_bytes{};
    std::vector<std::uint32_t> in_memory(1 << 13);
    std::vector<std::uint64_t> words(1000);
    const auto random32 = [&] { return static_cast<std::uint32_t>(dice.number()); };
    for (int i = 0; i < 16; ++i) small.set(i, in_small[static_cast<std::size_t>(i)] = random32());
    for (int i = 0; i < 32; ++i) large.set(i, in_large[static_cast<std::size_t>(i)] = random32());
    for (std::size_t i = 0; i < 256; ++i) bytes.set(i, in_bytes[i] = random32() & 0xffff);
    for (std::size_t i = 0; i < in_memory.size(); ++i) memory.set(i, in_memory[i] = random32());
    for (std::uint64_t& word : words) word = dice.number();

    const Lanes table = dice.numbers();
    for (int round = 0; round < rounds; ++round) {
        const Lanes32 any = dice.numbers32();
        const Lanes32 byte = round == 0 ? splat32(255) : dice.numbers32(256);
        const Lanes32 at = dice.numbers32(1 << 13);
        const Lanes32 from_small = small[any], from_large = large[any], from_bytes = bytes[byte], from_memory = memory[at];
        for (int i = 0; i < 2 * lane_count; ++i) {
            CHECK(from_small[i] == in_small[any[i] % 16]);
            CHECK(from_large[i] == in_large[any[i] % 32]);
            CHECK(from_bytes[i] == in_bytes[byte[i]]);
            CHECK(from_memory[i] == in_memory[at[i]]);
        }
        Lanes index{};
        for (int i = 0; i < lane_count; ++i) index[i] = any[i] % words.size();
        const Lanes picked = pick(table, index), gathered = gather(words.data(), index), wide = small[index & 15u];
        for (int i = 0; i < lane_count; ++i) {
            CHECK(picked[i] == table[index[i] % 8]);
            CHECK(gathered[i] == words[index[i]]);
            CHECK(wide[i] == in_small[index[i] % 16]);
        }
    }
}

}  // namespace tessera
