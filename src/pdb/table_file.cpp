// SPDX-License-Identifier: Apache-2.0
#include "pdb/table_file.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include "pdb/checksum.hpp"
#include "system/atomic_file.hpp"
#include "system/mapped_file.hpp"
#include "words.hpp"

#include <algorithm>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace tessera {

namespace {

// An open file with its header read and everything checked but the payload.
struct OpenTable {
    Descriptor file;
    TableHeader header;
    std::string path;
};

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw InputError(display(path, 200) + ": " + reason);
}

// Memory is promised freely and taken only when touched, so the system would not say no in time.
std::uint64_t physical_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page_bytes = ::sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes)
                                       : UINT64_MAX;
}

OpenTable open_table(int directory, const std::string& name, int more_flags, const std::string& path) {
    OpenTable table;
    table.path = path;
    // Not blocking: a named pipe would have us wait for a writer.
    table.file = Descriptor(uninterrupted(
        [&] { return ::openat(directory, name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | more_flags); }));
    if (!table.file && errno == ELOOP) refuse(path, "a symbolic link, which is not followed here");
    if (!table.file) fail("open", path);
    struct stat status {};
    if (::fstat(table.file.get(), &status) < 0) fail("look at", path);
    if (!S_ISREG(status.st_mode)) refuse(path, "not a file with a pattern database in it");

    std::array<std::uint8_t, table_header_bytes> bytes{};
    const std::size_t count = read_at(table.file, std::as_writable_bytes(std::span(bytes)), 0, path);
    table.header = decode_header(std::span(bytes).first(count), path);

    const auto length = static_cast<std::uint64_t>(status.st_size);
    if (length != table.header.file_bytes())
        refuse(path, "pattern database " + std::string(length < table.header.file_bytes() ? "cut short" : "too long") +
                         ": " + std::to_string(length) + " bytes, expected " +
                         std::to_string(table.header.file_bytes()));
    // A file of holes costs its maker nothing and us everything.  Honest tables hardly compress below a tenth.
    constexpr std::uint64_t most_shrinking = 64, block_bytes = 512;
    constexpr std::uint64_t small_enough = std::uint64_t{1} << 20;
    if (length > small_enough && static_cast<std::uint64_t>(status.st_blocks) * block_bytes < length / most_shrinking)
        refuse(path, "pattern database that consists of holes");
    if (table.header.payload_bytes > physical_memory())
        refuse(path, "pattern database larger than the memory of this machine");
    return table;
}

// Portions are read and summed while they are in the cache.
Checksum read_payload(const OpenTable& open, HugeArray& payload, unsigned threads) {
    constexpr std::size_t portion_bytes = std::size_t{256} << 10;
    std::vector<Checksum> pieces(checksum_pieces(payload.size()));
    LoopTeam(threads).for_ranges(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        RunningChecksum sum;
        for (std::size_t i = first; i < last; ++i) {
            sum.restart();
            const std::size_t end = std::min(payload.size(), (i + 1) * checksum_piece_bytes);
            for (std::size_t at = i * checksum_piece_bytes; at < end; at += portion_bytes) {
                const auto portion = payload.bytes().subspan(at, std::min(portion_bytes, end - at));
                if (read_at(open.file, std::as_writable_bytes(portion), table_header_bytes + at, open.path) <
                    portion.size())
                    refuse(open.path, "pattern database cut short while it was read");
                sum.add(portion);
            }
            pieces[i] = sum.value();
        }
    });
    return join_checksums(pieces);
}

Table load(const OpenTable& open, unsigned threads, TableMemory memory) {
    const TableHeader& header = open.header;
    Table table{header.pattern, header.entry_bits, {}, header.states, header.depth, header.sum};
    Checksum sum;
    if (memory == TableMemory::mapped) {
        table.payload = map_file(open.file, table_header_bytes, header.payload_bytes, open.path);
        sum = payload_checksum(table.payload.bytes(), threads);
    } else {
        table.payload = HugeArray(static_cast<std::size_t>(header.payload_bytes));
        sum = read_payload(open, table.payload, threads);
    }
    if (sum != header.payload_sum) refuse(open.path, "damaged pattern database: the checksum of its entries is wrong");
    return table;
}

OpenTable open_path(const std::string& path) { return open_table(AT_FDCWD, path, 0, path); }
OpenTable open_in(const Directory& directory, const std::string& name) {
    return open_table(directory.fd(), name, O_NOFOLLOW, directory.path_of(name));
}

}  // namespace

TableHeader read_table_header(const std::string& path) { return open_path(path).header; }
TableHeader read_table_header(const Directory& directory, const std::string& name) {
    return open_in(directory, name).header;
}

Table read_table(const std::string& path, unsigned threads, TableMemory memory) {
    return load(open_path(path), threads, memory);
}
Table read_table(const Directory& directory, const std::string& name, unsigned threads, TableMemory memory) {
    return load(open_in(directory, name), threads, memory);
}

TableHeader write_table(const Directory& directory, const std::string& name, const Table& table, unsigned threads) {
    // Replacing a device or a directory is never what was meant.
    if (const auto status = directory.look(name); status && !S_ISREG(status->st_mode) && !S_ISLNK(status->st_mode))
        fail("replace", directory.path_of(name), EEXIST);
    TableHeader header;
    header.pattern = table.pattern;
    header.entry_bits = table.entry_bits;
    header.entries = table.entries();
    header.payload_bytes = table.payload.size();
    header.states = table.states;
    header.sum = table.sum;
    header.depth = table.depth;
    header.payload_sum = payload_checksum(table.payload.bytes(), threads);

    AtomicFile file(directory, name, header.file_bytes());
    const auto bytes = encode_header(header);
    file.write(std::as_bytes(std::span(bytes)));
    file.write(std::as_bytes(table.payload.bytes()));
    file.commit();
    return header;
}

TableHeader write_table(const std::string& path, const Table& table, unsigned threads) {
    const FilePlace place = split_path(path);
    const Directory directory = Directory::open(place.directory);
    (void)sweep_temporaries(directory, place.name);
    return write_table(directory, place.name, table, threads);
}

}  // namespace tessera
