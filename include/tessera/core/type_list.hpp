// SPDX-License-Identifier: Apache-2.0
// A list of types, and a loop over it.
#pragma once

namespace tessera {

template <class... Ts>
struct TypeList {};

template <class T>
struct TypeTag {
    using type = T;
};

// Calls f(TypeTag<T>{}) for each T in turn.
template <class... Ts, class F>
constexpr void for_each_type(TypeList<Ts...>, F&& f) {
    (f(TypeTag<Ts>{}), ...);
}

}  // namespace tessera
