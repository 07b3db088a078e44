// SPDX-License-Identifier: Apache-2.0
#include "tessera/core/error.hpp"

#include "domains/bricks_text.hpp"
#include "fuzz/fuzz.hpp"

void tessera::fuzz::one_input(std::string_view bytes) {
    try {
        (void)parse_bricks(bytes, {"input", 0, 0});
    } catch (const Error& error) {
        require_clean(error);
    }
}
