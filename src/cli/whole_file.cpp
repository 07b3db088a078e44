// SPDX-License-Identifier: Apache-2.0
#include "cli/whole_file.hpp"

#include "system/atomic_file.hpp"

#include <fstream>
#include <iterator>
#include <span>

namespace tessera::cli {

namespace fs = std::filesystem;

std::string read_whole_file(const std::filesystem::path& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad()) fail("read", path.string());
    return text;
}

void write_whole_file(const std::filesystem::path& path, std::string_view text) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        errno = 0;  // a terminal, a pipe: there is nothing to put in its place
        std::ofstream file(path, std::ios::binary);
        file << text;
        if (!file.flush()) fail("write", path.string());
        return;
    }
    const fs::path real = fs::canonical(path, error);  // a link stays a link, and what it leads to is written
    const FilePlace place = split_path(error ? path.string() : real.string());
    const Directory directory = Directory::open(place.directory);
    AtomicFile file(directory, place.name, text.size(), 0666);
    file.write(std::as_bytes(std::span(text)));
    file.commit();
}

}  // namespace tessera::cli
