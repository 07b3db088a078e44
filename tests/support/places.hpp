// SPDX-License-Identifier: Apache-2.0
// Where the tests find their data.  One unit knows the directories, so that a compiler cache serves every checkout.
#pragma once

#include <string>
#include <string_view>

namespace tessera::test {

[[nodiscard]] std::string expected_file(std::string_view name);  // in tests/expected
[[nodiscard]] std::string instance_file(std::string_view name);  // in instances

}  // namespace tessera::test
