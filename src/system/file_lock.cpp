// SPDX-License-Identifier: Apache-2.0
#include "system/file_lock.hpp"

#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tessera {

FileLock::FileLock(const Directory& directory, std::string name, std::chrono::milliseconds longest,
                   std::stop_token stop)
    : directory_(directory), name_(std::move(name)) {
    file_ = Descriptor(uninterrupted([&] {
        return ::openat(directory_.fd(), name_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    }));
    if (!file_) return;
    const auto deadline = std::chrono::steady_clock::now() + longest;
    for (;;) {
        if (uninterrupted([&] { return ::flock(file_.get(), LOCK_EX | LOCK_NB); }) == 0) {
            locked_ = true;
            return;
        }
        if (errno != EWOULDBLOCK || stop.stop_requested() || std::chrono::steady_clock::now() >= deadline) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

// The file goes with its holder.  A waiter may then lock a file without a name while a newcomer makes a new one: both
// find the finished table in the cache, and if not, one of them works in vain.
FileLock::~FileLock() {
    if (locked_) (void)::unlinkat(directory_.fd(), name_.c_str(), 0);
}

}  // namespace tessera
