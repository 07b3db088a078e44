// SPDX-License-Identifier: Apache-2.0
#include "cli/line_reader.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace tessera::cli {

bool LineReader::refill() {
    for (;;) {
        std::array<pollfd, 2> waiting{pollfd{fd_, POLLIN, 0}, pollfd{wake_fd_, POLLIN, 0}};
        if (poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) continue;
        if (waiting[1].revents != 0) {
            woken_ = true;
            return false;
        }
        const ssize_t count = read(fd_, buffer_.data(), buffer_.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw EnvironmentError(std::string("cannot read the input: ") + std::strerror(errno));
        begin_ = 0;
        end_ = static_cast<std::size_t>(count);
        return count > 0;
    }
}

bool LineReader::next(Line& line) {
    line.text.clear();
    line.too_long = false;
    line.number = ++lines_;
    bool any = false;
    for (;;) {
        if (begin_ == end_ && !refill()) return any && !woken_;
        any = true;
        const char* const from = buffer_.data() + begin_;
        const char* const to = buffer_.data() + end_;
        const char* const newline = std::find(from, to, '\n');
        const std::size_t room = longest_ - line.text.size();
        const auto found = static_cast<std::size_t>(newline - from);
        line.text.append(from, std::min(found, room));
        line.too_long |= found > room;
        begin_ += found + (newline != to ? 1 : 0);
        if (newline != to) return true;
    }
}

File::File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat info {};
    if (fd_ < 0) throw EnvironmentError("cannot open '" + display(path, 200) + "': " + std::strerror(errno));
    if (fstat(fd_, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(fd_);
        throw EnvironmentError("cannot read '" + display(path, 200) + "': it is a directory");
    }
}

File::~File() { close(fd_); }

}  // namespace tessera::cli
