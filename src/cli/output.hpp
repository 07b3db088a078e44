// SPDX-License-Identifier: Apache-2.0
// Standard output, where a failed write is an error and not a silence.
#pragma once

#include <string_view>

namespace tessera::cli {

// Holds nothing itself: the C library buffers.  Throws EnvironmentError when the disk is full or the like; a reader
// that went away ends the program quietly by SIGPIPE.
class Output {
public:
    void write(std::string_view text);
    void line(std::string_view text) {
        write(text);
        write("\n");
    }
    // To be called whenever something is complete, so that readers see it at once.
    void flush();
};

}  // namespace tessera::cli
