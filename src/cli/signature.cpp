// SPDX-License-Identifier: Apache-2.0
#include "cli/signature.hpp"

#include "tessera/catalog.hpp"

#include "cli/sets.hpp"

#include <new>

namespace tessera::cli {

std::uint64_t Signature::value() const {
    std::uint64_t sum = 0;
    for (const SignaturePart& part : parts) sum += part.expanded;
    return sum;
}

Signature measure_signature(const Settings& wanted) {
    Settings settings = wanted;
    settings.pruning = Pruning::none;  // the nodes of plain IDA*, so that a better automaton does not change the number
    const std::vector<Problem> boards = open_set("bench");
    Signature signature;
    for (const char* heuristic : {"manhattan", "linear-conflict", "walking-distance", "pdb:5-5-5", "pdb:6-6-3"}) {
        SignaturePart part;
        part.heuristic = heuristic;
        Choice choice;
        choice.algorithm = "idastar";
        choice.heuristic = heuristic;
        choice.size = boards.front().size;
        choice.goal = boards.front().goal;
        const auto solver = open_solver(choice);
        for (const Problem& board : boards) {
            const Answer answer = solver->solve(board.instance, settings);
            if (answer.limit == Limit::memory) throw std::bad_alloc();
            signature.threads = answer.threads;
            signature.complete &= answer.outcome == Outcome::solved;
            for (const Iteration& round : answer.iterations)
                if (round.completed) part.expanded += round.stats.expanded;
            part.generated += answer.stats.generated;
            part.seconds += answer.seconds;
        }
        signature.parts.push_back(part);
    }
    return signature;
}

}  // namespace tessera::cli
