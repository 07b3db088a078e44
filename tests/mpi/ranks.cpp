// SPDX-License-Identifier: Apache-2.0
// Searches over MPI, to be started by mpirun: every rank compares what all find together with what it finds alone.
//
//   tessera_mpi_ranks WORKERS RUNS [SLOW]
//
// SLOW: the last rank sleeps now and then.  Exit status 0: all agree.  Only rank 0 talks, unless something is wrong.  A
// run that does not come to its end is ended by an alarm, and said to hang.
#include "tessera/heuristics/blind.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/hdastar.hpp"
#include "tessera/search/idastar.hpp"

#include "mpi/mpi_fleet.hpp"
#include "support/deepening.hpp"
#include "support/effort.hpp"
#include "support/hda.hpp"
#include "support/tiles.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

using namespace tessera;
using namespace tessera::test;

namespace {

// Far longer than a run takes, on a machine with other work as well.
constexpr unsigned patience = 120;  // seconds

[[noreturn]] void give_up(int) {
    static constexpr char text[] = "a run hangs\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(3);
}

// A rank that is much slower than the others, beside the unrest of every rank.
struct SlowRank {
    RandomPauses pauses;
    bool slow = false;
    void operator()(unsigned worker) {
        pauses(worker);
        if (slow && pauses.asked[worker] % 16 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    [[nodiscard]] std::uint64_t opening(std::uint64_t usual) const noexcept { return pauses.opening(usual); }
};

// The same in a deepening search.
template <class Kernel>
struct Dawdling : Jittery<Kernel> {
    using Jittery<Kernel>::Jittery;
    template <class P>
    Ending exhaust(const P& piece, Pace& pace) {
        if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return Jittery<Kernel>::exhaust(piece, pace);
    }
    static inline bool slow = false;
};

class Ranks {
public:
    Ranks(Fleet& fleet, unsigned workers, bool slow) : fleet_(fleet), workers_(workers), slow_(slow) {
        std::signal(SIGALRM, give_up);
    }
    ~Ranks() { alarm(0); }
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    void begin_run() {
        ++run_;
        alarm(patience);
    }

    void expect(bool good, const std::string& what) {
        if (good) return;
        std::fprintf(stderr, "rank %u of %u, run %llu: %s\n", fleet_.rank(), fleet_.ranks(),
                     static_cast<unsigned long long>(run_), what.c_str());
        fleet_.abandon();
    }

    template <Domain D, HeuristicFor<D> H>
    void compare(const D& domain, const H& heuristic, const typename D::State& start) {
        begin_run();
        const SearchResult<D> alone = HdaStar::solve(domain, heuristic, start, {});
        Settings settings;
        settings.threads = workers_;
        settings.seed = run_ * 64 + fleet_.rank();
        settings.fleet = &fleet_;
        const SlowRank pauses{{settings.seed}, slow_ && fleet_.rank() + 1 == fleet_.ranks()};
        const SearchResult<D> all =
            HashDistributedSearch<D, H, NodeStore<D, H>, SlowRank>(domain, heuristic, start, settings, pauses).run();
        expect(all.workers.size() == std::size_t{fleet_.ranks()} * workers_, "not all workers reported");
        if (all.outcome != Outcome::solved)
            expect(all.stats.stored == alone.stats.stored, "states were lost or kept twice");
        compare_results(domain, start, all, alone);
    }

    // Iterative deepening, with a kernel that dawdles and with the one that is used.
    template <Domain D, HeuristicFor<D> H>
    void compare_rounds(const D& domain, const H& heuristic, const typename D::State& start) {
        begin_run();
        using Slow = Dawdling<BoundedDfs<D, H>>;
        Slow::slow = slow_ && fleet_.rank() + 1 == fleet_.ranks();
        const SearchResult<D> alone = deepen<FastestKernel<D, H>>(domain, heuristic, start, {});
        Settings settings;
        settings.threads = workers_;
        settings.fleet = &fleet_;
        compare_results(domain, start, deepen<Slow>(domain, heuristic, start, settings), alone);
        compare_results(domain, start, deepen<FastestKernel<D, H>>(domain, heuristic, start, settings), alone);
    }

    template <Domain D>
    void compare_results(const D& domain, const typename D::State& start, const SearchResult<D>& all,
                         const SearchResult<D>& alone) {
        expect(all.outcome == alone.outcome, "another outcome");
        expect(all.path.size() == alone.path.size(), "another length");
        expect(all.lower_bound == alone.lower_bound, "another bound");
        if (all.outcome == Outcome::solved) {
            const auto end = replay<D>(domain, start, all.path);
            expect(end && domain.is_goal(*end), "the path misses the goal");
        }
        if (fleet_.rank() > 0) return;  // the layers of all are counted there
        expect(all.iterations.size() == alone.iterations.size(), "another number of layers");
        for (std::size_t i = 0; i < all.iterations.size() && alone.iterations[i].completed; ++i) {
            expect(all.iterations[i].bound == alone.iterations[i].bound, "another layer");
            expect(all.iterations[i].stats.expanded == alone.iterations[i].stats.expanded, "another must-expand set");
            expect(all.iterations[i].stats.generated == alone.iterations[i].stats.generated, "another count");
        }
    }

private:
    Fleet& fleet_;
    unsigned workers_;
    bool slow_;
    std::uint64_t run_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    {
        mpi::MpiFleet fleet;
        const auto number = [&](int i, unsigned otherwise) {
            return argc > i ? static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10)) : otherwise;
        };
        const unsigned runs = number(2, 3);
        Ranks ranks(fleet, number(1, 1), number(3, 0) > 0);
        const Grid grid{3, 3};
        const auto domain = make_tiles<SmallTiles>(grid, blank_first(grid));
        const Manhattan<SmallTiles> manhattan(domain);
        const CircleOfTwos circle{40, 21};
        const Blind<CircleOfTwos> blind(circle);
        const FifteenPuzzle fifteen(FixedShape<4, 4>{}, blank_first());
        const Manhattan<FifteenPuzzle> distance(fifteen);
        std::mt19937 random(9);
        std::mt19937_64 walks(9);
        for (unsigned run = 0; run < runs;) {
            const auto start = domain.from_cells(shuffled(grid, random));
            if (!domain.solvable(start)) continue;
            ++run;
            ranks.compare(domain, manhattan, start);
            ranks.compare(circle, blind, 0u);
            ranks.compare(circle, blind, 21u);
            ranks.compare(circle, blind, 23u);
            ranks.compare_rounds(fifteen, distance, walk(fifteen, walks, 60 + static_cast<int>(run % 3) * 10));
        }
        const auto [letters, bytes] = fleet.postage();
        if (fleet.rank() == 0) {
            Promise promise("R26", "searches over MPI with the counts of one rank");
            promise.tried(5 * runs);
            promise.kept();
            std::printf("%u ranks: %u runs agree, %llu letters with %llu bytes sent by rank 0\n", fleet.ranks(), runs,
                        static_cast<unsigned long long>(letters), static_cast<unsigned long long>(bytes));
        }
    }
    MPI_Finalize();
}
