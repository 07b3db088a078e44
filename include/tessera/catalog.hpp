// SPDX-License-Identifier: Apache-2.0
// Names in, compiled solvers out: the one seam between templates and words.
#pragma once

#include "tessera/answer.hpp"
#include "tessera/core/settings.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// One line of a search trace, for small searches (see search/observer.hpp).
struct TraceLine {
    enum class Kind { round, visit, retreat } kind = Kind::visit;
    std::uint64_t node = 0;    // number in order of creation
    std::uint64_t parent = 0;  // 0: none
    std::uint64_t order = 0;   // number in order of visiting
    Cost depth = 0;
    Cost estimate = 0;
    std::string state;
};

// What to solve with.  Empty means the default of the domain.
struct Choice {
    std::string domain = "tiles";
    std::string algorithm = "auto";  // idastar for tiles, astar for the others
    std::string heuristic = "auto";
    std::string size;     // tiles: "3x4"; empty: a square as the count of numbers tells
    std::string goal;     // tiles: numbers; empty: `blank_first` decides
    bool blank_first = false;  // tiles: the goal is 0 1 2 ... instead of 1 2 ... 0
    std::string metric;        // bricks: "step" (default), "line" or "any"
    std::string goal_cells;    // bricks: "gate" (default) or "shared"
    bool want_steps = false;
    std::function<void(const TraceLine&)> on_trace;  // only searches that can be traced; else UnsupportedError
    std::function<void(const std::string&)> on_warning;
};

// Solves instances one after the other; tables are made at the first need and kept.  May be used by several threads
// at once, one instance each.  Throws InputError for a bad instance and UsageError for a bad choice.
class Solver {
public:
    virtual ~Solver() = default;
    virtual Answer solve(const Instance&, const Settings&) = 0;
};

// Throws UsageError for names that are not in the lists below.
[[nodiscard]] std::unique_ptr<Solver> open_solver(const Choice&);

// The heuristic that "auto" stands for: the strongest one this domain has.
[[nodiscard]] std::string automatic_heuristic(std::string_view domain);

// The shortest use of the library: one board, blank-last goal unless the choice says otherwise.
[[nodiscard]] Answer solve(std::string_view board, const Choice& = {}, const Settings& = {});

// For `tessera list`, completions and error messages.
struct CatalogEntry {
    std::string name;
    std::string summary;
    std::string remark;  // "optimal", "consistent", "parallel", ...
};
// Whether an instance of this domain is a whole file (true) or one line of it.
[[nodiscard]] bool instance_is_file(std::string_view domain);

[[nodiscard]] std::vector<CatalogEntry> list_domains();
[[nodiscard]] std::vector<CatalogEntry> list_algorithms();
[[nodiscard]] std::vector<CatalogEntry> list_heuristics(std::string_view domain);

}  // namespace tessera
