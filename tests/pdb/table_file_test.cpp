// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/table_file.hpp"

#include "tessera/core/error.hpp"
#include "tessera/pdb/build.hpp"

#include "pdb/checksum.hpp"
#include "support/effort.hpp"
#include "support/scratch_directory.hpp"
#include "system/resources.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <random>
#include <span>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tessera;
using namespace tessera::test;

namespace {

const Pattern four{{3, 3}, 0, {1, 2, 3, 4}};

// The exit code of reading a file, 0 if it was accepted; a refusal must have one sentence that names the file.
int reading(const std::string& path) {
    try {
        (void)read_table(path, 2);
        return 0;
    } catch (const Error& error) {
        CHECK(std::string(error.what()).find(path) != std::string::npos);
        CHECK(std::string(error.what()).find('\n') == std::string::npos);
        return static_cast<int>(error.code());
    }
}

constexpr int refused = static_cast<int>(ExitCode::bad_input);

struct Sample {
    ScratchDirectory directory;
    std::string path = directory / "table.pdb";
    Table table = build_table(four, 1);
    TableHeader header = write_table(path, table, 1);
    std::string bytes = read_file(path);
};

// As an enemy would write it: any numbers in the header, and the right checksum.
std::string forged(std::string bytes, std::size_t offset, const std::string& numbers) {
    bytes.replace(offset, numbers.size(), numbers);
    const Checksum sum = plain_checksum(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), 112));
    bytes.replace(112, 16, std::string(sum.bytes.begin(), sum.bytes.end()));
    return bytes;
}

}  // namespace

TEST_CASE("a table comes back from its file as it went in", "[pdb][file]") {
    const Sample sample;
    for (const unsigned threads : {1u, 3u}) {
        const Table table = read_table(sample.path, threads);
        CHECK(table.pattern == sample.table.pattern);
        CHECK(table.entry_bits == sample.table.entry_bits);
        CHECK(table.states == sample.table.states);
        CHECK(table.depth == sample.table.depth);
        CHECK(table.sum == sample.table.sum);
        CHECK(std::ranges::equal(table.payload.bytes(), sample.table.payload.bytes()));
    }
    CHECK(sample.bytes.size() == table_header_bytes + sample.table.payload.size());
    struct stat status {};
    REQUIRE(::stat(sample.path.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
    CHECK(sample.directory.names().size() == 1);
}

TEST_CASE("the file of a pattern never changes", "[pdb][file][golden]") {
    // To renew after a change of format or numbering: copy the value that the failing check shows.
    const Sample sample;
    const Checksum whole =
        plain_checksum(std::span(reinterpret_cast<const std::uint8_t*>(sample.bytes.data()), sample.bytes.size()));
    CHECK(whole.hex() == "a79bd5ee1ceac75fdca8d4a9619cb07b");
}

TEST_CASE("every flipped bit of a header is noticed", "[pdb][file][faults]") {
    const Sample sample;
    Promise promise("R7", "flipped bits of a header");
    for (std::size_t bit = 0; bit < table_header_bytes * 8; ++bit) {
        std::string bytes = sample.bytes;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
        write_file(sample.path, bytes);
        INFO("bit " << bit);
        REQUIRE(reading(sample.path) == refused);
        promise.tried();
    }
    promise.kept();
}

TEST_CASE("flipped bits among the entries are noticed", "[pdb][file][faults]") {
    const Sample sample;
    Promise promise("R7", "flipped bits among the entries");
    std::mt19937_64 random(3);
    for (int round = 0; round < tries(10'000, 1000); ++round) {
        std::string bytes = sample.bytes;
        const std::size_t at = table_header_bytes + random() % sample.table.payload.size();
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        write_file(sample.path, bytes);
        REQUIRE(reading(sample.path) == refused);
        promise.tried();
    }
    promise.kept();
}

TEST_CASE("a file cut anywhere, or one byte too long, is refused", "[pdb][file][faults]") {
    const Sample sample;
    Promise promise("R7", "cut files");
    std::mt19937_64 random(4);
    for (std::size_t length = 0; length <= table_header_bytes; ++length) {
        write_file(sample.path, sample.bytes.substr(0, length));
        REQUIRE(reading(sample.path) == refused);
    }
    for (int round = 0; round < tries(1000, 200); ++round) {
        write_file(sample.path, sample.bytes.substr(0, random() % sample.bytes.size()));
        REQUIRE(reading(sample.path) == refused);
        promise.tried();
    }
    write_file(sample.path, sample.bytes.substr(0, sample.bytes.size() - 1));
    CHECK(reading(sample.path) == refused);
    write_file(sample.path, sample.bytes + '\0');
    CHECK(reading(sample.path) == refused);
    write_file(sample.path, sample.bytes);
    CHECK(reading(sample.path) == 0);
    promise.kept();
}

TEST_CASE("headers with a right checksum and wrong contents are refused", "[pdb][file][faults]") {
    const Sample sample;
    Promise promise("R8", "headers with a right checksum and wrong contents");
    const auto is_refused = [&](std::size_t offset, const std::string& numbers) {
        promise.tried();
        write_file(sample.path, forged(sample.bytes, offset, numbers));
        return reading(sample.path) == refused;
    };
    const std::string huge(8, '\xff');
    REQUIRE_FALSE(is_refused(14, "\x03"));  // no change: the forger knows the checksum
    REQUIRE(is_refused(0, "\x88"));
    REQUIRE(is_refused(8, "\x02"));       // version
    REQUIRE(is_refused(10, "\x12\x34"));  // byte order
    CHECK_THROWS_WITH(read_table(sample.path, 2), Catch::Matchers::ContainsSubstring("byte order"));
    REQUIRE(is_refused(12, huge.substr(0, 2)));  // header length
    REQUIRE(is_refused(14, huge.substr(0, 2)));  // size of the board
    REQUIRE(is_refused(14, std::string(2, '\0')));
    REQUIRE(is_refused(14, "\x03\x04"));
    REQUIRE(is_refused(16, huge.substr(0, 1)));  // number of tiles
    REQUIRE(is_refused(16, std::string(1, '\0')));
    REQUIRE(is_refused(16, "\x03"));
    REQUIRE(is_refused(17, "\x01"));  // the blank on the goal cell of a tile
    REQUIRE(is_refused(17, "\x09"));
    REQUIRE(is_refused(18, "\x01"));  // blank kept
    REQUIRE(is_refused(19, "\x08"));  // bits per entry
    REQUIRE(is_refused(19, "\x05"));
    REQUIRE(is_refused(20, "\x02\x01"));  // tiles out of order
    REQUIRE(is_refused(23, "\x09"));      // beyond the board
    REQUIRE(is_refused(32, huge));        // entries
    REQUIRE(is_refused(40, huge));        // payload length
    REQUIRE(is_refused(32, huge + huge));
    REQUIRE(is_refused(64, huge.substr(0, 4)));  // depth
    REQUIRE(is_refused(72, "\x01"));             // unused
    REQUIRE(is_refused(96, huge + huge));
    REQUIRE(is_refused(80, huge + huge));  // checksum of the entries
    promise.kept();
}

TEST_CASE("a huge file of holes costs neither time nor memory", "[pdb][file][faults]") {
    const Sample sample;
    Promise promise("R8", "huge files of holes");
    // The most that a header can ask for, and the file long enough to back it.
    TableHeader header;
    header.pattern = {{5, 5}, 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
    header.entries = PlacementIndex(header.pattern).entries();
    header.payload_bytes = payload_bytes(header.entries, header.entry_bits);
    const auto bytes = encode_header(header);
    write_file(sample.path, std::string(bytes.begin(), bytes.end()));
    REQUIRE(reading(sample.path) == refused);  // shorter than it says
    if (::truncate(sample.path.c_str(), static_cast<off_t>(header.file_bytes())) != 0)
        SKIP("the file system here does not take files of " << header.file_bytes() << " bytes");
    const std::uint64_t before = peak_bytes();
    const std::clock_t begin = std::clock();  // of the processor: others may have the machine meanwhile
    REQUIRE(reading(sample.path) == refused);
    REQUIRE(std::clock() - begin < CLOCKS_PER_SEC);
    REQUIRE(peak_bytes() - before < (std::uint64_t{64} << 20));

    // One that would fit into memory.
    header.pattern = {{4, 4}, 0, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
    header.entries = PlacementIndex(header.pattern).entries();
    header.payload_bytes = payload_bytes(header.entries, header.entry_bits);
    const auto smaller = encode_header(header);
    write_file(sample.path, std::string(smaller.begin(), smaller.end()));
    REQUIRE(::truncate(sample.path.c_str(), static_cast<off_t>(header.file_bytes())) == 0);
    REQUIRE(reading(sample.path) == refused);
    REQUIRE(peak_bytes() - before < (std::uint64_t{64} << 20));
    promise.tried(3);
    promise.kept();
}

TEST_CASE("what is no file is refused without waiting", "[pdb][file]") {
    const ScratchDirectory directory;
    CHECK(reading(directory.path()) == refused);
    REQUIRE(::mkfifo((directory / "pipe").c_str(), 0600) == 0);
    CHECK(reading(directory / "pipe") == refused);
    CHECK(reading("/dev/zero") == refused);
    CHECK(reading(directory / "missing") == static_cast<int>(ExitCode::environment));
    write_file(directory / "text", std::string(5000, 'x'));
    CHECK(reading(directory / "text") == refused);
}

TEST_CASE("a file is replaced, but never something that is no file", "[pdb][file]") {
    const Sample sample;
    write_file(sample.path, "old");
    (void)write_table(sample.path, sample.table, 1);
    CHECK(read_file(sample.path) == sample.bytes);
    std::filesystem::create_directory(sample.directory / "folder");
    CHECK_THROWS_AS(write_table(sample.directory / "folder", sample.table, 1), EnvironmentError);
    CHECK_THROWS_AS(write_table(sample.directory / "missing/table.pdb", sample.table, 1), EnvironmentError);
    CHECK(sample.directory.names().size() == 2);
}

TEST_CASE("the checksum of a payload does not depend on threads", "[pdb][file]") {
    std::string bytes(3 * checksum_piece_bytes + 12345, '\0');
    std::mt19937_64 random(5);
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::span span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const Checksum one = payload_checksum(span, 1);
    CHECK(payload_checksum(span, 4) == one);
    CHECK(payload_checksum(span.first(span.size() - 1), 4) != one);
    CHECK(one.hex().size() == 32);
}
