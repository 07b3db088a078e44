// SPDX-License-Identifier: Apache-2.0
#include "mpi/node_tables.hpp"

#include "tessera/core/error.hpp"
#include "tessera/pdb/table_file.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace tessera::mpi {

namespace {

// What can be told about a table in a few bytes.
struct TableFacts {
    unsigned entry_bits = 0;
    std::uint64_t bytes = 0;
    std::uint64_t states = 0;
    int depth = 0;
    std::uint64_t sum = 0;
    Checksum checksum;
    bool operator==(const TableFacts&) const = default;
};

constexpr std::size_t page = 4096;

std::string machine_name() {
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    MPI_Get_processor_name(name, &length);
    return {name, static_cast<std::size_t>(length)};
}

// Copies from the end and gives back what is copied: there is hardly more than one copy at any time.
void move_bytes(HugeArray& from, std::uint8_t* to) {
    constexpr std::size_t portion = std::size_t{64} << 20;
    while (from.size() > 0) {
        const std::size_t begin = (from.size() - 1) / portion * portion;
        std::memcpy(to + begin, from.data() + begin, from.size() - begin);
        from.shrink(begin);
    }
}

}  // namespace

// A table, or why there is none.
struct NodeTables::Fetched {
    std::optional<Table> table;
    TableFacts facts;
    int code = 0;
    std::string complaint;
};

NodeTables::NodeTables(Fleet& fleet, MPI_Comm node, std::shared_ptr<TableSource> source)
    : fleet_(fleet), node_(node), source_(std::move(source)) {
    int rank = 0, size = 0;
    MPI_Comm_rank(node_, &rank);
    MPI_Comm_size(node_, &size);
    first_ = rank == 0;
    neighbours_ = static_cast<unsigned>(size);
}

MPI_Comm NodeTables::ranks_of_this_machine() {
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    return node;
}

bool NodeTables::ready(const Pattern& pattern) const {
    const bool mine = fleet_.rank() == 0 && source_->ready(pattern);
    return ByteReader(fleet_.exchange(ByteWriter().add(mine).bytes()).front()).take<bool>();
}

NodeTables::Fetched NodeTables::fetch_first(const Pattern& pattern, const TableRequest& request) {
    Fetched fetched;
    try {
        Table& table = fetched.table.emplace(source_->fetch(pattern, request));
        fetched.facts = {table.entry_bits, table.payload.size(),
                         table.states,     table.depth,
                         table.sum,        payload_checksum(table.payload.bytes(), request.threads)};
    } catch (const Error& error) {
        fetched.code = static_cast<int>(error.code());
        fetched.complaint = error.what();
    } catch (const std::bad_alloc&) {
        fetched.code = static_cast<int>(ExitCode::memory_limit);
        fetched.complaint = "not enough memory for a table";
    }
    return fetched;
}

Table NodeTables::fetch(const Pattern& pattern, const TableRequest& request) {
    Fetched mine = first_ ? fetch_first(pattern, request) : Fetched{};
    const auto all = fleet_.exchange(ByteWriter()
                                         .add(first_)
                                         .add(mine.facts)
                                         .add(mine.code)
                                         .add_text(mine.complaint)
                                         .add_text(machine_name())
                                         .bytes());
    // Everybody reads the same, and so everybody refuses or nobody does.
    struct Seen {
        TableFacts facts;
        std::string machine;
    };
    std::optional<Seen> before;
    for (const Bytes& theirs : all) {
        ByteReader reader(theirs);
        if (!reader.take<bool>()) continue;
        const auto facts = reader.take<TableFacts>();
        const auto code = reader.take<int>();
        const std::string complaint = reader.take_text();
        const std::string machine = reader.take_text();
        if (code != 0) throw Error(static_cast<ExitCode>(code), complaint);
        if (before && before->facts != facts)
            throw InputError("the ranks have different tables of " + describe(pattern) + ": " + machine + " has " +
                             facts.checksum.hex() + ", " + before->machine + " has " + before->facts.checksum.hex() +
                             "; remove the wrong one there with 'tessera pdb remove', it is built anew");
        before = {facts, machine};
    }

    Table table;
    if (first_) table = std::move(*mine.table);
    if (neighbours_ == 1) return table;
    if (!first_) {
        table.pattern = pattern;
        table.entry_bits = before->facts.entry_bits;
        table.states = before->facts.states;
        table.depth = before->facts.depth;
        table.sum = before->facts.sum;
    }
    share(table);
    return table;
}

void NodeTables::share(Table& table) {
    std::uint64_t bytes = table.payload.size();
    MPI_Bcast(&bytes, 1, MPI_UINT64_T, 0, node_);
    void* mine = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    // Libraries begin a window where it suits them; a table begins with a page, which is at the same place for all.
    MPI_Win_allocate_shared(first_ ? static_cast<MPI_Aint>(bytes + page) : 0, 1, MPI_INFO_NULL, node_, &mine, &window);
    MPI_Aint size = 0;
    int unit = 0;
    void* begin = nullptr;
    MPI_Win_shared_query(window, 0, &size, &unit, &begin);
    windows_.push_back(window);
    auto* const first_byte = static_cast<std::uint8_t*>(begin) + -reinterpret_cast<std::uintptr_t>(begin) % page;
    HugeView& view = views_.emplace_back(std::span(first_byte, static_cast<std::size_t>(bytes)));
    // The fences let the others see what the first rank has written.
    MPI_Win_fence(0, window);
    if (first_) {
        view.make_huge();
        move_bytes(table.payload, view.bytes().data());
    }
    MPI_Win_fence(0, window);
    view.populate();
    table.payload = HugeArray::borrowed(view.bytes());
    shared_bytes_ += bytes;
    fleet_.leave_to_others(bytes - bytes / neighbours_);
}

void NodeTables::close() {
    views_.clear();
    for (MPI_Win& window : windows_) MPI_Win_free(&window);
    windows_.clear();
    MPI_Comm_free(&node_);
}

}  // namespace tessera::mpi
