// SPDX-License-Identifier: Apache-2.0
// tessera info: which program, built how, on what machine.
#include "cli/commands.hpp"
#include "cli/machine_fields.hpp"
#include "cli/units.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

void print_text(Output& out, const BuildInfo& build, const Machine& machine) {
    const auto row = [&](std::string_view name, std::string_view text) {
        out.line(fmt::format("{:<11}{}", name, text));
    };
    const std::string unknown = "unknown";
    const auto why = [&](std::string_view field) { return fmt::format("unknown: {}", reason_unknown(field)); };
    const auto bytes = [&](const std::optional<std::uint64_t>& value) { return value ? show_bytes(*value) : unknown; };
    row("version", fmt::format("tessera {}", build.version));
    row("revision", build.revision);
    row("compiler", fmt::format("{}, {} build", build.compiler, build.build_type));
    row("flags", build.flags);
    row("system", machine.system);
    row("cpu", machine.cpu.value_or(why("cpu")));
    row("processors", std::to_string(machine.processors));
    std::string caches;
    for (const Cache& cache : machine.caches)
        caches +=
            fmt::format("{}L{} {} {}", caches.empty() ? "" : ", ", cache.level, cache.type, show_bytes(cache.bytes));
    row("caches", caches.empty() ? why("caches") : caches);
    row("memory", fmt::format("{}, {} available", bytes(machine.memory_bytes), bytes(machine.available_bytes)));
    row("pages", fmt::format("{}; transparent huge pages: {}; reserved huge pages: {} of {}",
                             show_bytes(machine.page_bytes), machine.transparent_huge_pages.value_or(unknown),
                             machine.huge_pages ? std::to_string(*machine.huge_pages) : unknown,
                             bytes(machine.huge_page_bytes)));
    row("governor", machine.governor.value_or(why("governor")));
    row("load", machine.load ? fmt::format("{:.2f}", *machine.load) : why("load"));
}

}  // namespace

void add_info(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("info", "Show version, build and machine");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "as one JSON object");
    command->footer("\nExamples:\n  tessera info\n  tessera info --json\n");
    command->callback([&context, json] {
        const Machine machine = look_at_machine();
        if (*json) {
            Json object = object_of_kind("machine");
            object.update(machine_fields(build_info(), machine));
            context.out.line(object.dump());
        } else {
            print_text(context.out, build_info(), machine);
        }
    });
}

}  // namespace tessera::cli
