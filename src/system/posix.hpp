// SPDX-License-Identifier: Apache-2.0
// Files as the system sees them: descriptors with an owner, calls repeated when a signal interrupts them, errors in
// words.  Everything that touches the disk is made of this.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace tessera {

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) noexcept : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            (void)close();
            fd_ = std::exchange(other.fd_, -1);
        }
        return *this;
    }
    ~Descriptor() { (void)close(); }

    [[nodiscard]] int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }

    // Closes now; 0 or the error, which for a written file means that it may not be whole.
    [[nodiscard]] int close() noexcept;

private:
    int fd_ = -1;
};

// Calls again while a signal interrupts the call.
template <class Call>
auto uninterrupted(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

// Throws EnvironmentError: "cannot DOING PATH: reason", from errno or the given error.
[[noreturn]] void fail(const std::string& doing, const std::string& path, int error = errno);

// A directory held open, so that names mean the same place whatever happens to its path.
class Directory {
public:
    // Throws EnvironmentError if there is none.
    [[nodiscard]] static Directory open(const std::string& path);
    // The same, or nothing.
    [[nodiscard]] static std::optional<Directory> find(const std::string& path);
    // Makes the missing parts of the path first, for this user alone.
    [[nodiscard]] static Directory create(const std::string& path);

    [[nodiscard]] int fd() const noexcept { return descriptor_.get(); }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    [[nodiscard]] std::string path_of(const std::string& name) const { return path_ + "/" + name; }
    [[nodiscard]] bool writable_by_anybody() const;
    // What a name stands for, links not followed; nothing if there is nothing.
    [[nodiscard]] std::optional<struct stat> look(const std::string& name) const noexcept;
    // Everything in it, or nothing if it cannot be read.
    [[nodiscard]] std::vector<std::string> names() const;
    // Makes renames and removals last beyond a power cut.
    void sync() const;

private:
    Directory(Descriptor descriptor, std::string path) : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

    Descriptor descriptor_;
    std::string path_;
};

// Where a file lives: "a/b" is b in a, "b" is b in the current directory.
struct FilePlace {
    std::string directory;
    std::string name;
};
[[nodiscard]] FilePlace split_path(const std::string& path);

// Fills `bytes` from the given offset; the result is how many bytes there were, fewer only at the end of the file.
[[nodiscard]] std::size_t read_at(const Descriptor& file, std::span<std::byte> bytes, std::uint64_t offset,
                                  const std::string& path);

}  // namespace tessera
