// SPDX-License-Identifier: Apache-2.0
#include "cli/units.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace tessera::cli {

namespace {

struct Unit {
    std::string_view name;
    double factor;
};

constexpr std::array time_units{Unit{"", 1},   Unit{"s", 1},    Unit{"ms", 1e-3},
                                Unit{"m", 60}, Unit{"min", 60}, Unit{"h", 3600}};
constexpr std::array count_units{Unit{"", 1},    Unit{"k", 1e3}, Unit{"K", 1e3},
                                 Unit{"M", 1e6}, Unit{"G", 1e9}, Unit{"T", 1e12}};
constexpr double kibi = 1024;
constexpr std::array byte_units{
    Unit{"", 1},
    Unit{"B", 1},
    Unit{"K", kibi},
    Unit{"KB", kibi},
    Unit{"KiB", kibi},
    Unit{"M", kibi* kibi},
    Unit{"MB", kibi* kibi},
    Unit{"MiB", kibi* kibi},
    Unit{"G", kibi* kibi* kibi},
    Unit{"GB", kibi* kibi* kibi},
    Unit{"GiB", kibi* kibi* kibi},
    Unit{"T", kibi* kibi* kibi* kibi},
    Unit{"TB", kibi* kibi* kibi* kibi},
    Unit{"TiB", kibi* kibi* kibi* kibi},
};

double parse_with_unit(std::string_view option, std::string_view text, std::span<const Unit> units, double most,
                       std::string_view examples) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    if (error == std::errc{} && value >= 0)
        for (const Unit& unit : units)
            if (std::string_view(stop, static_cast<std::size_t>(end - stop)) == unit.name &&
                value * unit.factor <= most)
                return value * unit.factor;
    throw UsageError(fmt::format("{} takes a value such as {}, not '{}'", option, examples, display(text)));
}

// The value with three digits and the unit that suits it.
std::string show_scaled(double value, double step, std::span<const std::string_view> units) {
    std::size_t i = 0;
    while (value >= 999.5 && i + 1 < units.size()) {
        value /= step;
        ++i;
    }
    const int decimals = i == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, units[i]);
}

}  // namespace

std::chrono::nanoseconds parse_time(std::string_view option, std::string_view text) {
    const double seconds = parse_with_unit(option, text, time_units, 9e9, "10, 1.5, 250ms, 10m or 1h");
    return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

std::uint64_t parse_count(std::string_view option, std::string_view text) {
    return static_cast<std::uint64_t>(parse_with_unit(option, text, count_units, 1e18, "1000, 500k, 1M or 2G"));
}

std::uint64_t parse_bytes(std::string_view option, std::string_view text) {
    return static_cast<std::uint64_t>(parse_with_unit(option, text, byte_units, 1e18, "500M, 8G or 1T"));
}

std::string show_count(std::uint64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
    return digits;
}

std::string show_about(std::uint64_t count) {
    constexpr std::array<std::string_view, 5> units{"", "k", "M", "G", "T"};
    std::string text = show_scaled(static_cast<double>(count), 1000, units);
    if (text.back() == ' ') text.pop_back();
    return text;
}

std::string show_rate(std::uint64_t count, double seconds, std::string_view of) {
    constexpr std::array<std::string_view, 5> units{"", "k", "M", "G", "T"};
    if (count == 0 || seconds < 1e-6) return "-";
    const std::string text = show_scaled(static_cast<double>(count) / seconds, 1000, units);
    return fmt::format("{}{}{}/s", text, of.empty() || text.back() == ' ' ? "" : " ", of);
}

std::string show_seconds(double seconds) {
    // Rounded before it is taken apart, so that no part is ever sixty.
    const double tenths = std::round(seconds * 10);
    if (const double minutes = std::round(seconds / 60); tenths >= 36000)
        return fmt::format("{:.0f} h {:02.0f} min", std::floor(minutes / 60), std::fmod(minutes, 60));
    if (tenths >= 600)
        return fmt::format("{:.0f} min {:04.1f} s", std::floor(tenths / 600), std::fmod(tenths, 600) / 10);
    if (seconds >= 0.9995) return fmt::format("{:.2f} s", seconds);
    if (seconds >= 0.9995e-3) return fmt::format("{:.1f} ms", seconds * 1e3);
    return fmt::format("{:.0f} us", seconds * 1e6);
}

std::string show_bytes(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    return show_scaled(static_cast<double>(bytes), 1024, units);
}

}  // namespace tessera::cli
