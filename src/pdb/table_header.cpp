// SPDX-License-Identifier: Apache-2.0
#include "tessera/core/error.hpp"
#include "tessera/pdb/table_file.hpp"

#include "pdb/checksum.hpp"
#include "words.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace tessera {

namespace {

constexpr std::array<std::uint8_t, 8> magic{0x89, 'T', 'S', 'R', 'P', 'D', 'B', '\n'};
constexpr std::uint64_t format_version = 1;
constexpr std::uint64_t endian_mark = 0x1234;
constexpr std::uint64_t swapped_mark = 0x3412;
constexpr std::size_t max_cells = 12;
constexpr std::uint8_t no_cell = 0xff;
static_assert(Pattern::max_tiles <= static_cast<int>(max_cells));

// A number somewhere in the header.
struct Field {
    std::size_t offset;
    std::size_t bytes;
};
constexpr Field version_field{8, 2}, endian_field{10, 2}, length_field{12, 2}, rows_field{14, 1}, cols_field{15, 1},
    tiles_field{16, 1}, goal_blank_field{17, 1}, blank_kept_field{18, 1}, entry_bits_field{19, 1},
    entries_field{32, 8}, payload_bytes_field{40, 8}, states_field{48, 8}, sum_field{56, 8}, depth_field{64, 4},
    builder_field{68, 4};
constexpr std::size_t cells_offset = 20, payload_sum_offset = 80, header_sum_offset = 112;

void put(std::span<std::uint8_t> header, Field field, std::uint64_t value) {
    for (std::size_t i = 0; i < field.bytes; ++i) header[field.offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t get(std::span<const std::uint8_t> header, Field field) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < field.bytes; ++i) value |= std::uint64_t{header[field.offset + i]} << (8 * i);
    return value;
}

}  // namespace

std::array<std::uint8_t, table_header_bytes> encode_header(const TableHeader& table) {
    std::array<std::uint8_t, table_header_bytes> header{};
    std::copy(magic.begin(), magic.end(), header.begin());
    put(header, version_field, format_version);
    put(header, endian_field, endian_mark);
    put(header, length_field, table_header_bytes);
    put(header, rows_field, static_cast<std::uint64_t>(table.pattern.grid.rows));
    put(header, cols_field, static_cast<std::uint64_t>(table.pattern.grid.cols));
    put(header, tiles_field, table.pattern.cells.size());
    put(header, goal_blank_field, table.pattern.goal_blank);
    put(header, blank_kept_field, 0);
    put(header, entry_bits_field, table.entry_bits);
    assert(table.pattern.cells.size() <= max_cells);
    std::fill_n(header.begin() + cells_offset, max_cells, no_cell);
    std::copy(table.pattern.cells.begin(), table.pattern.cells.end(), header.begin() + cells_offset);
    put(header, entries_field, table.entries);
    put(header, payload_bytes_field, table.payload_bytes);
    put(header, states_field, table.states);
    put(header, sum_field, table.sum);
    put(header, depth_field, static_cast<std::uint64_t>(table.depth));
    put(header, builder_field, table.builder);
    std::copy(table.payload_sum.bytes.begin(), table.payload_sum.bytes.end(), header.begin() + payload_sum_offset);
    const Checksum sum = plain_checksum(std::span(header).first(header_sum_offset));
    std::copy(sum.bytes.begin(), sum.bytes.end(), header.begin() + header_sum_offset);
    return header;
}

TableHeader decode_header(std::span<const std::uint8_t> header, const std::string& file) {
    const auto refuse = [&](const std::string& reason) -> void {
        throw InputError(display(file, 200) + ": " + reason);
    };
    if (header.size() < table_header_bytes)
        refuse("too short for a pattern database: " + std::to_string(header.size()) + " bytes, the header alone has " +
               std::to_string(table_header_bytes));
    header = header.first(table_header_bytes);
    if (!std::equal(magic.begin(), magic.end(), header.begin())) refuse("not a pattern database of tessera");
    if (get(header, endian_field) == swapped_mark) refuse("a pattern database in the wrong byte order");
    const Checksum sum = plain_checksum(header.first(header_sum_offset));
    if (!std::equal(sum.bytes.begin(), sum.bytes.end(), header.begin() + header_sum_offset))
        refuse("damaged pattern database: the checksum of its header is wrong");

    // The header is as somebody wrote it; now it must make sense.
    if (get(header, version_field) != format_version)
        refuse("pattern database of format version " + std::to_string(get(header, version_field)) +
               "; this program knows version " + std::to_string(format_version));
    if (get(header, endian_field) != endian_mark || get(header, length_field) != table_header_bytes ||
        get(header, blank_kept_field) != 0)
        refuse("pattern database of an unknown kind");
    for (const auto unused : {header.subspan(72, 8), header.subspan(96, 16)})
        if (std::any_of(unused.begin(), unused.end(), [](std::uint8_t byte) { return byte != 0; }))
            refuse("pattern database with something where this version has nothing");

    TableHeader table;
    table.pattern.grid = {static_cast<int>(get(header, rows_field)), static_cast<int>(get(header, cols_field))};
    table.pattern.goal_blank = static_cast<Cell>(get(header, goal_blank_field));
    const auto tiles = static_cast<std::size_t>(get(header, tiles_field));
    const auto cells = header.subspan(cells_offset, max_cells);
    if (tiles > max_cells || std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(tiles), cells.end(),
                                         [](std::uint8_t cell) { return cell != no_cell; }))
        refuse("pattern database with an impossible list of tiles");
    table.pattern.cells.assign(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(tiles));
    try {
        check_pattern(table.pattern);
    } catch (const Error& error) {
        refuse(error.what());
    }

    table.entry_bits = static_cast<unsigned>(get(header, entry_bits_field));
    table.entries = get(header, entries_field);
    table.payload_bytes = get(header, payload_bytes_field);
    table.states = get(header, states_field);
    table.sum = get(header, sum_field);
    table.builder = static_cast<std::uint32_t>(get(header, builder_field));
    std::copy_n(header.begin() + payload_sum_offset, table.payload_sum.bytes.size(), table.payload_sum.bytes.begin());

    // A checked pattern has few enough placements for 64 bits.
    const std::uint64_t entries = PlacementIndex(table.pattern).entries();
    const bool known_bits = table.entry_bits == 4 || table.entry_bits == 8;
    if (!known_bits || table.entries != entries || table.payload_bytes != payload_bytes(entries, table.entry_bits))
        refuse("pattern database whose sizes contradict each other");
    if (get(header, depth_field) > 255) refuse("pattern database with an impossible depth");
    table.depth = static_cast<int>(get(header, depth_field));
    return table;
}

}  // namespace tessera
