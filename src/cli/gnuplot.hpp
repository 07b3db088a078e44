// SPDX-License-Identifier: Apache-2.0
// Drawing with gnuplot, an ordinary program that may or may not be here.
#pragma once

#include <filesystem>

namespace tessera::cli {

// Runs gnuplot on a script in the script's own directory.  False when there is no gnuplot; throws EnvironmentError
// when it fails.
[[nodiscard]] bool run_gnuplot(const std::filesystem::path& script);

}  // namespace tessera::cli
