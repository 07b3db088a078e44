// SPDX-License-Identifier: Apache-2.0
#include "system/atomic_file.hpp"

#include <atomic>
#include <ctime>
#include <string_view>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tessera {

namespace {

// ".NAME.tmp-PROCESS-NUMBER"
constexpr std::string_view mark = ".tmp-";

std::string temporary_name(const std::string& name) {
    static std::atomic<unsigned> number{0};  // relaxed would do: only the values differ
    return "." + name + std::string(mark) + std::to_string(::getpid()) + "-" + std::to_string(number++);
}

bool is_temporary(std::string_view file, std::string_view name) {
    const std::size_t at = file.rfind(mark);
    if (at == std::string_view::npos || file.front() != '.') return false;
    if (file.substr(at + mark.size()).find_first_not_of("0123456789-") != std::string_view::npos) return false;
    return name.empty() || file.substr(1, at - 1) == name;
}

enum class Lock { taken, held_by_another, not_possible };

Lock lock(const Descriptor& file) {
    if (uninterrupted([&] { return ::flock(file.get(), LOCK_EX | LOCK_NB); }) == 0) return Lock::taken;
    return errno == EWOULDBLOCK ? Lock::held_by_another : Lock::not_possible;
}

bool has_name(const Descriptor& file) {
    struct stat status {};
    return ::fstat(file.get(), &status) == 0 && status.st_nlink > 0;
}

// Where locks do not work, a file that was not touched for a day has no writer any more.
bool is_old(const Descriptor& file) {
    struct stat status {};
    constexpr std::time_t day = 24 * 60 * 60;
    return ::fstat(file.get(), &status) == 0 && std::time(nullptr) - status.st_mtime > day;
}

}  // namespace

AtomicFile::AtomicFile(const Directory& directory, std::string name, std::uint64_t size, mode_t mode)
    : directory_(directory), name_(std::move(name)) {
    // Between making and locking the file a sweeper may take it for a left-over; then another name does.
    for (int attempt = 0; attempt < 100; ++attempt) {
        temporary_ = temporary_name(name_);
        file_ = Descriptor(uninterrupted([&] {
            return ::openat(directory_.fd(), temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                            mode);
        }));
        if (!file_ && errno == EEXIST) continue;  // a left-over of an earlier process with our number
        if (!file_) fail("write", directory_.path_of(name_));
        if (lock(file_) != Lock::held_by_another && has_name(file_)) break;
        file_ = Descriptor();
    }
    if (!file_) fail("write", directory_.path_of(name_), EEXIST);

    int error = 0;
    if (size > 0) do {
            error = ::posix_fallocate(file_.get(), 0, static_cast<off_t>(size));
        } while (error == EINTR);
    if (error != 0 && error != EOPNOTSUPP && error != EINVAL) {
        (void)::unlinkat(directory_.fd(), temporary_.c_str(), 0);
        fail("write", directory_.path_of(name_), error);
    }
}

AtomicFile::~AtomicFile() {
    if (!temporary_.empty()) (void)::unlinkat(directory_.fd(), temporary_.c_str(), 0);
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto count = uninterrupted([&] { return ::write(file_.get(), bytes.data(), bytes.size()); });
        if (count <= 0) fail("write", directory_.path_of(name_), count < 0 ? errno : ENOSPC);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

void AtomicFile::commit() {
    const std::string path = directory_.path_of(name_);
    if (uninterrupted([&] { return ::fsync(file_.get()); }) < 0) fail("write", path);
    if (const int error = file_.close(); error != 0) fail("write", path, error);
    if (::renameat(directory_.fd(), temporary_.c_str(), directory_.fd(), name_.c_str()) < 0) fail("write", path);
    temporary_.clear();
    directory_.sync();
}

std::size_t sweep_temporaries(const Directory& directory, const std::string& name) {
    std::size_t removed = 0;
    for (const std::string& entry : directory.names()) {
        if (!is_temporary(entry, name)) continue;
        const Descriptor file(uninterrupted(
            [&] { return ::openat(directory.fd(), entry.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); }));
        if (!file) continue;
        const Lock state = lock(file);
        if (state == Lock::taken || (state == Lock::not_possible && is_old(file)))
            removed += ::unlinkat(directory.fd(), entry.c_str(), 0) == 0;
    }
    return removed;
}

}  // namespace tessera
