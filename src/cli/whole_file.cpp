// SPDX-License-Identifier: Apache-2.0
#include "cli/whole_file.hpp"

#include "system/posix.hpp"

#include <fstream>
#include <iterator>

namespace tessera::cli {

std::string read_whole_file(const std::filesystem::path& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad()) fail("read", path.string());
    return text;
}

void write_whole_file(const std::filesystem::path& path, std::string_view text) {
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) fail("write", path.string());
}

}  // namespace tessera::cli
