// SPDX-License-Identifier: Apache-2.0
#include "system/posix.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

#include <memory>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace tessera {

int Descriptor::close() noexcept {
    if (fd_ < 0) return 0;
    const int result = ::close(std::exchange(fd_, -1));
    return result < 0 && errno != EINTR ? errno : 0;  // on Linux an interrupted close has closed
}

void fail(const std::string& doing, const std::string& path, int error) {
    throw EnvironmentError("cannot " + doing + " " + display(path, 200) + ": " +
                           std::generic_category().message(error));
}

namespace {

Descriptor open_directory(const std::string& path) {
    return Descriptor(uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
}

}  // namespace

Directory Directory::open(const std::string& path) {
    Descriptor descriptor = open_directory(path);
    if (!descriptor) fail("open the directory", path);
    return {std::move(descriptor), path};
}

std::optional<Directory> Directory::find(const std::string& path) {
    Descriptor descriptor = open_directory(path);
    if (!descriptor) return std::nullopt;
    return Directory(std::move(descriptor), path);
}

Directory Directory::create(const std::string& path) {
    for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
        (void)::mkdir(path.substr(0, end).c_str(), 0700);  // whether it is there now is seen below
    if (::mkdir(path.c_str(), 0700) < 0 && errno != EEXIST) fail("make the directory", path);
    return open(path);
}

bool Directory::writable_by_anybody() const {
    struct stat status {};
    if (::fstat(fd(), &status) < 0) fail("look at", path_);
    return (status.st_mode & S_IWOTH) != 0;
}

std::optional<struct stat> Directory::look(const std::string& name) const noexcept {
    struct stat status {};
    if (::fstatat(fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) < 0) return std::nullopt;
    return status;
}

std::vector<std::string> Directory::names() const {
    // A descriptor of its own, because a stream moves the position of the one it reads.
    const int again = uninterrupted([&] { return ::openat(fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (again < 0) return {};
    DIR* const stream = ::fdopendir(again);
    if (stream == nullptr) {
        (void)::close(again);
        return {};
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> owner(stream, ::closedir);
    std::vector<std::string> list;
    while (const dirent* entry = ::readdir(stream)) list.emplace_back(entry->d_name);
    return list;
}

void Directory::sync() const {
    // Some file systems cannot sync a directory and say EINVAL; there is nothing more to do then.
    if (uninterrupted([&] { return ::fsync(fd()); }) < 0 && errno != EINVAL) fail("write the directory", path_);
}

FilePlace split_path(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {".", path};
    return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

std::size_t read_at(const Descriptor& file, std::span<std::byte> bytes, std::uint64_t offset, const std::string& path) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = uninterrupted([&] {
            return ::pread(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        });
        if (count < 0) fail("read", path);
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

}  // namespace tessera
