// SPDX-License-Identifier: Apache-2.0
// The contract of a puzzle: what a Domain must offer so that every search can run on it.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tessera {

using Cost = int;

template <class T>
concept SmallValue = std::regular<T> && std::is_trivially_copyable_v<T>;

// A short list of moves without allocation; a domain chooses the capacity that its busiest state needs.
template <class Move, std::size_t Capacity>
class MoveList {
public:
    constexpr void push_back(Move move) noexcept {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr Move operator[](std::size_t i) const noexcept { return moves_[i]; }
    [[nodiscard]] constexpr Move& operator[](std::size_t i) noexcept { return moves_[i]; }
    [[nodiscard]] constexpr const Move* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const noexcept { return moves_.data() + size_; }

private:
    static_assert(Capacity < 256);
    std::array<Move, Capacity> moves_{};
    std::uint8_t size_ = 0;
};

// The rules of a puzzle.  One object per instance shape, immutable, shared by all threads.  Moves cost one and can
// be undone: undo(s, m) is the move that leads apply(s, m) back to s.  That one function keeps a search from taking
// back its last move, walks a found goal back to the start without parent pointers, and is a law to test.
template <class D>
concept Domain = SmallValue<typename D::State> && SmallValue<typename D::Move> &&
    requires(const D d, const typename D::State s, const typename D::Move m) {
        { *d.moves(s).begin() } -> std::convertible_to<typename D::Move>;
        { d.apply(s, m) } noexcept -> std::same_as<typename D::State>;
        { d.undo(s, m) } noexcept -> std::same_as<typename D::Move>;
        { d.is_goal(s) } noexcept -> std::same_as<bool>;
        { d.hash(s) } noexcept -> std::same_as<std::uint64_t>;
    };

// A domain whose states are numbered 0 ... size-1.
template <class D>
concept IndexedDomain = Domain<D> && requires(const D d, const typename D::State s, std::uint64_t i) {
    { d.size() } -> std::same_as<std::uint64_t>;
    { d.rank(s) } noexcept -> std::same_as<std::uint64_t>;
    { d.unrank(i) } noexcept -> std::same_as<typename D::State>;
};

// A domain that decides, without a search, whether the goal can be reached from a state.  Searches that keep no
// record of where they have been end on unsolvable input only thanks to this.
template <class D>
concept ScreenedDomain = Domain<D> && requires(const D d, const typename D::State s) {
    { d.solvable(s) } noexcept -> std::same_as<bool>;
};

// A domain that can sometimes tell, without a search, that the goal is out of reach.  `true` is a proof; `false` says
// nothing.
template <class D>
concept RefutingDomain = Domain<D> && requires(const D d, const typename D::State s) {
    { d.refuted(s) } noexcept -> std::same_as<bool>;
};

// A domain whose states have a place, which decides what moves there are and where they lead, known to the compiler;
// a kernel can be compiled for each place.  After a move, only the one that takes it back leads where it came from.
template <class D>
concept PlacedDomain = Domain<D> && requires(const typename D::State s, const typename D::Move m) {
    { D::places } -> std::convertible_to<int>;
    { D::place(s) }
    noexcept->std::same_as<int>;
    { D::moves_at(0) }
    noexcept;  // the moves of a state at a place
    { D::place_after(m) }
    noexcept->std::same_as<int>;
};

// A domain whose states have a smaller form for tables.
template <class D>
concept PackedDomain = Domain<D> && SmallValue<typename D::Packed> &&
    requires(const D d, const typename D::State s, const typename D::Packed p) {
        { d.pack(s) } noexcept -> std::same_as<typename D::Packed>;
        { d.unpack(p) } noexcept -> std::same_as<typename D::State>;
    };

}  // namespace tessera
