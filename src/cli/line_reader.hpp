// SPDX-License-Identifier: Apache-2.0
// Lines from a file or pipe, one at a time, in bounded memory, and without being deaf to signals while waiting.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tessera::cli {

struct Line {
    std::string text;       // without its end
    int number = 0;         // from 1
    bool too_long = false;  // only the beginning is in `text`; the rest was skipped
};

class LineReader {
public:
    // Far beyond any board; what is longer is no board but may be a gigabyte.
    static constexpr std::size_t longest_board = 1 << 16;

    // Reads from an open descriptor, which stays the caller's.  When `wake_fd` (-1: none) becomes readable, the input
    // counts as ended.
    LineReader(int fd, int wake_fd, std::size_t longest = longest_board)
        : fd_(fd), wake_fd_(wake_fd), longest_(longest), buffer_(1 << 16) {}

    // False at the end of the input.  Throws EnvironmentError if it cannot be read.
    bool next(Line& line);
    // The end was the wake-up, not the end of the input.
    [[nodiscard]] bool woken() const { return woken_; }

private:
    bool refill();

    int fd_;
    int wake_fd_;
    std::size_t longest_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    int lines_ = 0;
    bool woken_ = false;
};

// A descriptor that closes itself.
class File {
public:
    // Throws EnvironmentError saying why it cannot be opened for reading.
    explicit File(const std::string& path);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    [[nodiscard]] int fd() const { return fd_; }

private:
    int fd_;
};

}  // namespace tessera::cli
