// SPDX-License-Identifier: Apache-2.0
// Tables on disk: a header that says what the file is, and the payload of the table.
#pragma once

#include "tessera/pdb/table.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tessera {

// The format, all numbers little-endian:
//
//   offset  bytes  what
//        0      8  89 54 53 52 50 44 42 0a: "\x89TSRPDB\n"
//        8      2  format version, 1
//       10      2  endian mark 0x1234: 34 12
//       12      2  header length, 128
//       14      1  rows                              15   1  columns
//       16      1  number of tiles in the pattern    17   1  goal cell of the blank
//       18      1  blank kept (always 0: forgotten)  19   1  bits per entry, 4 or 8
//       20     12  goal cells of the tiles, increasing; the rest ff
//       32      8  number of entries                 40   8  payload length
//       48      8  states met by the builder         56   8  sum of the distances of all entries
//       64      4  depth of the deepest state        68   4  version of the builder
//       72      8  zero
//       80     16  checksum of the payload
//       96     16  zero
//      112     16  XXH3-128 of the 112 bytes before
//      128      -  payload (see Table)
//
// The checksum of the payload is the XXH3-128 of the XXH3-128 sums of its pieces of 4 MiB (the last may be shorter),
// each written in canonical form (big-endian): pieces can be read and summed at the same time by several threads, while
// they are in the cache.  XXH3 finds damage, not forgery: against a file made by an enemy there is verify_table.
//
// A file is a function of its pattern alone: tiles are named by goal cells, and neither time nor machine is noted.
inline constexpr std::size_t table_header_bytes = 128;
inline constexpr std::size_t checksum_piece_bytes = std::size_t{4} << 20;

struct Checksum {
    std::array<std::uint8_t, 16> bytes{};
    [[nodiscard]] std::string hex() const;
    friend auto operator<=>(const Checksum&, const Checksum&) = default;
};
[[nodiscard]] Checksum payload_checksum(std::span<const std::uint8_t> payload, unsigned threads);

struct TableHeader {
    // Changes when tables of the same pattern would get other bytes.
    static constexpr std::uint32_t current_builder = 1;

    Pattern pattern;
    unsigned entry_bits = 4;
    std::uint64_t entries = 0;
    std::uint64_t payload_bytes = 0;
    std::uint64_t states = 0;
    std::uint64_t sum = 0;
    int depth = 0;
    std::uint32_t builder = current_builder;
    Checksum payload_sum;

    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return table_header_bytes + payload_bytes; }
    [[nodiscard]] double mean() const noexcept { return static_cast<double>(sum) / static_cast<double>(entries); }
};
[[nodiscard]] std::array<std::uint8_t, table_header_bytes> encode_header(const TableHeader&);
// Everything that can be checked without the payload.  `file` is for messages.
[[nodiscard]] TableHeader decode_header(std::span<const std::uint8_t> bytes, const std::string& file);

// Where the entries of a table that is read come to lie.  Own: copied into memory, on huge pages, out of anybody's
// reach. Mapped: they stay in the file, which processes share; see system/mapped_file.hpp for what may happen to it.
// Both are checked the same way.
enum class TableMemory { own, mapped };

// A damaged, cut, foreign or made-up file is refused with an InputError in one sentence.  Its numbers are compared with
// each other and with the length of the file before anything is allocated by them.  A file that cannot be opened or
// read is an EnvironmentError.
[[nodiscard]] TableHeader read_table_header(const std::string& path);
[[nodiscard]] Table read_table(const std::string& path, unsigned threads, TableMemory = TableMemory::own);

// Appears whole or not at all, replacing what was there.  Throws EnvironmentError.
TableHeader write_table(const std::string& path, const Table&, unsigned threads);

}  // namespace tessera
