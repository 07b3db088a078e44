// SPDX-License-Identifier: Apache-2.0
#include "cli/notation.hpp"

namespace tessera::cli {

namespace {

std::string_view word_for(std::string_view move) {
    if (move == "U") return "up";
    if (move == "D") return "down";
    if (move == "L") return "left";
    if (move == "R") return "right";
    return move;
}

}  // namespace

std::string write_moves(const Answer& answer, Notation notation) {
    if (notation == Notation::letters) return answer.moves;
    std::string text;
    for (std::size_t i = 1; i < answer.steps.size(); ++i) {
        if (i > 1) text += notation == Notation::hyphen ? '-' : ' ';
        const Step& step = answer.steps[i];
        text += notation == Notation::tiles   ? step.piece
                : notation == Notation::words ? word_for(step.move)
                                              : step.move;
    }
    return text;
}

}  // namespace tessera::cli
