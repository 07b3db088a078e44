// SPDX-License-Identifier: Apache-2.0
// A lock between processes that saves work: the second builder of a table waits for the first and uses its file.
// Nothing depends on it for being right, so every failure to lock is simply "not locked".
#pragma once

#include "system/posix.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace tessera {

class FileLock {
public:
    // Waits for the lock `name` in the directory, but no longer than the time given or a stop request.
    FileLock(const Directory& directory, std::string name, std::chrono::milliseconds longest, std::stop_token stop = {});
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

    [[nodiscard]] bool locked() const noexcept { return locked_; }

private:
    const Directory& directory_;
    std::string name_;
    Descriptor file_;
    bool locked_ = false;
};

}  // namespace tessera
