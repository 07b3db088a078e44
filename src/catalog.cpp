// SPDX-License-Identifier: Apache-2.0
#include "tessera/catalog.hpp"

#include "tessera/core/error.hpp"
#include "tessera/domains/all.hpp"
#include "tessera/heuristics/all.hpp"
#include "tessera/search/all.hpp"

#include "domains/agent_text.hpp"
#include "domains/bricks_text.hpp"
#include "domains/tiles.hpp"
#include "words.hpp"

#include <algorithm>

namespace tessera {

namespace {

struct DomainEntry {
    CatalogEntry entry;
    std::unique_ptr<Solver> (*open)(const Choice&);
    std::vector<CatalogEntry> heuristics;
    bool (*has_heuristic)(std::string_view);
    bool instance_is_file;
    std::string_view algorithm;  // that "auto" stands for
};

template <Domain D>
std::vector<CatalogEntry> heuristics_of() {
    std::vector<CatalogEntry> list;
    for_each_type(HeuristicsOf<D>{}, [&](auto tag) {
        using H = typename decltype(tag)::type;
        list.push_back({std::string(H::name), std::string(H::summary), H::consistent ? "consistent" : "not consistent"});
    });
    return list;
}

template <Domain D>
bool has_heuristic(std::string_view name) {
    bool found = false;
    for_each_type(HeuristicsOf<D>{}, [&](auto tag) { found |= answers_to<typename decltype(tag)::type>(name); });
    return found;
}

const std::vector<DomainEntry>& domains() {
    static const std::vector<DomainEntry> list{
        {{"tiles", "sliding tiles on 2x2 to 5x5 and other rectangles of up to 25 cells", ""},
         open_tiles, heuristics_of<FifteenPuzzle>(), has_heuristic<FifteenPuzzle>, false, "idastar"},
        {{"agent", "an agent brings named tiles to their goals on a grid with obstacles, up to 128 cells", ""},
         open_agent, heuristics_of<AgentWorld>(), has_heuristic<AgentWorld>, true, "astar"},
        {{"bricks", "sliding bricks of several shapes; the master brick must reach the goal cells", ""},
         open_bricks, heuristics_of<Bricks>(), has_heuristic<Bricks>, true, "astar"},
    };
    return list;
}

const DomainEntry& find_domain(std::string_view name) {
    for (const DomainEntry& domain : domains())
        if (domain.entry.name == name) return domain;
    throw UsageError(unknown_name("domain", name, list_domains()));
}

bool contains(const std::vector<CatalogEntry>& list, std::string_view name) {
    return std::any_of(list.begin(), list.end(), [&](const CatalogEntry& entry) { return entry.name == name; });
}

}  // namespace

std::vector<CatalogEntry> list_domains() {
    std::vector<CatalogEntry> list;
    for (const DomainEntry& domain : domains()) list.push_back(domain.entry);
    return list;
}

std::vector<CatalogEntry> list_algorithms() {
    std::vector<CatalogEntry> list;
    for_each_type(AllAlgorithms{}, [&](auto tag) {
        using A = typename decltype(tag)::type;
        std::string remark = A::optimal ? "optimal" : "not optimal";
        if (A::parallel) remark += ", parallel";
        if (!A::informed) remark += ", uses no heuristic";
        list.push_back({std::string(A::name), std::string(A::summary), remark});
    });
    return list;
}

std::vector<CatalogEntry> list_heuristics(std::string_view domain) { return find_domain(domain).heuristics; }

bool instance_is_file(std::string_view domain) { return find_domain(domain).instance_is_file; }

std::string automatic_heuristic(std::string_view domain) {
    const auto& list = find_domain(domain).heuristics;
    for (const std::string_view name : {"linear-conflict", "manhattan"})
        if (contains(list, name)) return std::string(name);
    return list.back().name;
}

std::unique_ptr<Solver> open_solver(const Choice& wanted) {
    const DomainEntry& domain = find_domain(wanted.domain);
    Choice choice = wanted;
    if (choice.algorithm == "auto") choice.algorithm = domain.algorithm;
    if (!contains(list_algorithms(), choice.algorithm))
        throw UsageError(unknown_name("algorithm", choice.algorithm, list_algorithms()));
    if (choice.heuristic != "auto" && !domain.has_heuristic(choice.heuristic))
        throw UsageError(unknown_name("heuristic", choice.heuristic, domain.heuristics));
    for_each_type(AllAlgorithms{}, [&](auto tag) {
        using A = typename decltype(tag)::type;
        const bool ignored = !A::informed && choice.heuristic != "auto" && choice.heuristic != "blind";
        if (A::name == choice.algorithm && ignored && choice.on_warning)
            choice.on_warning(choice.algorithm + " uses no heuristic; '" + choice.heuristic + "' is left aside");
    });
    return domain.open(choice);
}

Answer solve(std::string_view board, const Choice& choice, const Settings& settings) {
    return open_solver(choice)->solve({"1", std::string(board), {"board", 0, 0}, std::nullopt}, settings);
}

}  // namespace tessera
