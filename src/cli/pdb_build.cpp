// SPDX-License-Identifier: Apache-2.0
// tessera pdb build: tables for later, in the cache or somewhere else.
#include "tessera/parallel/processors.hpp"

#include "cli/machine_fields.hpp"
#include "cli/pdb_commands.hpp"
#include "cli/pdb_target.hpp"
#include "cli/table_cache.hpp"
#include "cli/units.hpp"
#include "system/posix.hpp"
#include "system/resources.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <chrono>

namespace tessera::cli {

namespace {

struct BuildOptions {
    PdbTarget target;
    unsigned threads = 0;
    std::string out;
    bool force = false;
    bool json = false;
    bool quiet = false;
};

struct Built {
    TableHeader header;
    std::string path;
    double seconds = 0;        // of the build alone; 0: was there already
    double store_seconds = 0;  // of writing the file
};

class BuildRun {
public:
    BuildRun(Context& context, const BuildOptions& options)
        : context_(context), options_(options), partition_(options.target.partition()),
          threads_(options.threads > 0 ? options.threads : usable_processors()) {}

    void run() {
        if (options_.quiet) context_.console.be_quiet();
        const std::stop_token stop = context_.watch_signals().token();
        const std::vector<Pattern> missing = choose_missing();
        if (!missing.empty())
            context_.console.note(fmt::format("building {}: {} table{} on {} thread{}, {}", partition_.name, missing.size(),
                                              missing.size() == 1 ? "" : "s", threads_, threads_ == 1 ? "" : "s",
                                              show_estimate(missing, threads_)));
        for (const Pattern& pattern : partition_.patterns) report(build(pattern, stop));
    }

private:
    // What must be built.  Says no before hours of work rather than after.
    std::vector<Pattern> choose_missing() {
        std::vector<Pattern> missing;
        if (options_.out.empty()) cache_.make();
        for (const Pattern& pattern : partition_.patterns) {
            if (!options_.out.empty()) {
                const FilePlace place = split_path(path_of(pattern));
                if (Directory::open(place.directory).look(place.name) && !options_.force)
                    throw UsageError(display(path_of(pattern), 200) + " is there already; --force replaces it");
                missing.push_back(pattern);
            } else if (options_.force || !cache_.find(pattern)) {
                missing.push_back(pattern);
            }
        }
        return missing;
    }

    // A directory takes all tables under their usual names, a file takes one.
    [[nodiscard]] std::string path_of(const Pattern& pattern) const {
        if (options_.out.empty()) return cache_.path_of(pattern);
        if (Directory::find(options_.out)) return options_.out + "/" + TableCache::file_name(pattern);
        if (partition_.patterns.size() > 1)
            throw UsageError(fmt::format("{} has {} tables and a file takes one: name a directory with --out",
                                         partition_.name, partition_.patterns.size()));
        return options_.out;
    }

    Built build(const Pattern& pattern, const std::stop_token& stop) {
        Built built;
        built.path = path_of(pattern);
        if (options_.out.empty() && !options_.force)
            if (const auto header = cache_.find(pattern)) {
                built.header = *header;
                return built;
            }
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        const Table table = build_with_bar(pattern, stop);
        const auto end = Clock::now();
        built.header = options_.out.empty() ? cache_.store(table, threads_) : write_table(built.path, table, threads_);
        built.seconds = std::chrono::duration<double>(end - begin).count();
        built.store_seconds = std::chrono::duration<double>(Clock::now() - end).count();
        return built;
    }

    Table build_with_bar(const Pattern& pattern, const std::stop_token& stop) {
        BuildBar bar(context_.console, pattern);
        return build_table(pattern, threads_, [&](const BuildProgress& progress) { bar.update(progress); }, stop);
    }

    void report(const Built& built) {
        const TableHeader& header = built.header;
        if (options_.json) {
            Json json = header_fields(header, built.path);
            json["name"] = partition_.name;
            json["built"] = built.seconds > 0;
            json["seconds"] = built.seconds;
            json["store_seconds"] = built.store_seconds;
            json["threads"] = threads_;
            json["peak_bytes"] = peak_bytes();
            json["context"] = context_fields();
            context_.out.line(json.dump());
        } else {
            context_.out.line(fmt::format(
                "{}: {} entries, {} states, depth {}, mean {:.4f}, {}, {}", show_pattern(header.pattern),
                show_count(header.entries), show_count(header.states), header.depth, header.mean(),
                show_bytes(header.file_bytes()), built.seconds > 0 ? show_seconds(built.seconds) : "there already"));
        }
        context_.out.flush();
    }

    Context& context_;
    const BuildOptions& options_;
    Partition partition_;
    unsigned threads_;
    TableCache cache_;
};

}  // namespace

void add_pdb_build(CLI::App& pdb, Context& context) {
    auto* command = pdb.add_subcommand("build", "Build the tables of a partition and keep them");
    const auto options = std::make_shared<BuildOptions>();
    options->target.add_to(*command, "NAME");
    command->add_option("-j,--threads", options->threads, "threads; 0: one per processor")
        ->check(CLI::Range(0u, 1024u))->capture_default_str();
    command->add_option("--out", options->out, "a directory for the tables, or a file for one, instead of the cache");
    command->add_flag("--force", options->force, "build and replace what is there already");
    command->add_flag("--json", options->json, "one JSON object per table and line");
    command->add_flag("-q,--quiet", options->quiet, "no progress, no notes; errors are still told");
    command->footer(
        "\nExamples:\n"
        "  tessera pdb build 7-8\n"
        "  tessera pdb build --size 3x4 --patterns \"1,2,5,6/3,4,7,8/9,10,11\"");
    command->callback([&context, options] { BuildRun(context, *options).run(); });
}

}  // namespace tessera::cli
