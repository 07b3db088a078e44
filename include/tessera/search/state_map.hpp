// SPDX-License-Identifier: Apache-2.0
// A hash map from states to small records, one owner, no locks.  parallel-hashmap lives behind this header.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/domain.hpp"
#include "tessera/core/huge_allocator.hpp"

#include <parallel_hashmap/phmap.h>

#include <cstdint>
#include <functional>
#include <utility>

namespace tessera {

namespace detail {

template <Domain D>
struct KeyOf {
    using type = typename D::State;
};
template <PackedDomain D>
struct KeyOf<D> {
    using type = typename D::Packed;
};

}  // namespace detail

// The form in which a domain's states are kept in tables.
template <Domain D>
using KeyOf = typename detail::KeyOf<D>::type;

template <Domain D>
[[nodiscard]] KeyOf<D> to_key(const D& domain, const typename D::State& s) noexcept {
    if constexpr (PackedDomain<D>) return domain.pack(s);
    else return s;
}
template <Domain D>
[[nodiscard]] typename D::State from_key(const D& domain, const KeyOf<D>& key) noexcept {
    if constexpr (PackedDomain<D>) return domain.unpack(key);
    else return key;
}

template <Domain D, SmallValue Record>
class StateMap {
public:
    using State = typename D::State;

    StateMap(const D& domain, Budget& budget) : domain_(domain), budget_(budget), map_(0, Hash{&domain}) {}
    ~StateMap() { budget_.shrink(bytes(map_.capacity())); }
    StateMap(const StateMap&) = delete;
    StateMap& operator=(const StateMap&) = delete;

    // The record of a state and whether it is new.  Null when the budget allows no more memory: stop then.
    [[nodiscard]] std::pair<Record*, bool> insert(const State& s, const Record& record) {
        if (map_.size() >= full_ && !make_room()) {
            const auto it = map_.find(to_key(domain_, s));
            if (it == map_.end()) return {nullptr, false};
            return {&it->second, false};
        }
        const auto [it, fresh] = map_.try_emplace(to_key(domain_, s), record);
        return {&it->second, fresh};
    }

    [[nodiscard]] const Record* find(const State& s) const {
        const auto it = map_.find(to_key(domain_, s));
        return it == map_.end() ? nullptr : &it->second;
    }
    [[nodiscard]] Record* find(const State& s) {
        const auto it = map_.find(to_key(domain_, s));
        return it == map_.end() ? nullptr : &it->second;
    }

    // Begins to bring a state's place in the map into the cache, for a look at it soon.
    void prefetch(const State& s) const { map_.prefetch(to_key(domain_, s)); }

    [[nodiscard]] std::size_t size() const noexcept { return map_.size(); }
    void clear() { map_.clear(); }

private:
    struct Hash {
        const D* domain;
        std::size_t operator()(const KeyOf<D>& key) const noexcept {
            return static_cast<std::size_t>(domain->hash(from_key(*domain, key)));
        }
    };
    using Map = phmap::flat_hash_map<KeyOf<D>, Record, Hash, std::equal_to<KeyOf<D>>,
                                     HugeAllocator<std::pair<const KeyOf<D>, Record>>>;

    [[nodiscard]] static std::uint64_t bytes(std::size_t capacity) noexcept {
        return static_cast<std::uint64_t>(capacity) * (sizeof(typename Map::value_type) + 1);
    }

    // The map doubles; old and new exist side by side while it does.  The budget is asked before.
    [[nodiscard]] bool make_room() {
        const std::size_t old = map_.capacity();
        const std::size_t grown = old == 0 ? 1023 : old * 2 + 1;
        if (!budget_.grow(bytes(grown))) return false;
        map_.reserve(grown - grown / 8);
        full_ = map_.capacity() - map_.capacity() / 8;
        budget_.shrink(bytes(old));
        return true;
    }

    const D& domain_;
    Budget& budget_;
    Map map_;
    std::size_t full_ = 0;  // number of records at which the map would grow by itself
};

}  // namespace tessera
