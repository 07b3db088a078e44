// SPDX-License-Identifier: Apache-2.0
// The fields of an answer for machines: one table yields JSON and CSV.
#pragma once

#include "tessera/answer.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace tessera::cli {

// Keeps the order in which fields are added.
using Json = nlohmann::ordered_json;

// Counts up when a field changes its meaning or goes away; new fields may come at any time.  What the fields mean is
// told by tools/docs/schema/, a file for every kind of object.
inline constexpr int schema_version = 2;

// The beginning of every object that leaves the program: "schema_version" and "kind".
[[nodiscard]] Json object_of_kind(std::string_view kind);

// Every field with a single value, in the order of the output; the counters of core/stats.hpp among them.
[[nodiscard]] Json scalar_fields(const Answer&);

// The same with what has parts behind it: the facts of the machine, iterations, workers, and the steps of the solution
// if the answer has them.
[[nodiscard]] Json all_fields(const Answer&);

[[nodiscard]] std::string_view status_name(Outcome);
[[nodiscard]] std::string_view limit_name(Limit);

}  // namespace tessera::cli
