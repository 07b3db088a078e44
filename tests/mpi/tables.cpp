// SPDX-License-Identifier: Apache-2.0
// Tables of several ranks, to be started by mpirun: in memory once per machine, on huge pages, counted once, and
// refused if machines differ.
//
//   tessera_mpi_tables
//
// Exit status 0: all is as it should be.  Only rank 0 talks.
#include "tessera/core/budget.hpp"
#include "tessera/core/error.hpp"
#include "tessera/pdb/table_file.hpp"

#include "mpi/mpi_fleet.hpp"
#include "mpi/node_tables.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

using namespace tessera;
using mpi::NodeTables;

namespace {

// Builds, counts, and spoils or refuses if told to.
struct Source final : TableSource {
    Table fetch(const Pattern& pattern, const TableRequest& request) override {
        ++fetched;
        if (refuses) throw EnvironmentError("no table today");
        Table table = build_table(pattern, request.threads, {}, request.stop);
        if (spoils) table.payload.data()[table.payload.size() / 2] ^= 1;
        return table;
    }
    [[nodiscard]] bool ready(const Pattern&) const override { return is_ready; }
    unsigned fetched = 0;
    bool spoils = false, refuses = false, is_ready = false;
};

// Shared memory of this process that is on huge pages.
std::uint64_t huge_bytes() {
    std::ifstream file("/proc/self/smaps_rollup");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("ShmemPmdMapped:")) return std::stoull(line.substr(line.find(':') + 1)) << 10;
    return 0;
}

// Whether the system makes huge pages of shared memory at all.
bool offers_huge_pages() {
    constexpr std::size_t huge = std::size_t{1} << 21;
    const int file = memfd_create("tessera", 0);
    if (file < 0 || ftruncate(file, 2 * huge) != 0) return false;
    void* const raw = mmap(nullptr, 3 * huge, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    auto* const begin = static_cast<std::uint8_t*>(raw) + -reinterpret_cast<std::uintptr_t>(raw) % huge;
    if (mmap(begin, 2 * huge, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) return false;
    begin[0] = begin[huge] = 1;
    const bool good = madvise(begin, 2 * huge, 25) == 0;  // MADV_COLLAPSE
    munmap(raw, 3 * huge);
    close(file);
    return good;
}

class Checks {
public:
    explicit Checks(Fleet& fleet) : fleet_(fleet) {}

    void expect(bool good, const char* what) {
        if (good) return;
        std::fprintf(stderr, "rank %u: %s\n", fleet_.rank(), what);
        fleet_.abandon();
    }

    void once_per_machine(const Pattern& pattern) {
        const auto source = std::make_shared<Source>();
        NodeTables tables = of_machine(source);
        const Table table = tables.fetch(pattern, {});
        const Table own = build_table(pattern, 1, {}, {});
        expect(source->fetched == (fleet_.rank() == 0 ? 1u : 0u), "a table was fetched by others than the first rank");
        expect(table.payload.size() == own.payload.size() && table.entry_bits == own.entry_bits &&
                   table.states == own.states && table.sum == own.sum && table.depth == own.depth,
               "another table");
        expect(payload_checksum(table.payload.bytes(), 1) == payload_checksum(own.payload.bytes(), 1), "other entries");
        const std::uint64_t shared = fleet_.ranks() > 1 ? table.payload.size() : 0;
        expect(tables.shared_bytes() == shared, "not in shared memory");
        if (fleet_.ranks() > 1 && offers_huge_pages()) {
            // All but the edges.
            expect(huge_bytes() + (std::uint64_t{4} << 20) >= shared, "not on huge pages");
        }
        // A memory limit counts an even part of it.
        expect(fleet_.left_to_others() == shared - shared / fleet_.ranks(), "another part of the table is counted");
        Settings settings;
        // One rank alone has the whole table; a sanitizer's own memory may grow meanwhile.
        const std::uint64_t growth = fleet_.ranks() == 1 ? std::uint64_t{64} << 20 : 0;
        settings.limits.bytes = resident_bytes() + growth - fleet_.left_to_others() / 2;
        expect(Budget(settings, fleet_.left_to_others()).reserve(0), "the table is counted in full");
        expect(fleet_.ranks() == 1 || !Budget(settings).reserve(0), "the table is not counted");
        tables.close();
    }

    void different_machines(const Pattern& pattern) {
        const auto source = std::make_shared<Source>();
        NodeTables tables(fleet_, machine_of_its_own(), source);
        const Table table = tables.fetch(pattern, {});
        expect(source->fetched == 1 && tables.shared_bytes() == 0, "a machine without its own table");
        source->spoils = fleet_.rank() + 1 == fleet_.ranks();
        expect(refused(tables, pattern, ExitCode::bad_input, "different tables") || fleet_.ranks() == 1,
               "a spoiled table was taken");
        tables.close();
    }

    void refusal_of_one(const Pattern& pattern) {
        const auto source = std::make_shared<Source>();
        source->refuses = fleet_.rank() + 1 == fleet_.ranks();
        NodeTables tables(fleet_, machine_of_its_own(), source);
        expect(refused(tables, pattern, ExitCode::environment, "no table today"), "a refusal was not heard");
        source->is_ready = fleet_.rank() == 0;
        expect(tables.ready(pattern), "ranks disagree about what is ready");
        source->is_ready = fleet_.rank() != 0;
        expect(!tables.ready(pattern), "ranks disagree about what is not ready");
        tables.close();
    }

private:
    [[nodiscard]] NodeTables of_machine(std::shared_ptr<TableSource> source) {
        return {fleet_, NodeTables::ranks_of_this_machine(), std::move(source)};
    }
    [[nodiscard]] MPI_Comm machine_of_its_own() const {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, static_cast<int>(fleet_.rank()), 0, &comm);
        return comm;
    }
    [[nodiscard]] static bool refused(NodeTables& tables, const Pattern& pattern, ExitCode code, const char* why) {
        try {
            (void)tables.fetch(pattern, {});
            return false;
        } catch (const Error& error) {
            return error.code() == code && std::string(error.what()).find(why) != std::string::npos;
        }
    }

    Fleet& fleet_;
};

}  // namespace

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    {
        mpi::MpiFleet fleet;
        Checks checks(fleet);
        const Pattern pattern{Grid{4, 4}, 15, {0, 1, 2, 3, 4}};
        checks.once_per_machine({Grid{4, 4}, 15, {0, 1, 2, 3, 4, 5, 6}});  // of many huge pages
        checks.different_machines(pattern);
        checks.refusal_of_one(pattern);
        if (fleet.rank() == 0) std::printf("%u ranks: tables once per machine, and the same on all\n", fleet.ranks());
    }
    MPI_Finalize();
}
