// SPDX-License-Identifier: Apache-2.0
// tessera pdb verify: a second opinion on a table.
#include "tessera/core/error.hpp"
#include "tessera/parallel/processors.hpp"
#include "tessera/pdb/verify.hpp"

#include "cli/machine_fields.hpp"
#include "cli/pdb_commands.hpp"
#include "cli/pdb_target.hpp"
#include "cli/progress.hpp"
#include "cli/units.hpp"
#include "system/resources.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <chrono>

namespace tessera::cli {

namespace {

struct VerifyOptions {
    PdbTarget target;
    unsigned threads = 0;
    bool json = false;
    bool quiet = false;
};

void verify_file(Context& context, const VerifyOptions& options, const std::string& path) {
    const unsigned threads = options.threads > 0 ? options.threads : usable_processors();
    const auto begin = std::chrono::steady_clock::now();
    const Table table = read_table(path, threads, TableMemory::mapped);
    WorkProgress progress(context.console, fmt::format("verifying {} tiles", table.pattern.tiles()), table.states, "states",
                          Pace::layers);
    const Verdict verdict = verify_table(
        table, threads, [&](int, std::uint64_t states) { progress.update(states); }, context.watch_signals().token());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    context.console.clear();
    if (options.json) {
        Json json = object_of_kind("verdict");
        json["file"] = path;
        json["right"] = verdict.right;
        json["fault"] = verdict.right ? Json(nullptr) : Json(verdict.fault);
        json["entries"] = table.entries();
        json["states"] = verdict.states;
        json["depth"] = verdict.depth;
        json["seconds"] = seconds;
        json["threads"] = threads;
        json["peak_bytes"] = peak_bytes();
        json["context"] = context_fields();
        context.out.line(json.dump());
    } else if (verdict.right) {
        context.out.line(fmt::format("{}: right; {} entries are exact distances ({} states, depth {}, {})", display(path, 200),
                                     show_count(table.entries()), show_count(verdict.states), verdict.depth,
                                     show_seconds(seconds)));
    }
    if (!verdict.right) context.note(InputError(display(path, 200) + ": a wrong table, not to be used: " + verdict.fault));
    context.out.flush();
}

void verify(Context& context, const VerifyOptions& options) {
    if (options.quiet) context.console.be_quiet();
    (void)context.watch_signals();
    if (options.target.is_file()) return verify_file(context, options, options.target.name);
    for (const std::string& path : cached_paths(options.target.partition())) verify_file(context, options, path);
}

}  // namespace

void add_pdb_verify(CLI::App& pdb, Context& context) {
    auto* command = pdb.add_subcommand("verify", "Prove that every entry of a table is right, without trusting its builder");
    const auto options = std::make_shared<VerifyOptions>();
    options->target.add_to(*command, "FILE|NAME");
    command->add_option("-j,--threads", options->threads, "threads; 0: one per processor")
        ->check(CLI::Range(0u, 1024u))->capture_default_str();
    command->add_flag("--json", options->json, "one JSON object per table and line");
    command->add_flag("-q,--quiet", options->quiet, "no progress, no notes; errors are still told");
    command->footer("\nExamples:\n  tessera pdb verify 7-8\n  tessera pdb verify ./table.pdb --json");
    command->callback([&context, options] { verify(context, *options); });
}

}  // namespace tessera::cli
