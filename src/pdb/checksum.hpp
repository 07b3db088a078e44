// SPDX-License-Identifier: Apache-2.0
// XXH3-128 behind one header.
#pragma once

#include "tessera/pdb/table_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tessera {

// Of bytes that lie in one piece.
[[nodiscard]] Checksum plain_checksum(std::span<const std::uint8_t> bytes) noexcept;

// Of bytes that come in portions.
class RunningChecksum {
public:
    RunningChecksum();
    RunningChecksum(RunningChecksum&&) noexcept;
    ~RunningChecksum();
    void restart() noexcept;
    void add(std::span<const std::uint8_t> bytes) noexcept;
    [[nodiscard]] Checksum value() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

// Of a payload, from the sums of its pieces.
[[nodiscard]] Checksum join_checksums(const std::vector<Checksum>& pieces);
[[nodiscard]] std::size_t checksum_pieces(std::uint64_t payload_bytes) noexcept;

}  // namespace tessera
