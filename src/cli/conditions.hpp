// SPDX-License-Identifier: Apache-2.0
// What a series of measurements was made with, and where two series differ: times of different work say nothing.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

struct Conditions {
    std::map<std::string, std::string> work;   // what was asked for: boards, limits
    std::map<std::string, std::string> facts;  // with what: processor, compiler, revision
};

// From scale.json or scale.csv.  Throws InputError, or nlohmann's exceptions, for anything else.
[[nodiscard]] Conditions conditions_from(std::string_view text, std::string_view source);

struct Differences {
    bool other_work = false;             // the times cannot be compared
    std::vector<std::string> sentences;  // "other boards: korf100:1-20, then korf100:1-10"
};

[[nodiscard]] Differences differences(const Conditions& before, const Conditions& after);

}  // namespace tessera::cli
