// SPDX-License-Identifier: Apache-2.0
// tessera info: which program, built how, on what machine.
#include "cli/commands.hpp"
#include "cli/fields.hpp"
#include "cli/units.hpp"
#include "system/build_info.hpp"
#include "system/machine.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json to_json(const BuildInfo& build, const Machine& machine) {
    Json json;
    json["version"] = build.version;
    json["revision"] = build.revision;
    json["compiler"] = build.compiler;
    json["build_type"] = build.build_type;
    json["flags"] = build.flags;
    json["system"] = machine.system;
    json["cpu"] = or_null(machine.cpu);
    json["processors"] = machine.processors;
    json["caches"] = Json::array();
    for (const Cache& cache : machine.caches)
        json["caches"].push_back({{"level", cache.level}, {"type", cache.type}, {"bytes", cache.bytes}});
    json["memory_bytes"] = or_null(machine.memory_bytes);
    json["available_bytes"] = or_null(machine.available_bytes);
    json["page_bytes"] = machine.page_bytes;
    json["huge_page_bytes"] = or_null(machine.huge_page_bytes);
    json["huge_pages"] = or_null(machine.huge_pages);
    json["transparent_huge_pages"] = or_null(machine.transparent_huge_pages);
    json["governor"] = or_null(machine.governor);
    json["load"] = or_null(machine.load);
    return json;
}

void print_text(Output& out, const BuildInfo& build, const Machine& machine) {
    const auto row = [&](std::string_view name, std::string_view text) {
        out.line(fmt::format("{:<11}{}", name, text));
    };
    const std::string unknown = "unknown";
    const auto bytes = [&](const std::optional<std::uint64_t>& value) { return value ? show_bytes(*value) : unknown; };
    row("version", fmt::format("tessera {}", build.version));
    row("revision", build.revision);
    row("compiler", fmt::format("{}, {} build", build.compiler, build.build_type));
    row("flags", build.flags);
    row("system", machine.system);
    row("cpu", machine.cpu.value_or(unknown));
    row("processors", std::to_string(machine.processors));
    std::string caches;
    for (const Cache& cache : machine.caches)
        caches +=
            fmt::format("{}L{} {} {}", caches.empty() ? "" : ", ", cache.level, cache.type, show_bytes(cache.bytes));
    row("caches", caches.empty() ? unknown : caches);
    row("memory", fmt::format("{}, {} available", bytes(machine.memory_bytes), bytes(machine.available_bytes)));
    row("pages", fmt::format("{}; transparent huge pages: {}; reserved huge pages: {} of {}",
                             show_bytes(machine.page_bytes), machine.transparent_huge_pages.value_or(unknown),
                             machine.huge_pages ? std::to_string(*machine.huge_pages) : unknown,
                             bytes(machine.huge_page_bytes)));
    row("governor", machine.governor.value_or(unknown));
    row("load", machine.load ? fmt::format("{:.2f}", *machine.load) : unknown);
}

}  // namespace

void add_info(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("info", "Show version, build and machine");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "as one JSON object");
    command->footer("\nExamples:\n  tessera info\n  tessera info --json\n");
    command->callback([&context, json] {
        const Machine machine = look_at_machine();
        if (*json)
            context.out.line(to_json(build_info(), machine).dump());
        else
            print_text(context.out, build_info(), machine);
    });
}

}  // namespace tessera::cli
