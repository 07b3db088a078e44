// SPDX-License-Identifier: Apache-2.0
// Pattern in, table out.
#pragma once

#include "tessera/pdb/table.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace tessera {

// Told after every layer of the breadth-first search.
struct BuildProgress {
    int layer = 0;
    std::uint64_t states = 0;         // met so far
    std::uint64_t entries_known = 0;  // entries whose distance is known
    std::uint64_t entries = 0;        // of the whole table
    double seconds = 0;
};
using OnBuildProgress = std::function<void(const BuildProgress&)>;

// What a build will take; known without building.
struct BuildEstimate {
    std::uint64_t entries = 0;
    std::uint64_t payload_bytes = 0;  // with half-byte entries
    std::uint64_t peak_bytes = 0;     // of memory
};
[[nodiscard]] BuildEstimate estimate_build(const Pattern&);

// The table of a pattern.  Its bytes depend on the pattern alone, not on threads or machine.  Throws UnsupportedError
// for a pattern that makes no sense, std::bad_alloc, and Error(interrupted) when a stop is requested.
[[nodiscard]] Table build_table(const Pattern&, unsigned threads, const OnBuildProgress& = {}, std::stop_token = {});

}  // namespace tessera
