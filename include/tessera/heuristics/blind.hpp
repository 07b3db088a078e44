// SPDX-License-Identifier: Apache-2.0
// The bound that knows nothing.  A* with it is uniform-cost search.
#pragma once

#include "tessera/core/heuristic.hpp"

namespace tessera {

template <Domain D>
struct Blind {
    static constexpr std::string_view name = "blind";
    static constexpr std::string_view summary = "nothing: 0 everywhere";
    static constexpr bool consistent = true;
    using Trace = Cost;

    explicit Blind(const D&) {}
    [[nodiscard]] Trace start(const typename D::State&) const noexcept { return 0; }
    [[nodiscard]] Trace step(Trace, const typename D::State&, typename D::Move, const typename D::State&) const noexcept {
        return 0;
    }
    [[nodiscard]] Cost value(Trace) const noexcept { return 0; }
};

}  // namespace tessera
