// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/cache.hpp"

#include "tessera/core/error.hpp"

#include "support/scratch_directory.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::test;

namespace {

const Pattern four{{3, 3}, 0, {1, 2, 3, 4}};
const Pattern other{{3, 3}, 0, {5, 6, 7, 8}};

// A cache of its own, and a process that counts warnings and builds.
struct Fixture {
    ScratchDirectory scratch;
    std::string path;
    TableCache cache;
    std::vector<std::string> warnings;
    int builds = 0;
    std::optional<CachedTables> process;

    explicit Fixture(const std::string& name = "cache") : path(scratch / name), cache(path) {}

    Table obtain(const Pattern& pattern, bool fresh_process = true) {
        if (fresh_process || !process)
            process.emplace(cache, CachedTables::Hooks{[&](const Pattern&) { ++builds; }, {}, {}, {}});
        return process->fetch(pattern, {1, {}, [&](const std::string& text) { warnings.push_back(text); }});
    }
    [[nodiscard]] std::string file(const Pattern& pattern) const { return cache.path_of(pattern); }
};

bool right(const Table& table, const Pattern& pattern) {
    return table.pattern == pattern && std::ranges::equal(table.payload.bytes(), build_table(pattern, 1).payload.bytes());
}

}  // namespace

TEST_CASE("a table is built once and then read", "[pdb][cache]") {
    Fixture f;
    CHECK(right(f.obtain(four), four));
    CHECK(f.builds == 1);
    CHECK(f.process->ready(four));
    CHECK_FALSE(f.process->ready(other));
    CHECK(right(f.obtain(four), four));
    CHECK(f.builds == 1);
    CHECK(f.warnings.empty());
    const std::filesystem::directory_iterator files(f.path);
    CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("names are made of numbers", "[pdb][cache]") {
    CHECK(TableCache::file_name(four) == "3x3-0-1.2.3.4.pdb");
    CHECK(TableCache::file_name({{4, 4}, 15, {10, 11, 14}}) == "4x4-15-10.11.14.pdb");
}

TEST_CASE("the environment names the cache", "[pdb][cache]") {
    const ScopedVariable home("HOME", "/home/somebody");
    const ScopedVariable xdg("XDG_CACHE_HOME", "/var/somewhere");
    {
        const ScopedVariable own("TESSERA_CACHE", "/tables");
        CHECK(TableCache::default_path() == "/tables");
    }
    const ScopedVariable own("TESSERA_CACHE", std::nullopt);
    CHECK(TableCache::default_path() == "/var/somewhere/tessera");
    const ScopedVariable relative("XDG_CACHE_HOME", "somewhere");
    CHECK(TableCache::default_path() == "/home/somebody/.cache/tessera");
    const ScopedVariable homeless("HOME", std::nullopt);
    CHECK(TableCache::default_path().empty());
}

TEST_CASE("a damaged file in the cache is not used but replaced, with a warning", "[pdb][cache]") {
    Fixture f;
    (void)f.obtain(four);
    const std::string good = read_file(f.file(four));
    for (const std::size_t at : {std::size_t{3}, std::size_t{40}, std::size_t{200}}) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 4);
        write_file(f.file(four), bad);
        f.builds = 0;
        f.warnings.clear();
        CHECK(right(f.obtain(four), four));
        CHECK(f.builds == 1);
        CHECK(f.warnings.size() == 1);
        CHECK(read_file(f.file(four)) == good);
    }
}

TEST_CASE("the table of another pattern under our name is not used", "[pdb][cache]") {
    Fixture f;
    (void)f.obtain(other);
    std::filesystem::copy_file(f.file(other), f.file(four));
    CHECK_FALSE(f.cache.find(four));
    CHECK(right(f.obtain(four), four));
    CHECK(f.warnings.size() == 1);
    CHECK(f.cache.find(four));
}

TEST_CASE("without a usable cache the table is built in memory with one warning", "[pdb][cache]") {
    const auto works_in_memory = [](Fixture& f) {
        f.warnings.clear();
        CHECK(right(f.obtain(four), four));
        CHECK(right(f.obtain(other, false), other));
        CHECK(f.warnings.size() == 1);
    };
    SECTION("the cache is a file") {
        Fixture f;
        write_file(f.path, "");
        works_in_memory(f);
    }
    SECTION("the way to the cache is a file") {
        Fixture f("file/cache");
        write_file(f.scratch / "file", "");
        works_in_memory(f);
    }
    SECTION("no home") {
        Fixture f;
        f.cache = TableCache("");
        works_in_memory(f);
    }
    SECTION("anybody may write") {
        Fixture f;
        std::filesystem::create_directory(f.path);
        ::chmod(f.path.c_str(), 0777);
        works_in_memory(f);
        CHECK(f.warnings.at(0).find("anybody") != std::string::npos);
        CHECK_THROWS_AS(f.cache.store(build_table(four, 1), 1), EnvironmentError);
        CHECK(std::filesystem::is_empty(f.path));
    }
    SECTION("read-only") {
        Fixture f;
        std::filesystem::create_directory(f.path);
        ::chmod(f.path.c_str(), 0500);
        if (::access(f.path.c_str(), W_OK) == 0) SKIP("this user may write everywhere");
        works_in_memory(f);
    }
}

TEST_CASE("a planted link is neither read nor written through", "[pdb][cache]") {
    Fixture f;
    (void)f.obtain(four);
    const std::string outside = f.scratch / "outside";
    std::filesystem::rename(f.file(four), outside);
    const std::string before = read_file(outside);
    std::filesystem::create_symlink(outside, f.file(four));
    CHECK_FALSE(f.cache.find(four));
    f.builds = 0;
    CHECK(right(f.obtain(four), four));
    CHECK(f.builds == 1);
    CHECK(f.warnings.size() == 1);
    CHECK(std::filesystem::is_regular_file(std::filesystem::symlink_status(f.file(four))));
    CHECK(read_file(outside) == before);
}

TEST_CASE("the cache can be listed and emptied", "[pdb][cache]") {
    Fixture f;
    CHECK(f.cache.list().empty());
    (void)f.obtain(four);
    (void)f.obtain(other);
    write_file(f.path + "/notes.pdb", "not a table");
    const auto list = f.cache.list();
    REQUIRE(list.size() == 2);
    CHECK(list[0].pattern == four);
    CHECK(f.cache.remove(four));
    CHECK_FALSE(f.cache.remove(four));
    CHECK(f.cache.list().size() == 1);
}

TEST_CASE("left-overs of killed writers go with the next store", "[pdb][cache]") {
    Fixture f;
    (void)f.obtain(four);
    write_file(f.path + "/.3x3-0-5.6.7.8.pdb.tmp-1-0", "half");
    (void)f.obtain(other);
    CHECK_FALSE(std::filesystem::exists(f.path + "/.3x3-0-5.6.7.8.pdb.tmp-1-0"));
}
