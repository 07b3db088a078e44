// SPDX-License-Identifier: Apache-2.0
#include "cli/solve_options.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/processors.hpp"

#include "cli/colour_option.hpp"
#include "cli/units.hpp"

namespace tessera::cli {

void SolveOptions::add_to(CLI::App& command) {
    command.add_option("BOARD|FILE|-", inputs,
                       "a board such as \"1 2 3 4 5 6 0 7 8\", a file of boards, or - for standard input");
    command.add_option("--set", sets, "a set that comes with tessera, or some of its boards: korf100, korf100:1-5,88")
        ->allow_extra_args(false);

    command.add_option("-a,--algorithm", choice.algorithm, "how to search (see tessera list)")->capture_default_str();
    command.add_option("-H,--heuristic", choice.heuristic, "lower bound to search with (see tessera list)")
        ->capture_default_str();
    command.add_flag(
        "--pdb-map", pdb_map,
        "leave pattern databases in their files instead of reading them: processes share the memory, searches "
        "are slower, and nobody may write to the files meanwhile");
    command.add_option("--domain", choice.domain, "kind of puzzle (see tessera list)")->capture_default_str();
    command.add_option("--size", choice.size, "ROWSxCOLUMNS of the boards; squares need not be told");
    command.add_option("--goal", choice.goal, "board to reach; 1 2 3 ... 0 unless the file or set says otherwise");
    command.add_option("--metric", choice.metric, "bricks: what counts as one move: step (default), line or any");
    command.add_option("--goal-cells", choice.goal_cells,
                       "bricks: gate (only the master may enter them, default) or shared");
    command.add_option("-j,--threads", threads, "threads for parallel algorithms; 0: one per processor")
        ->check(CLI::Range(0u, 1024u))
        ->capture_default_str();
    command.add_flag("--oversubscribe", oversubscribe,
                     "idastar: search with all these threads, even if there are fewer processors");

    command
        .add_option("--ownership", ownership,
                    "hdastar: how boards are dealt out to threads: rows (boards that differ along a row stay together), "
                    "zobrist, abstract (coarse Zobrist hashing) or hash")
        ->check(CLI::IsMember({"rows", "zobrist", "abstract", "hash"}))
        ->capture_default_str();
    command
        .add_option(
            "--prune", prune,
            "idastar on tiles: automaton leaves out moves that only repeat what other moves do, none counts nodes as "
            "Korf did, auto prunes with pattern databases")
        ->check(CLI::IsMember({"auto", "none", "automaton"}))
        ->capture_default_str();
    command
        .add_option("--split", split,
                    "what threads share: tree (all search one board), boards (each takes its own) or auto (boards if they "
                    "are short)")
        ->check(CLI::IsMember({"auto", "tree", "boards"}))
        ->capture_default_str();

    command.add_option("--checkpoint", checkpoint, "idastar: save the run in this file, now and then and when interrupted");
    command.add_flag("--resume", resume, "go on with the run that the checkpoint holds; any number of threads");
    command.add_option("--checkpoint-every", checkpoint_every, "time between two saves: 500ms, 10s, 5m")
        ->capture_default_str();

    command.add_option("--time", time, "give up a board after this long: 10, 250ms, 10m, 1h");
    command.add_option("--nodes", nodes, "... after generating this many nodes: 1000, 1M, 2G");
    command.add_option("--memory", memory, "... when the program would need more than this: 500M, 8G");
    command.add_option("--max-cost", max_cost, "look for no solution longer than this")->check(CLI::Range(0, 100000));
    command.add_option("--max-depth", max_depth, "do not look deeper than this (bfs, dfs, ids)")
        ->check(CLI::Range(0, 100000));
    command.add_option("--seed", seed, "seed of every random choice")->capture_default_str();
    command.add_flag("--shuffle", shuffle, "dfs: try the directions in random order");

    command.add_flag("--json", json, "one JSON object per board and line");
    command.add_flag("--csv", csv, "comma-separated values with a header");
    command
        .add_option("--notation", notation,
                    "how text shows the moves: letters, hyphen, words (ways of the blank) or tiles")
        ->check(CLI::IsMember({"letters", "hyphen", "words", "tiles"}))
        ->capture_default_str();
    command
        .add_flag(
            "--trace{solution}", trace,
            "show the boards along the solution; --trace=back: from the goal back to the start; --trace=search: the "
            "nodes as they are visited; --trace=dot: "
            "these as a tree for Graphviz")
        ->check(CLI::IsMember({"solution", "back", "search", "dot"}));
    command.add_option("--trace-limit", trace_limit, "nodes shown by --trace=search and dot")->capture_default_str();
    add_colour_option(command, colour);
    command.add_flag("-q,--quiet", quiet, "no progress, no notes; errors are still told");
}

Format SolveOptions::format() const { return json ? Format::json : csv ? Format::csv : Format::text; }

TraceKind SolveOptions::trace_kind() const {
    if (trace == "solution") return TraceKind::solution;
    if (trace == "back") return TraceKind::back;
    if (trace == "search") return TraceKind::search;
    return trace == "dot" ? TraceKind::dot : TraceKind::none;
}

Notation SolveOptions::notation_kind() const {
    if (notation == "hyphen") return Notation::hyphen;
    if (notation == "words") return Notation::words;
    return notation == "tiles" ? Notation::tiles : Notation::letters;
}

Settings SolveOptions::settings() const {
    Settings settings;
    settings.threads = threads > 0 ? threads : usable_processors();
    if (oversubscribe) settings.processors = settings.threads;
    if (!time.empty()) settings.limits.time = parse_time("--time", time);
    if (!nodes.empty()) settings.limits.nodes = parse_count("--nodes", nodes);
    if (!memory.empty()) settings.limits.bytes = parse_bytes("--memory", memory);
    if (max_cost >= 0) settings.limits.cost = max_cost;
    if (max_depth >= 0) settings.limits.depth = max_depth;
    settings.ownership = ownership == "zobrist"    ? Ownership::zobrist
                         : ownership == "abstract" ? Ownership::abstract_zobrist
                         : ownership == "hash"     ? Ownership::hash
                                                   : Ownership::rows;
    settings.pruning = prune == "none" ? Pruning::none : prune == "automaton" ? Pruning::automaton : Pruning::automatic;
    settings.seed = seed;
    settings.shuffle_moves = shuffle;
    return settings;
}

std::chrono::nanoseconds SolveOptions::checkpoint_interval() const {
    return parse_time("--checkpoint-every", checkpoint_every);
}

void SolveOptions::check() const {
    if (resume && checkpoint.empty()) throw UsageError("--resume wants --checkpoint FILE to tell which run to go on with");
    (void)checkpoint_interval();
    if (split == "boards" && !memory.empty())
        throw UsageError("--memory is meant for one board at a time; use --split tree with it");
    if (split == "boards" && trace_kind() != TraceKind::none)
        throw UsageError("a trace follows one board at a time; use --split tree with it");
    if (json && csv) throw UsageError("--json and --csv exclude each other");
    const TraceKind kind = trace_kind();
    if (csv && kind != TraceKind::none) throw UsageError("--csv has no room for a trace; leave one of them out");
    if (json && (kind == TraceKind::search || kind == TraceKind::dot))
        throw UsageError("--json has no room for a trace of the search; --trace=solution adds the field 'steps'");
}

}  // namespace tessera::cli
