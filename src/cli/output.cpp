// SPDX-License-Identifier: Apache-2.0
#include "cli/output.hpp"

#include "tessera/core/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace tessera::cli {

namespace {

[[noreturn]] void fail() { throw EnvironmentError(std::string("cannot write the output: ") + std::strerror(errno)); }

}  // namespace

void Output::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void Output::flush() {
    if (std::fflush(stdout) != 0) fail();
}

}  // namespace tessera::cli
