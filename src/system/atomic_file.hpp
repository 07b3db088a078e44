// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all.
#pragma once

#include "system/posix.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tessera {

// Written under a temporary name in the same directory, with its blocks allocated first (a full disk is noticed before
// any work), then synced, renamed over the final name, and the directory synced.  Whatever kills us in between leaves
// the old file or none under the final name, and a temporary file that the next writer sweeps.
//
// The writer holds a lock on its temporary file: the system drops the lock when the process dies, so "not locked" tells
// a left-over from work in progress.
class AtomicFile {
public:
    // Throws EnvironmentError if the file cannot be made or does not fit.  It is for this user alone unless `mode`, less
    // the user's mask, says otherwise.
    AtomicFile(const Directory& directory, std::string name, std::uint64_t size, mode_t mode = 0600);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();  // without commit(): nothing remains

    void write(std::span<const std::byte> bytes);
    void commit();

private:
    const Directory& directory_;
    std::string name_;
    std::string temporary_;
    Descriptor file_;
};

// Removes what writers killed before us have left: temporary files for the final name `name`, or for every name if it
// is empty.  Returns how many.
std::size_t sweep_temporaries(const Directory& directory, const std::string& name = {});

}  // namespace tessera
