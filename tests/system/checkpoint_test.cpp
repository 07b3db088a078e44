// SPDX-License-Identifier: Apache-2.0
#include "tessera/checkpoint.hpp"

#include "tessera/core/error.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/idastar.hpp"

#include "pdb/checksum.hpp"
#include "support/deepening.hpp"
#include "support/effort.hpp"
#include "system/bytes.hpp"

#include <catch2/catch_test_macros.hpp>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

using namespace tessera;

namespace {

namespace fs = std::filesystem;
using D = FifteenPuzzle;
using H = Manhattan<D>;

struct Folder {
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    [[nodiscard]] std::string file(const std::string& name) const { return (path / name).string(); }
    fs::path path = fs::temp_directory_path() / ("tessera-checkpoint-" + std::to_string(getpid()));
};

std::string read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

SavedSearch sample(int n) {
    SavedSearch saved;
    saved.bound = 40 + n;
    saved.stats.generated = 1000 + n;
    saved.iterations = {{38, {}, 0.5, true}, {40, {}, 0.25, true}};
    saved.pieces = {{{1, 2, 3}, 2}, {{}, 0}};
    saved.next_bound = 44;
    return saved;
}

// The bound of search 0 in a file, 0 if it has none, -1 if the file is refused.
int bound_in(const std::string& path) {
    try {
        Checkpoint checkpoint(path, Checkpoint::Mode::resume);
        const auto store = checkpoint.search(0);
        store->begin("search 0");
        const auto saved = store->load();
        return saved ? saved->bound : 0;
    } catch (const InputError&) {
        return -1;
    }
}

}  // namespace

TEST_CASE("what was saved is loaded again", "[checkpoint]") {
    const Folder folder;
    const std::string path = folder.file("a");
    {
        Checkpoint checkpoint(path, Checkpoint::Mode::fresh);
        const auto a = checkpoint.search(0), b = checkpoint.search(7);
        a->begin("search 0");
        b->begin("search 7");
        CHECK_FALSE(a->load());
        a->save(sample(1));
        b->save(sample(2));
        a->save(sample(3));
        CHECK_THROWS_AS(Checkpoint(path, Checkpoint::Mode::resume), EnvironmentError);  // in use
    }
    CHECK_THROWS_AS(Checkpoint(path, Checkpoint::Mode::fresh), UsageError);
    Checkpoint checkpoint(path, Checkpoint::Mode::resume);
    CHECK(checkpoint.known() == 2);
    const auto store = checkpoint.search(0);
    store->begin("search 0");
    const auto saved = store->load();
    REQUIRE(saved);
    const SavedSearch expected = sample(3);
    CHECK(saved->bound == expected.bound);
    CHECK(saved->stats.generated == expected.stats.generated);
    CHECK(saved->iterations.size() == 2);
    CHECK(saved->iterations[1].bound == 40);
    CHECK(saved->iterations[0].completed);
    REQUIRE(saved->pieces.size() == 2);
    CHECK(saved->pieces[0].way == expected.pieces[0].way);
    CHECK(saved->pieces[0].first == 2);
    CHECK(saved->next_bound == 44);
    CHECK_THROWS_AS(checkpoint.search(7)->begin("another search"), InputError);
}

TEST_CASE("a checkpoint cut off at any byte gives its last whole record", "[checkpoint][faults]") {
    test::Promise promise("R21", "cut checkpoints");
    const Folder folder;
    const std::string path = folder.file("a"), cut = folder.file("b");
    std::vector<std::size_t> ends;
    {
        Checkpoint checkpoint(path, Checkpoint::Mode::fresh);
        ends.push_back(fs::file_size(path));
        const auto store = checkpoint.search(0);
        store->begin("search 0");
        for (int n = 1; n <= 3; ++n) {
            store->save(sample(n));
            ends.push_back(fs::file_size(path));
        }
    }
    const std::string bytes = read(path);
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        write(cut, bytes.substr(0, size));
        int expected = 0;
        for (int n = 1; n <= 3; ++n)
            if (size >= ends[static_cast<std::size_t>(n)]) expected = 40 + n;
        REQUIRE(bound_in(cut) == expected);
        promise.tried();
    }
    promise.kept();
}

TEST_CASE("a checkpoint with a wrong byte is refused or gives an earlier record", "[checkpoint][faults]") {
    test::Promise promise("R21", "checkpoints with a flipped bit");
    const Folder folder;
    const std::string path = folder.file("a"), bad = folder.file("b");
    std::vector<std::size_t> ends;  // of the header, then of each record
    {
        Checkpoint checkpoint(path, Checkpoint::Mode::fresh);
        ends.push_back(fs::file_size(path));
        const auto store = checkpoint.search(0);
        store->begin("search 0");
        for (int n = 1; n <= 3; ++n) {
            store->save(sample(n));
            ends.push_back(fs::file_size(path));
        }
    }
    const std::size_t length_bytes = 8;  // of a record: it begins with them
    const std::string bytes = read(path);
    const int bits = test::tries(8, 2);  // of every byte
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (int bit = 7; bit >= 0; bit -= 8 / bits) {
            std::string changed = bytes;
            changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
            write(bad, changed);
            const int bound = bound_in(bad);
            INFO("byte " << i << " bit " << bit);
            const auto record = std::upper_bound(ends.begin(), ends.end(), i) - ends.begin();  // 0: the header
            const int before = record < 2 ? 0 : 40 + static_cast<int>(record) - 1;
            const bool length = record > 0 && i < ends[static_cast<std::size_t>(record) - 1] + length_bytes;
            // The last record may have been written in part, and a length that leads beyond the end looks like one
            // that was; other damage is no work of a kill, and the records behind it must not be dropped in silence.
            if (record == 0)
                REQUIRE(bound == -1);
            else if (record == 3)
                REQUIRE((bound == before || (length && bound == -1)));
            else if (length)
                REQUIRE((bound == -1 || bound == before));
            else
                REQUIRE(bound == -1);
            promise.tried();
        }
    promise.kept();
    write(bad, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n");
    CHECK(bound_in(bad) == -1);
}

TEST_CASE("a record whose contents are no search is refused, though its checksum is right", "[checkpoint]") {
    const Folder folder;
    const std::string path = folder.file("a"), bad = folder.file("b");
    std::size_t header = 0;
    {
        Checkpoint checkpoint(path, Checkpoint::Mode::fresh);
        header = fs::file_size(path);
        const auto store = checkpoint.search(0);
        store->begin("search 0");
        store->save(sample(1));
    }
    const std::string bytes = read(path);
    RecordReader in(std::string_view(bytes).substr(header));
    const std::string payload(in.text());
    const auto with = [&](const std::string& contents) {
        RecordWriter out;
        out.text(contents);
        const Checksum sum =
            plain_checksum({reinterpret_cast<const std::uint8_t*>(out.bytes.data()), out.bytes.size()});
        write(bad, bytes.substr(0, header) + out.bytes + std::string(sum.bytes.begin(), sum.bytes.end()));
        return bound_in(bad);
    };
    CHECK(with(payload) == 41);
    CHECK(with(payload + '\0') == -1);
    CHECK(with(payload.substr(0, payload.size() - 1)) == -1);
    CHECK(with(payload.substr(0, 8)) == -1);
}

TEST_CASE("a checkpoint does not grow for ever", "[checkpoint]") {
    const Folder folder;
    const std::string path = folder.file("a");
    SavedSearch large = sample(1);
    large.pieces.assign(5000, {SavedWay(60, 1), 0});
    {
        Checkpoint checkpoint(path, Checkpoint::Mode::fresh);
        const auto store = checkpoint.search(0);
        store->begin("search 0");
        for (int i = 0; i < 100; ++i) store->save(large);
        store->save(sample(2));
    }
    CHECK(fs::file_size(path) < 12u << 20);
    CHECK(bound_in(path) == 42);
    CHECK_FALSE(fs::exists(path + ".new"));
}

TEST_CASE("a search that is stopped and resumed ends with the same answer and the same counts",
          "[checkpoint][parallel][faults]") {
    test::Promise promise("R20", "chains of stops and resumptions");
    const Folder folder;
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const H heuristic(domain);
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    // Korf's board 12 takes half a million nodes.
    const D::State start = domain.from_cells(test::Cells{14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15});
    Settings pruned;
    pruned.pruning = Pruning::automaton;
    const std::array wholes{deepen<BoundedDfs<D, H>>(domain, heuristic, start, {}),
                            deepen<BoundedDfs<D, H>>(domain, heuristic, start, pruned)};
    for (int chain = 0; chain < test::tries(100, 20); ++chain) {
        const bool prune = chain % 4 >= 2;
        const auto& whole = wholes[prune];
        const bool one_thread = chain % 2 == 0;
        const std::string path = folder.file("chain" + std::to_string(chain));
        SearchResult<D> result;
        int runs = 0;
        do {
            Checkpoint checkpoint(path, Checkpoint::Mode::resume, std::chrono::microseconds(random() % 2000));
            const auto store = checkpoint.search(0);
            store->begin("board 12");
            Settings settings;
            settings.threads = one_thread ? 1 : 1 + random() % 4;
            settings.limits.nodes = 20000 + random() % 200000;
            settings.store = store.get();
            if (prune) settings.pruning = Pruning::automaton;
            result = random() % 2 ? deepen<test::Jittery<BoundedDfs<D, H>>>(domain, heuristic, start, settings)
                                  : deepen<Tiles15Manhattan>(domain, heuristic, start, settings);
            ++runs;
        } while (result.outcome == Outcome::limit_reached);
        INFO("runs " << runs);
        REQUIRE(result.outcome == Outcome::solved);
        CHECK(result.path.size() == whole.path.size());
        const auto expected = test::completed(whole.iterations), counted = test::completed(result.iterations);
        REQUIRE(counted.size() == expected.size());
        for (std::size_t i = 0; i < counted.size(); ++i) {
            CHECK(counted[i].stats.generated == expected[i].stats.generated);
            CHECK(counted[i].stats.expanded == expected[i].stats.expanded);
        }
        if (one_thread) {
            CHECK(result.stats.generated == whole.stats.generated);
            CHECK(result.path == whole.path);
        }
        // A search that had come to its end is not searched again.
        Checkpoint checkpoint(path, Checkpoint::Mode::resume);
        const auto store = checkpoint.search(0);
        store->begin("board 12");
        Settings settings;
        settings.store = store.get();
        const auto again = deepen<Tiles15Manhattan>(domain, heuristic, start, settings);
        CHECK(again.path == result.path);
        CHECK(again.stats.generated == result.stats.generated);
        CHECK(again.workers.empty());
        promise.tried();
    }
    promise.kept();
}
