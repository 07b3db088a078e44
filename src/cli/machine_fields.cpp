// SPDX-License-Identifier: Apache-2.0
#include "cli/machine_fields.hpp"

#include <fmt/format.h>

#include <array>

namespace tessera::cli {

namespace {

struct Reason {
    std::string_view field, text;
};

constexpr std::array reasons{
    Reason{"revision", "not built in a git repository"},
    Reason{"cpu", "/proc/cpuinfo names no model"},
    Reason{"caches", "/sys describes no caches"},
    Reason{"memory_bytes", "/proc/meminfo cannot be read"},
    Reason{"available_bytes", "/proc/meminfo cannot be read"},
    Reason{"huge_page_bytes", "/proc/meminfo tells nothing of huge pages"},
    Reason{"huge_pages", "/proc/meminfo tells nothing of huge pages"},
    Reason{"transparent_huge_pages", "/sys/kernel/mm/transparent_hugepage cannot be read"},
    Reason{"governor", "/sys shows no clock governor (a virtual machine, or the firmware decides)"},
    Reason{"load", "the system tells no load average"},
};

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

std::string reason_unknown(std::string_view field) {
    for (const Reason& reason : reasons)
        if (reason.field == field) return std::string(reason.text);
    return "not told by the system";
}

Json machine_fields(const BuildInfo& build, const Machine& machine) {
    Json json;
    json["version"] = build.version;
    json["revision"] = build.revision == "unknown" ? Json(nullptr) : Json(build.revision);
    json["compiler"] = build.compiler;
    json["build_type"] = build.build_type;
    json["flags"] = build.flags;
    json["system"] = machine.system;
    json["cpu"] = or_null(machine.cpu);
    json["processors"] = machine.processors;
    json["caches"] = machine.caches.empty() ? Json(nullptr) : Json::array();
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
    Json unknown = Json::object();
    for (const auto& [name, value] : json.items())
        if (value.is_null()) unknown[name] = reason_unknown(name);
    json["unknown"] = std::move(unknown);
    return json;
}

const Json& context_fields() {
    static const Json fields = machine_fields(build_info(), look_at_machine());
    return fields;
}

const std::string& machine_in_short() {
    static const std::string text = [] {
        const Machine machine = look_at_machine();
        return fmt::format("{}, {} processor{}, {} {}", machine.cpu.value_or("unknown CPU"), machine.processors,
                           machine.processors == 1 ? "" : "s", build_info().compiler, build_info().build_type);
    }();
    return text;
}

}  // namespace tessera::cli
