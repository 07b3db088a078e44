// SPDX-License-Identifier: Apache-2.0
// Knowing that nothing is going on any more on any rank: the four-counter method (Mattern 1987).
#pragma once

#include <cstdint>
#include <optional>

namespace tessera {

// One rank asks all others, in waves, how much mail they have sent and received since the beginning.  A rank answers
// only at a moment at which it is quiet itself.  All mail of the sums of the first wave was sent before the second
// wave began: if two waves in a row find the same sums, and as much received as sent, then nothing was under way
// between them and nobody can have woken up.  Equal sums of a single wave prove nothing, as the answers are given at
// different times: mail that crosses the wave may be counted by its receiver and not by its sender.
class FourCounters {
public:
    // A new wave.
    void ask() noexcept {
        ++wave_;
        sent_ = received_ = answers_ = 0;
    }
    [[nodiscard]] std::uint64_t wave() const noexcept { return wave_; }

    void answer(std::uint64_t sent, std::uint64_t received) noexcept {
        sent_ += sent;
        received_ += received;
        ++answers_;
    }
    [[nodiscard]] unsigned answers() const noexcept { return answers_; }

    // All have answered.  True: all was quiet when this wave began.
    [[nodiscard]] bool conclude() noexcept {
        const bool quiet = sent_ == received_ && sent_before_ == sent_ && sent_before_ == received_before_;
        sent_before_ = sent_;
        received_before_ = received_;
        return quiet;
    }
    // Work has begun again: earlier waves count no more.
    void restart() noexcept { sent_before_.reset(); }

private:
    std::uint64_t wave_ = 0;
    std::uint64_t sent_ = 0, received_ = 0;
    unsigned answers_ = 0;
    std::optional<std::uint64_t> sent_before_, received_before_;
};

}  // namespace tessera
