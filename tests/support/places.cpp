// SPDX-License-Identifier: Apache-2.0
#include "support/places.hpp"

namespace tessera::test {

std::string expected_file(std::string_view name) { return std::string(TESSERA_TEST_DATA) + "/" + std::string(name); }

std::string instance_file(std::string_view name) { return std::string(TESSERA_INSTANCES) + "/" + std::string(name); }

}  // namespace tessera::test
