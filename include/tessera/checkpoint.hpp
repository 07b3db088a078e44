// SPDX-License-Identifier: Apache-2.0
// A file in which the searches of a run are kept, so that a run that was killed can go on.
#pragma once

#include "tessera/core/saved_search.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tessera {

// The file is a header and records, one after the other; a record is one saved search, and a later one replaces an
// earlier one of the same number.  Each record has a checksum.  A record that the end of the file cuts off is what a
// kill leaves behind: it is ignored, and overwritten.  Anything else that does not fit means damage, and the file is
// refused.  When most of the file is outdated it is written anew under another name and renamed.
//
// Stores may be used by several threads, one each.
class Checkpoint {
public:
    enum class Mode {
        fresh,   // the file must not exist
        resume,  // goes on if it exists
    };

    // Throws UsageError, InputError for a damaged file, EnvironmentError if the system or another run is in the way.
    Checkpoint(std::string path, Mode mode, std::chrono::nanoseconds interval = std::chrono::seconds(10));
    ~Checkpoint();
    Checkpoint(const Checkpoint&) = delete;
    Checkpoint& operator=(const Checkpoint&) = delete;

    // The store for the search with this number, counted from 0 through the run.
    [[nodiscard]] std::unique_ptr<SearchStore> search(std::uint64_t number);

    // Searches that the file knew when it was opened.
    [[nodiscard]] std::size_t known() const noexcept { return known_; }

private:
    friend class FileStore;
    struct Record {
        std::string search;   // what is searched
        std::string payload;  // as in the file
    };

    void read();
    void append(std::uint64_t number, Record record);
    void write_all(int file, const std::string& bytes);
    void rewrite();
    void sync();
    [[nodiscard]] std::string header() const;

    std::mutex mutex_;  // guards all below
    std::string path_;
    std::chrono::nanoseconds interval_;
    int file_ = -1;
    std::uint64_t size_ = 0;  // of the file
    std::uint64_t live_ = 0;  // bytes of records that are not outdated
    std::chrono::steady_clock::time_point synced_;
    std::map<std::uint64_t, Record> records_;
    std::size_t known_ = 0;
};

}  // namespace tessera
