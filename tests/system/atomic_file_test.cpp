// SPDX-License-Identifier: Apache-2.0
#include "system/atomic_file.hpp"

#include "tessera/core/error.hpp"

#include "support/scratch_directory.hpp"
#include "system/file_lock.hpp"

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <thread>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::test;

namespace {

void write_text(AtomicFile& file, const std::string& text) { file.write(std::as_bytes(std::span(text))); }

// Runs the body in a process of its own and gives back how it ended.
template <class Body>
int in_child(Body body) {
    const pid_t child = ::fork();
    if (child == 0) {
        body();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

TEST_CASE("a file appears at commit and not before", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    {
        AtomicFile file(directory, "a", 5);
        write_text(file, "hello");
        CHECK_FALSE(directory.look("a"));
        file.commit();
        CHECK(read_file(scratch / "a") == "hello");
    }
    {
        AtomicFile file(directory, "a", 3);
        write_text(file, "bye");
        CHECK(read_file(scratch / "a") == "hello");
    }
    CHECK(read_file(scratch / "a") == "hello");
    CHECK(scratch.names().size() == 1);
}

TEST_CASE("a link planted under the next temporary name is not written through", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    write_file(scratch / "victim", "precious");
    std::string temporary;
    {
        const AtomicFile file(directory, "a", 1);
        for (const std::string& name : scratch.names())
            if (name.starts_with(".a.")) temporary = name;
    }
    const std::size_t number = temporary.rfind('-') + 1;
    REQUIRE(number > 1);
    const std::string next = temporary.substr(0, number) + std::to_string(std::stoul(temporary.substr(number)) + 1);
    std::filesystem::create_symlink("victim", scratch / next);
    AtomicFile file(directory, "a", 5);
    write_text(file, "hello");
    file.commit();
    CHECK(read_file(scratch / "victim") == "precious");
    CHECK(read_file(scratch / "a") == "hello");
}

TEST_CASE("left-overs of dead writers are swept, files of living ones are not", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    const int status = in_child([&] {
        AtomicFile file(directory, "a", 100);
        ::kill(::getpid(), SIGKILL);
    });
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(scratch.names().size() == 1);
    CHECK(sweep_temporaries(directory, "b") == 0);
    AtomicFile alive(directory, "a", 5);
    CHECK(sweep_temporaries(directory, "a") == 1);
    CHECK(sweep_temporaries(directory) == 0);
    write_text(alive, "alive");
    alive.commit();
    CHECK(read_file(scratch / "a") == "alive");
}

TEST_CASE("names that only look temporary are left alone", "[system]") {
    const ScratchDirectory scratch;
    for (const char* name : {"a.tmp-1-1", ".a.tmp-x", ".a.tmp-1-1.keep", ".a"}) write_file(scratch / name, "mine");
    CHECK(sweep_temporaries(Directory::open(scratch.path())) == 0);
}

TEST_CASE("a file that is too large for the disk is refused before it is written", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    const int status = in_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1 << 20, 1 << 20};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            AtomicFile file(directory, "a", 2 << 20);
        } catch (const EnvironmentError&) {
            ::_exit(35);
        }
    });
    CHECK(WEXITSTATUS(status) == 35);
    CHECK(scratch.names().empty());
}

TEST_CASE("a lock is held by one, waited for, and given back", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    using namespace std::chrono_literals;
    {
        const FileLock first(directory, "a.lock", 0ms);
        REQUIRE(first.locked());
        const auto begin = std::chrono::steady_clock::now();
        CHECK_FALSE(FileLock(directory, "a.lock", 50ms).locked());
        CHECK(std::chrono::steady_clock::now() - begin < 5s);
        CHECK(FileLock(directory, "b.lock", 0ms).locked());
    }
    CHECK(FileLock(directory, "a.lock", 0ms).locked());
    CHECK(scratch.names().empty());
}

TEST_CASE("the lock of a killed process is free", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    in_child([&] {
        const FileLock lock(directory, "a.lock", std::chrono::milliseconds(0));
        ::kill(::getpid(), SIGKILL);
    });
    CHECK(FileLock(directory, "a.lock", std::chrono::milliseconds(0)).locked());
}

TEST_CASE("a planted link is not followed by a lock", "[system]") {
    const ScratchDirectory scratch;
    const Directory directory = Directory::open(scratch.path());
    std::filesystem::create_symlink(scratch / "elsewhere", scratch / "a.lock");
    CHECK_FALSE(FileLock(directory, "a.lock", std::chrono::milliseconds(0)).locked());
    CHECK_FALSE(directory.look("elsewhere"));
}

TEST_CASE("a path is split into directory and name", "[system]") {
    CHECK(split_path("a").directory == ".");
    CHECK(split_path("a/b/c").directory == "a/b");
    CHECK(split_path("a/b/c").name == "c");
    CHECK(split_path("/c").directory == "/");
}
