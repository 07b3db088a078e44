// SPDX-License-Identifier: Apache-2.0
// Build and machine as fields of a result: a number without its conditions is worth nothing.
#pragma once

#include "cli/fields.hpp"
#include "system/build_info.hpp"
#include "system/machine.hpp"

#include <string>

namespace tessera::cli {

// Everything; what the system does not tell is null, and "unknown" says why.
[[nodiscard]] Json machine_fields(const BuildInfo&, const Machine&);

// The same for this program on this machine, looked up once: what every result carries.
[[nodiscard]] const Json& context_fields();

// Why a fact is missing: "the system shows no clock governor".
[[nodiscard]] std::string reason_unknown(std::string_view field);

// Processor, number of processors and compiler in a few words, looked up once: short enough for every line of output.
[[nodiscard]] const std::string& machine_in_short();

}  // namespace tessera::cli
