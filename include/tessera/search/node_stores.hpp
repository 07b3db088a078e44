// SPDX-License-Identifier: Apache-2.0
// Which store keeps the nodes for a domain and a heuristic.  A specialised store is held to the general one by tests:
// same lengths, same states expanded in completed layers.
#pragma once

#include "tessera/core/settings.hpp"
#include "tessera/search/compact_store.hpp"
#include "tessera/search/node_store.hpp"

#include <concepts>

namespace tessera {

// Calls run with a type that says which store it is: StoreType<S>::type.
template <class S>
struct StoreType {
    using type = S;
};

template <Domain D, HeuristicFor<D> H, class Run>
auto with_smallest_store(const Settings& settings, Run run) {
    if constexpr (std::same_as<D, FifteenPuzzle> && std::same_as<H, Manhattan<D>>) {
        if ((settings.threads > 1 || settings.fleet) && settings.ownership != Ownership::rows)
            return run(StoreType<CompactStore<false>>{});
        return run(StoreType<CompactStore<true>>{});
    } else {
        return run(StoreType<NodeStore<D, H>>{});
    }
}

}  // namespace tessera
