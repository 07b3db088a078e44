// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share.  A target is one function; libFuzzer calls it with bytes of its own making, and where
// there is no libFuzzer the stored corpus is played to it (replay.cpp).
#pragma once

#include <cstdlib>
#include <exception>
#include <string_view>

namespace tessera::fuzz {

void one_input(std::string_view bytes);

// A message is one line without anything that steers a terminal.
inline void require_clean(const std::exception& error) {
    for (const char c : std::string_view(error.what()))
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) std::abort();
}

}  // namespace tessera::fuzz
