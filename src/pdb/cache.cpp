// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/cache.hpp"

#include "tessera/core/error.hpp"

#include "pdb/table_file.hpp"
#include "system/atomic_file.hpp"
#include "system/file_lock.hpp"
#include "words.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace tessera {

namespace {

constexpr std::string_view suffix = ".pdb";

std::string from_environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

void refuse_if_open_to_all(const Directory& directory) {
    if (directory.writable_by_anybody())
        throw EnvironmentError("the cache directory " + display(directory.path(), 200) +
                               " can be written to by anybody, so its tables are not used; take that right away "
                               "(chmod o-w) or name another directory in TESSERA_CACHE");
}

void require_path(const std::string& path) {
    if (path.empty())
        throw EnvironmentError("there is no cache directory: neither TESSERA_CACHE nor XDG_CACHE_HOME nor HOME is set");
}

// The directory for reading; nothing if it is not there.
std::optional<Directory> existing(const std::string& path) {
    if (path.empty()) return std::nullopt;
    std::optional<Directory> directory = Directory::find(path);
    if (directory) refuse_if_open_to_all(*directory);
    return directory;
}

Directory for_writing(const std::string& path) {
    require_path(path);
    Directory directory = Directory::create(path);
    refuse_if_open_to_all(directory);
    return directory;
}

std::optional<Table> load_from(const Directory& directory, const Pattern& pattern, unsigned threads,
                               TableMemory memory) {
    const std::string name = TableCache::file_name(pattern);
    if (!directory.look(name)) return std::nullopt;
    const TableHeader header = read_table_header(directory, name);
    if (header.pattern != pattern)
        throw InputError(display(directory.path_of(name), 200) + ": a table for " + describe(header.pattern) +
                         ", not for " + describe(pattern));
    if (header.builder != TableHeader::current_builder) return std::nullopt;  // of an older program: as good as none
    return read_table(directory, name, threads, memory);
}

TableHeader store_in(const Directory& directory, const Table& table, unsigned threads) {
    (void)sweep_temporaries(directory);
    return write_table(directory, TableCache::file_name(table.pattern), table, threads);
}

// Somebody else's build should be over by then, even on a slow machine.
std::chrono::milliseconds patience(const Pattern& pattern) {
    constexpr std::uint64_t slow_entries_per_second = 5'000'000;
    return std::chrono::seconds(30 + PlacementIndex(pattern).entries() / slow_entries_per_second);
}

}  // namespace

std::string TableCache::default_path() {
    if (const std::string own = from_environment("TESSERA_CACHE"); !own.empty()) return own;
    // The XDG specification wants relative paths ignored.
    if (const std::string xdg = from_environment("XDG_CACHE_HOME"); xdg.starts_with('/')) return xdg + "/tessera";
    if (const std::string home = from_environment("HOME"); home.starts_with('/')) return home + "/.cache/tessera";
    return "";
}

// "4x4-0-1.2.3.pdb": size, goal cell of the blank, goal cells of the tiles.
std::string TableCache::file_name(const Pattern& pattern) {
    std::string name = std::to_string(pattern.grid.rows) + "x" + std::to_string(pattern.grid.cols) + "-" +
                       std::to_string(pattern.goal_blank);
    char separator = '-';
    for (const Cell cell : pattern.cells) {
        name += separator + std::to_string(cell);
        separator = '.';
    }
    return name.append(suffix);
}

void TableCache::make() const { (void)for_writing(path_); }

bool TableCache::has_file(const Pattern& pattern) const {
    const std::optional<Directory> directory = existing(path_);
    return directory && directory->look(file_name(pattern));
}

std::optional<TableHeader> TableCache::find(const Pattern& pattern) const {
    try {
        const std::optional<Directory> directory = existing(path_);
        if (!directory || !directory->look(file_name(pattern))) return std::nullopt;
        TableHeader header = read_table_header(*directory, file_name(pattern));
        if (header.pattern == pattern && header.builder == TableHeader::current_builder) return header;
    } catch (const Error&) {
    }
    return std::nullopt;
}

std::vector<TableHeader> TableCache::list() const {
    const std::optional<Directory> directory = existing(path_);
    if (!directory) return {};
    std::vector<std::string> names = directory->names();
    std::sort(names.begin(), names.end());
    std::vector<TableHeader> headers;
    for (const std::string& name : names) try {
            if (!name.ends_with(suffix)) continue;
            TableHeader header = read_table_header(*directory, name);
            if (file_name(header.pattern) == name) headers.push_back(std::move(header));
        } catch (const Error&) {  // not one of ours, or unfit
        }
    return headers;
}

std::optional<Table> TableCache::load(const Pattern& pattern, unsigned threads) const {
    const std::optional<Directory> directory = existing(path_);
    if (!directory) return std::nullopt;
    return load_from(*directory, pattern, threads, TableMemory::own);
}

TableHeader TableCache::store(const Table& table, unsigned threads) const {
    return store_in(for_writing(path_), table, threads);
}

bool TableCache::remove(const Pattern& pattern) const {
    const std::optional<Directory> directory = existing(path_);
    if (!directory) return false;
    const std::string name = file_name(pattern);
    if (::unlinkat(directory->fd(), name.c_str(), 0) < 0) {
        if (errno == ENOENT) return false;
        fail("remove", directory->path_of(name));
    }
    directory->sync();
    return true;
}

Table CachedTables::fetch(const Pattern& pattern, const TableRequest& request) {
    const auto warn = [&](const std::string& text) {
        if (!warned_.exchange(true) && request.on_warning) request.on_warning(text);
    };
    const auto load = [&](const Directory& directory) -> std::optional<Table> {
        try {
            return load_from(directory, pattern, request.threads, memory_);
        } catch (const Error& error) {
            warn(std::string(error.what()) + "; building the table anew");
            return std::nullopt;
        }
    };

    std::optional<Directory> directory;
    try {
        directory = existing(cache_.path());
        if (directory)
            if (auto table = load(*directory)) return std::move(*table);
        directory = for_writing(cache_.path());
    } catch (const EnvironmentError& error) {
        warn(std::string(error.what()) + "; tables are built in memory and not kept");
        directory.reset();
    }

    std::optional<FileLock> lock;
    if (directory) {
        lock.emplace(*directory, TableCache::file_name(pattern) + ".lock",
                     hooks_.longest_wait.value_or(patience(pattern)), request.stop);
        if (auto table = load(*directory)) return std::move(*table);  // somebody was faster
    }
    Table built = build(pattern, request);
    if (directory) try {
            (void)store_in(*directory, built, request.threads);
        } catch (const EnvironmentError& error) {
            warn(std::string(error.what()) + "; the table is used but not kept");
        }
    return built;
}

Table CachedTables::build(const Pattern& pattern, const TableRequest& request) const {
    struct AtEnd {
        const std::function<void()>& call;
        ~AtEnd() {
            if (call) call();
        }
    };
    if (hooks_.on_build) hooks_.on_build(pattern);
    const AtEnd at_end{hooks_.on_built};
    return build_table(pattern, request.threads, hooks_.on_progress, request.stop);
}

}  // namespace tessera
