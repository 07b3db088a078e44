// SPDX-License-Identifier: Apache-2.0
// The command line: words in, words out.
#pragma once

namespace tessera::cli {

// Runs the program; the result is the exit code.
int run(int argc, char** argv);

}  // namespace tessera::cli
