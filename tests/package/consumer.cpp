// SPDX-License-Identifier: Apache-2.0
// Solves one board with the installed library; the exit status tells whether the answer is the known optimum.
#include <tessera/catalog.hpp>

#include <iostream>

int main() {
    tessera::Choice choice;
    choice.algorithm = "astar";
    choice.heuristic = "manhattan";
    const tessera::Answer answer = tessera::solve("8 6 7 2 5 4 3 0 1", choice);
    std::cout << answer.length << ' ' << answer.moves << '\n';
    return answer.length == 31 ? 0 : 1;
}
