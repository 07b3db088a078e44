// SPDX-License-Identifier: Apache-2.0
// A file as memory, and what happens when it goes away underneath.
#pragma once

#include "tessera/core/huge_array.hpp"

#include "system/posix.hpp"

#include <cstdint>
#include <string>

namespace tessera {

// The bytes of an open file from `offset` on, mapped for reading: nothing is copied, and all processes that map the
// file share its memory.  The name may go away meanwhile, the bytes stay.  But if somebody cuts the file short, or the
// disk fails, a read of missing bytes raises SIGBUS: from the first mapping on, the program then says one sentence and
// ends with ExitCode::environment.  A file that is overwritten in place changes what is read, which cannot be noticed.
// Throws EnvironmentError.
[[nodiscard]] HugeArray map_file(const Descriptor&, std::uint64_t offset, std::uint64_t size, const std::string& path);

}  // namespace tessera
