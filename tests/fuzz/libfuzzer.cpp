// SPDX-License-Identifier: Apache-2.0
#include "fuzz/fuzz.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tessera::fuzz::one_input({reinterpret_cast<const char*>(data), size});
    return 0;
}
