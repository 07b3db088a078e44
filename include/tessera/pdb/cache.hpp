// SPDX-License-Identifier: Apache-2.0
// Tables kept between runs: read if an earlier run left its file, else built and left for the next.
#pragma once

#include "tessera/pdb/build.hpp"
#include "tessera/pdb/table_file.hpp"
#include "tessera/pdb/table_source.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

// A directory of table files, one per pattern.  Names are made of the pattern's numbers alone and looked up in the
// directory itself, links not followed, so that no name can lead out of it.  A directory that anybody may write to is
// not used at all.
class TableCache {
public:
    // $TESSERA_CACHE, else $XDG_CACHE_HOME/tessera, else ~/.cache/tessera; empty if the environment names none.
    [[nodiscard]] static std::string default_path();
    explicit TableCache(std::string path = default_path()) : path_(std::move(path)) {}

    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] static std::string file_name(const Pattern&);
    [[nodiscard]] std::string path_of(const Pattern& pattern) const { return path_ + "/" + file_name(pattern); }

    // Makes the directory if need be.  Throws EnvironmentError if it cannot be used.
    void make() const;

    // Is there a file, fit or not?
    [[nodiscard]] bool has_file(const Pattern&) const;
    // What a cached file says, everything checked but its entries; nothing if it is missing or unfit.
    [[nodiscard]] std::optional<TableHeader> find(const Pattern&) const;
    [[nodiscard]] std::vector<TableHeader> list() const;

    // Nothing if there is no file.  Throws InputError for one that must not be used.
    [[nodiscard]] std::optional<Table> load(const Pattern&, unsigned threads) const;
    // Throws EnvironmentError.
    TableHeader store(const Table&, unsigned threads) const;
    // False if there was none.  Throws EnvironmentError.
    bool remove(const Pattern&) const;

private:
    std::string path_;
};

// Tables by way of a cache.  One that cannot be read or written costs a warning, once, and nothing else; a file in it
// that is damaged is never used but built anew and replaced.  Of several processes that want the same table one builds
// it and the others wait for its file, but not for ever: the lock only saves work.
class CachedTables : public TableSource {
public:
    struct Hooks {
        std::function<void(const Pattern&)> on_build;  // before a build begins
        OnBuildProgress on_progress;
        std::function<void()> on_built;                // after a build, also when it was stopped
        std::optional<std::chrono::milliseconds> longest_wait;  // for another process
    };
    explicit CachedTables(TableCache cache) : cache_(std::move(cache)) {}
    CachedTables(TableCache cache, Hooks hooks, TableMemory memory = TableMemory::own)
        : cache_(std::move(cache)), hooks_(std::move(hooks)), memory_(memory) {}

    Table fetch(const Pattern&, const TableRequest&) override;
    [[nodiscard]] bool ready(const Pattern& pattern) const override { return cache_.find(pattern).has_value(); }

private:
    [[nodiscard]] Table build(const Pattern&, const TableRequest&) const;

    TableCache cache_;
    Hooks hooks_;
    TableMemory memory_ = TableMemory::own;
    std::atomic<bool> warned_{false};  // relaxed would do: it carries no data
};

}  // namespace tessera
