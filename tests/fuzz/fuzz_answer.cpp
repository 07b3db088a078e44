// SPDX-License-Identifier: Apache-2.0
// Lines of JSON, as `tessera check` reads them.  Few arrangements are visited where one says that there is no solution:
// the next ones are made by the same lines, and an input that asks for them all would take the place of thousands.
#include "cli/check_answer.hpp"
#include "fuzz/fuzz.hpp"

#include <stdexcept>

void tessera::fuzz::one_input(std::string_view bytes) {
    const auto answer = nlohmann::json::parse(bytes, nullptr, false);
    if (answer.is_discarded()) return;
    require_clean(std::runtime_error(cli::check_answer(answer, 100).reason));
}
