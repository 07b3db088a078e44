// SPDX-License-Identifier: Apache-2.0
// Numbers as people write and read them: 10m, 8G, 276,361,933, 12.3 ms.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::cli {

// These throw UsageError naming the option.
// "1.5", "90s", "10m", "1h", "250ms".
[[nodiscard]] std::chrono::nanoseconds parse_time(std::string_view option, std::string_view text);
// "1000", "10k", "1.5M", "2G": thousands.
[[nodiscard]] std::uint64_t parse_count(std::string_view option, std::string_view text);
// "500M", "8G", "8GiB", "1T": powers of 1024.
[[nodiscard]] std::uint64_t parse_bytes(std::string_view option, std::string_view text);

[[nodiscard]] std::string show_count(std::uint64_t count);  // 276,361,933
[[nodiscard]] std::string show_about(std::uint64_t count);  // 276 M
// 12.3 M/s, or 12.3 M states/s; "-" when nothing can be told.
[[nodiscard]] std::string show_rate(std::uint64_t count, double seconds, std::string_view of = {});
[[nodiscard]] std::string show_seconds(double seconds);  // 12.3 ms, 4.56 s, 3 min 20 s
[[nodiscard]] std::string show_bytes(std::uint64_t bytes);  // 4.8 GiB

}  // namespace tessera::cli
