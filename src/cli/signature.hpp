// SPDX-License-Identifier: Apache-2.0
// One number that tells whether the searches still go through the same nodes.
#pragma once

#include "tessera/core/settings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::cli {

// IDA* with one heuristic over the boards of the set "bench".  A completed round visits every node within its bound,
// whatever the order, so that the nodes expanded in completed rounds are the same for any number of threads, any
// compiler and any machine.
struct SignaturePart {
    std::string heuristic;
    std::uint64_t expanded = 0;  // in completed rounds
    double seconds = 0;          // of all rounds
    std::uint64_t generated = 0;
};

struct Signature {
    std::vector<SignaturePart> parts;
    [[nodiscard]] std::uint64_t value() const;  // the sum of the parts
    unsigned threads = 1;                       // that searched
    bool complete = true;                       // false: interrupted
};

// One part per heuristic: each has a kernel, or a way of being updated, of its own.
[[nodiscard]] Signature measure_signature(const Settings& settings);

}  // namespace tessera::cli
