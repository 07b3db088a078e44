// SPDX-License-Identifier: Apache-2.0
// The options of `tessera solve`, as typed and as understood.
#pragma once

#include "tessera/catalog.hpp"
#include "tessera/core/settings.hpp"

#include "cli/notation.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::cli {

enum class Format { text, json, csv };
enum class TraceKind { none, solution, back, search, dot };

struct SolveOptions {
    std::vector<std::string> inputs;  // boards, file names, "-"
    std::vector<std::string> sets;
    Choice choice;                    // domain, algorithm, heuristic, size, goal
    bool pdb_map = false;             // tables stay in their files
    unsigned threads = 0;             // 0: all processors
    bool oversubscribe = false;       // all these threads, even if there are fewer processors
    std::string ownership = "rows";
    std::string prune = "auto";
    std::string time, nodes, memory;  // as typed
    Cost max_cost = -1;               // -1: none
    Cost max_depth = -1;
    std::uint64_t seed = 1;
    bool shuffle = false;
    bool json = false;
    bool csv = false;
    bool quiet = false;
    std::string split = "auto";       // what threads share: tree, boards or auto
    std::string checkpoint;           // file; empty: none
    std::string checkpoint_every = "10s";
    bool resume = false;
    std::string trace;
    std::uint64_t trace_limit = 1000;
    std::string notation = "letters";
    std::string colour = "auto";

    void add_to(CLI::App& command);

    [[nodiscard]] Format format() const;
    [[nodiscard]] TraceKind trace_kind() const;
    [[nodiscard]] Notation notation_kind() const;
    // Without stop token and callbacks.  Throws UsageError.
    [[nodiscard]] Settings settings() const;
    [[nodiscard]] std::chrono::nanoseconds checkpoint_interval() const;
    // Throws UsageError where options contradict each other.
    void check() const;
};

}  // namespace tessera::cli
