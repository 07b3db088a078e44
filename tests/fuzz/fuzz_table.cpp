// SPDX-License-Identifier: Apache-2.0
// Headers of tables, once as they come and once with the checksum that an enemy would have made right.
#include "tessera/core/error.hpp"
#include "tessera/pdb/table_file.hpp"

#include "fuzz/fuzz.hpp"
#include "pdb/checksum.hpp"

#include <algorithm>
#include <array>
#include <cstring>

using namespace tessera;

namespace {

void decode(std::span<const std::uint8_t> bytes) {
    try {
        const TableHeader header = decode_header(bytes, "input");
        // What is accepted means the same when it is written again.
        const auto again = encode_header(header);
        if (!std::ranges::equal(again, bytes.first(again.size()))) std::abort();
    } catch (const Error& error) {
        fuzz::require_clean(error);
    }
}

}  // namespace

void tessera::fuzz::one_input(std::string_view bytes) {
    std::array<std::uint8_t, table_header_bytes> header{};
    std::memcpy(header.data(), bytes.data(), std::min(bytes.size(), header.size()));
    decode(header);
    const Checksum sum = plain_checksum(std::span(header).first(112));
    std::ranges::copy(sum.bytes, header.begin() + 112);
    decode(header);
}
