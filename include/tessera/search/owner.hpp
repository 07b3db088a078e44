// SPDX-License-Identifier: Apache-2.0
// Who owns a state: how hash-distributed searches deal states out to workers.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/core/domain.hpp"
#include "tessera/core/settings.hpp"

#include <cstdint>
#include <vector>

namespace tessera {

// A domain whose states are sets of features, such as "tile 3 on cell 7".  visit(feature, coarse) tells each feature
// and the coarse feature it belongs to ("tile 3 in the upper left"); both are numbers below feature_count.
template <class D>
concept FeatureDomain = Domain<D> && requires(const D d, const typename D::State s) {
    { d.feature_count() } -> std::convertible_to<std::uint32_t>;
    d.for_each_feature(s, [](std::uint32_t, std::uint32_t) {});
};

// A domain whose states fall into small groups that most moves do not leave, such as "the tiles in this order, the
// blank in this row".
template <class D>
concept GroupDomain = Domain<D> && requires(const D d, const typename D::State s) {
    { d.group_hash(s) } noexcept -> std::same_as<std::uint64_t>;
};

// Zobrist hashing (Zobrist 1970, for HDA* Kishimoto, Fukunaga and Botea 2013) gives every feature a random word and a
// state the XOR of its features' words: owners are as good as independent, the load is even, and nearly all successors
// live elsewhere.  Abstract Zobrist hashing (Jinnai and Fukunaga 2016) gives the words to coarse features: a move that
// changes none of them stays at home.  Ownership by rows gives a whole group to one owner: as even as Zobrist's, and
// half of all moves stay at home.  Domains without features, or without groups, fall back on their own hash, which is
// as even as Zobrist's.
template <Domain D>
class Owner {
public:
    Owner(const D& domain, Ownership kind, unsigned owners)
        : domain_(domain), owners_(owners), by_group_(kind == Ownership::rows) {
        if constexpr (FeatureDomain<D>) {
            if (kind == Ownership::hash || kind == Ownership::rows || owners == 1) return;
            words_.resize(domain.feature_count());
            for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = mix_bits(mix_bits(i + 1));
            coarse_ = kind == Ownership::abstract_zobrist;
        }
    }

    [[nodiscard]] unsigned operator()(const typename D::State& s) const noexcept {
        // The upper half of the hash names the owner; tables choose the place by the lower half.
        return at(hash(s) >> 32);
    }
    // The owner of a place, one of 2^32.
    [[nodiscard]] unsigned at(std::uint64_t place) const noexcept {
        return static_cast<unsigned>(place * owners_ >> 32);
    }

private:
    [[nodiscard]] std::uint64_t hash(const typename D::State& s) const noexcept {
        if constexpr (GroupDomain<D>)
            if (by_group_) return domain_.group_hash(s);
        if constexpr (FeatureDomain<D>) {
            if (!words_.empty()) {
                std::uint64_t sum = 0;
                domain_.for_each_feature(
                    s, [&](std::uint32_t fine, std::uint32_t coarse) { sum ^= words_[coarse_ ? coarse : fine]; });
                return sum;
            }
        }
        return domain_.hash(s);
    }

    const D& domain_;
    std::uint64_t owners_;
    bool by_group_;
    std::vector<std::uint64_t> words_;
    bool coarse_ = false;
};

}  // namespace tessera
