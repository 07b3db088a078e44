// SPDX-License-Identifier: Apache-2.0
#include "cli/check_answer.hpp"

#include "cli/played_puzzle.hpp"
#include "words.hpp"

namespace tessera::cli {

namespace {

using nlohmann::json;

// A field that may be null.
long number_or(const json& answer, const char* name, long otherwise) {
    if (!answer.contains(name) || answer.at(name).is_null()) return otherwise;
    return field<long>(answer, name);
}

void check_path(const json& answer, PlayedPuzzle& puzzle) {
    const auto length = static_cast<long>(play_solution(answer, puzzle).size());
    const bool optimal = field<bool>(answer, "optimal");
    const long known = number_or(answer, "known_optimum", -1);
    if (known > length) throw Wrong{"shorter than the known optimum " + std::to_string(known)};
    if (optimal && known >= 0 && known < length)
        throw Wrong{"said to be optimal, but the optimum is " + std::to_string(known)};
    if (number_or(answer, "lower_bound", 0) > length) throw Wrong{"the lower bound is above the length"};
    if (number_or(answer, "initial_h", 0) > length) throw Wrong{"the estimate at the start is above the length"};
}

CheckVerdict::Kind judge(const json& answer, std::size_t most_arrangements) {
    const auto puzzle = read_puzzle(answer);
    const auto status = field<std::string>(answer, "status");
    if (status == "solved") {
        check_path(answer, *puzzle);
        return CheckVerdict::Kind::path;
    }
    if (status != "unsolvable" && status != "limit" && status != "interrupted")
        throw Damaged{"unknown status '" + display(status) + "'"};
    if (number_or(answer, "length", -1) >= 0) throw Wrong{"a length without being solved"};
    if (status == "unsolvable") {
        if (puzzle->solvable(most_arrangements)) throw Wrong{"said to be unsolvable, but there is a solution"};
        return CheckVerdict::Kind::unsolvable;
    }
    const long known = number_or(answer, "known_optimum", -1);
    if (known >= 0 && number_or(answer, "lower_bound", 0) > known)
        throw Wrong{"the lower bound is above the known optimum"};
    return CheckVerdict::Kind::unfinished;
}

}  // namespace

CheckVerdict check_answer(const json& answer, std::size_t most_arrangements) {
    try {
        return {judge(answer, most_arrangements), ""};
    } catch (const Wrong& wrong) {
        return {CheckVerdict::Kind::wrong, wrong.reason};
    } catch (const Damaged& damaged) {
        return {CheckVerdict::Kind::damaged, damaged.reason};
    } catch (const Foreign& foreign) {
        return {CheckVerdict::Kind::foreign, foreign.reason};
    }
}

}  // namespace tessera::cli
