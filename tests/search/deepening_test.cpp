// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/idastar.hpp"
#include "tessera/search/replay.hpp"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <random>
#include <thread>

using namespace tessera;

namespace {

using D = FifteenPuzzle;
using H = Manhattan<D>;

std::vector<std::uint8_t> korf_goal() {
    std::vector<std::uint8_t> cells(16);
    for (std::size_t i = 0; i < 16; ++i) cells[i] = static_cast<std::uint8_t>(i);
    return cells;
}

D::State walk(const D& domain, std::mt19937_64& random, int length) {
    D::State s = domain.goal();
    std::optional<D::Move> back;
    for (int i = 0; i < length;) {
        const auto& moves = domain.moves(s);
        const D::Move m = moves[random() % moves.size()];
        if (back && m == *back) continue;
        back = domain.undo(s, m);
        s = domain.apply(s, m);
        ++i;
    }
    return s;
}

// The generic kernel with bad manners: it asks often, dawdles, and now and then stops for no reason.  What a round
// counts must not depend on it.
template <class Kernel>
struct Jittery : Kernel {
    using Kernel::Kernel;

    struct Jitter final : Pace {
        Jitter(Pace& true_pace, std::mt19937_64& r) : pace(true_pace), random(r) {}
        bool go_on(std::uint64_t generated) override {
            const auto dice = random() % 16;
            if (dice == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
            if (dice == 1) std::this_thread::yield();
            return pace.go_on(generated) && dice < 14;
        }
        Pace& pace;
        std::mt19937_64& random;
    };

    template <class P>
    Ending exhaust(const P& piece, Pace& pace) {
        if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 100));
        Jitter jitter(pace, random);
        return Kernel::exhaust(piece, jitter);
    }

    std::mt19937_64 random{std::hash<std::thread::id>{}(std::this_thread::get_id()) ^
                           reinterpret_cast<std::uintptr_t>(this)};
};

std::vector<Iteration> completed(const std::vector<Iteration>& iterations) {
    std::vector<Iteration> list;
    for (const Iteration& i : iterations)
        if (i.completed) list.push_back(i);
    return list;
}

}  // namespace

TEST_CASE("completed rounds count the same nodes at any number of threads, however work is handed over",
          "[search][parallel]") {
    const D domain(FixedShape<4, 4>{}, korf_goal());
    const H heuristic(domain);
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int board = 0; board < 8; ++board) {
        const D::State start = walk(domain, random, 40 + 5 * board);
        const auto one = deepen<BoundedDfs<D, H>>(domain, heuristic, start, {});
        for (const unsigned threads : {1u, 2u, 3u, 4u, 7u, 16u}) {
            Settings settings;
            settings.threads = threads;
            const auto many = deepen<Jittery<BoundedDfs<D, H>>>(domain, heuristic, start, settings);
            REQUIRE(many.outcome == Outcome::solved);
            CHECK(many.path.size() == one.path.size());
            const auto end = replay<D>(domain, start, many.path);
            REQUIRE(end);
            CHECK(domain.is_goal(*end));
            const auto expected = completed(one.iterations), counted = completed(many.iterations);
            REQUIRE(counted.size() == expected.size());
            for (std::size_t i = 0; i < counted.size(); ++i) {
                CHECK(counted[i].bound == expected[i].bound);
                CHECK(counted[i].stats.generated == expected[i].stats.generated);
                CHECK(counted[i].stats.expanded == expected[i].stats.expanded);
            }
            if (threads == 1) {
                CHECK(many.stats.generated == one.stats.generated);
                CHECK(many.path == one.path);
            }
        }
    }
}
