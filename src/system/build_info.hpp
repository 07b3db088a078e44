// SPDX-License-Identifier: Apache-2.0
// Which program this is and how it was built.
#pragma once

#include <string_view>

namespace tessera {

struct BuildInfo {
    std::string_view version;     // "0.1.0"
    std::string_view revision;    // what git says, or "unknown" outside a repository
    std::string_view compiler;    // "GNU 12.2.0"
    std::string_view build_type;  // "Release"
    std::string_view flags;       // of the compiler
};

[[nodiscard]] const BuildInfo& build_info() noexcept;

}  // namespace tessera
