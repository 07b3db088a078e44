// SPDX-License-Identifier: Apache-2.0
// Building with a choice of code; for the tests, which want the same bytes from all.
#pragma once

#include "tessera/pdb/build.hpp"

#include "pdb/row_ops.hpp"

namespace tessera {

[[nodiscard]] Table build_table(const Pattern&, unsigned threads, rows::Code, const OnBuildProgress& = {},
                                std::stop_token = {});

}  // namespace tessera
