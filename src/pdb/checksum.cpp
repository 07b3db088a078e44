// SPDX-License-Identifier: Apache-2.0
#include "pdb/checksum.hpp"

#include "tessera/parallel/loops.hpp"

#include <algorithm>
#include <cstring>

// GCC 12 takes the "undefined" operands of its own vector instructions for mistakes.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <xxhash.h>

namespace tessera {

namespace {

Checksum canonical(XXH128_hash_t hash) noexcept {
    XXH128_canonical_t form;
    XXH128_canonicalFromHash(&form, hash);
    Checksum sum;
    std::memcpy(sum.bytes.data(), form.digest, sum.bytes.size());
    return sum;
}

}  // namespace

std::string Checksum::hex() const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) text += {digits[byte >> 4], digits[byte & 15]};
    return text;
}

Checksum plain_checksum(std::span<const std::uint8_t> bytes) noexcept {
    return canonical(XXH3_128bits(bytes.data(), bytes.size()));
}

struct RunningChecksum::State {
    XXH3_state_t hash;
};

RunningChecksum::RunningChecksum() : state_(std::make_unique<State>()) { restart(); }
RunningChecksum::RunningChecksum(RunningChecksum&&) noexcept = default;
RunningChecksum::~RunningChecksum() = default;
void RunningChecksum::restart() noexcept { XXH3_128bits_reset(&state_->hash); }
void RunningChecksum::add(std::span<const std::uint8_t> bytes) noexcept {
    XXH3_128bits_update(&state_->hash, bytes.data(), bytes.size());
}
Checksum RunningChecksum::value() const noexcept { return canonical(XXH3_128bits_digest(&state_->hash)); }

Checksum join_checksums(const std::vector<Checksum>& pieces) {
    RunningChecksum all;
    for (const Checksum& piece : pieces) all.add(piece.bytes);
    return all.value();
}

std::size_t checksum_pieces(std::uint64_t payload_bytes) noexcept {
    return static_cast<std::size_t>((payload_bytes + checksum_piece_bytes - 1) / checksum_piece_bytes);
}

Checksum payload_checksum(std::span<const std::uint8_t> payload, unsigned threads) {
    std::vector<Checksum> pieces(checksum_pieces(payload.size()));
    LoopTeam(threads).for_ranges(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const auto rest = payload.subspan(i * checksum_piece_bytes);
            pieces[i] = plain_checksum(rest.first(std::min(rest.size(), checksum_piece_bytes)));
        }
    });
    return join_checksums(pieces);
}

}  // namespace tessera
