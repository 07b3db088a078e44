// SPDX-License-Identifier: Apache-2.0
// tessera bench: the signature of the searches, with the time it took.
#include "tessera/core/error.hpp"
#include "tessera/parallel/processors.hpp"

#include "cli/colour_option.hpp"
#include "cli/commands.hpp"
#include "cli/compare.hpp"
#include "cli/machine_fields.hpp"
#include "cli/signature.hpp"
#include "cli/terminal.hpp"
#include "cli/units.hpp"
#include "cli/whole_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace tessera::cli {

namespace {

struct BenchOptions {
    unsigned threads = 0;
    bool oversubscribe = false;
    bool json = false;
    std::vector<std::string> compare;  // old and new
    std::string colour = "auto";
};

void print_text(Output& out, const Signature& signature) {
    out.line(fmt::format("{:<18} {:>12} {:>12} {:>12}", "idastar with", "expanded", "time", "rate"));
    for (const SignaturePart& part : signature.parts)
        out.line(fmt::format("{:<18} {:>12} {:>12} {:>12}", part.heuristic, show_count(part.expanded),
                             show_seconds(part.seconds), show_rate(part.generated, part.seconds)));
    out.line(fmt::format("signature {}", signature.value()));
}

void print_json(Output& out, const Signature& signature) {
    Json json = object_of_kind("signature");
    json["signature"] = signature.value();
    json["threads"] = signature.threads;
    json["context"] = context_fields();
    json["parts"] = Json::array();
    for (const SignaturePart& part : signature.parts)
        json["parts"].push_back({{"heuristic", part.heuristic},
                                 {"expanded", part.expanded},
                                 {"generated", part.generated},
                                 {"seconds", part.seconds}});
    out.line(json.dump());
}

void compare_results(Context& context, const BenchOptions& options) {
    const std::string& old_path = options.compare.front();
    const std::string& new_path = options.compare.back();
    const std::string old_text = read_whole_file(old_path);
    const std::string new_text = read_whole_file(new_path);
    const Measurements before = measurements_from(old_text, old_path);
    const Measurements after = measurements_from(new_text, new_path);
    const Differences found = differences(conditions_from(old_text, old_path), conditions_from(new_text, new_path));
    if (options.json)
        context.out.line(compare_json(before, after, found));
    else
        context.out.write(compare_table(before, after, found, {wants_colour(options.colour, STDOUT_FILENO)}));
}

void bench(Context& context, const BenchOptions& options) {
    if (!options.compare.empty()) return compare_results(context, options);
    Settings settings;
    settings.threads = options.threads > 0 ? options.threads : usable_processors();
    if (options.oversubscribe) settings.processors = settings.threads;
    settings.stop = context.watch_signals().token();
    const Signature signature = measure_signature(settings);
    if (!signature.complete) {  // half a signature would only mislead
        context.note(ExitCode::interrupted);
        return;
    }
    options.json ? print_json(context.out, signature) : print_text(context.out, signature);
}

}  // namespace

void add_bench(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("bench", "Show the signature: do the searches still visit the same nodes?");
    const auto options = std::make_shared<BenchOptions>();
    command->add_option("-j,--threads", options->threads, "threads; 0: one per processor.  The signature is the same")
        ->check(CLI::Range(0u, 1024u))
        ->capture_default_str();
    command->add_flag("--oversubscribe", options->oversubscribe,
                      "search with all these threads, even if there are fewer processors");
    command->add_flag("--json", options->json, "as one JSON object");
    command
        ->add_option("--compare", options->compare,
                     "instead: two results of tessera scale, old and new; the worst change first, with a verdict")
        ->expected(2);
    add_colour_option(*command, options->colour);
    command->footer(
        "\nExamples:\n  tessera bench\n  tessera bench --threads 4 --json\n"
        "  tessera bench --compare old/scale.json new/scale.json\n");
    command->callback([&context, options] { bench(context, *options); });
}

}  // namespace tessera::cli
