// SPDX-License-Identifier: Apache-2.0
// The machine this runs on, as far as it matters for speed.  Never its name, nor the user's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct Cache {
    int level = 0;
    std::string type;  // "Data", "Instruction", "Unified"
    std::uint64_t bytes = 0;
};

// What the system does not tell is missing.
struct Machine {
    std::string system;              // "Linux 6.1.0 x86_64"
    std::optional<std::string> cpu;  // model
    unsigned processors = 1;         // that this process may use
    std::vector<Cache> caches;       // of one processor
    std::optional<std::uint64_t> memory_bytes;
    std::optional<std::uint64_t> available_bytes;
    std::uint64_t page_bytes = 0;
    std::optional<std::uint64_t> huge_page_bytes;
    std::optional<std::uint64_t> huge_pages;            // reserved
    std::optional<std::string> transparent_huge_pages;  // "always", "madvise", "never"
    std::optional<std::string> governor;                // of the clock rate
    std::optional<double> load;                         // processes running, averaged over a minute
};

[[nodiscard]] Machine look_at_machine();

}  // namespace tessera
