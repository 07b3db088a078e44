// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include "tessera/catalog.hpp"

#include <cstdio>

namespace tessera::cli {

int run(int argc, char** argv) {
    if (argc < 4) return 2;
    Choice choice;
    choice.algorithm = argv[2];
    choice.heuristic = argv[3];
    choice.blank_first = true;
    const Answer a = solve(argv[1], choice);
    std::printf("%d %s\n", a.length, a.moves.c_str());
    return 0;
}

}  // namespace tessera::cli
