// SPDX-License-Identifier: Apache-2.0
// Several processes, perhaps on several machines, that search together.  The searches know only this; MPI is one way to
// make it true (src/mpi), threads that play processes another (tests).
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tessera {

using Bytes = std::vector<std::byte>;

struct Letter {
    unsigned from = 0;
    Bytes content;
};

// Every rank runs the same program on the same input, and all of them call the collective functions in the same order.
// Letters of one kind from one rank to another arrive in the order in which they were posted; nothing else is ordered.
class Fleet {
public:
    virtual ~Fleet() = default;
    [[nodiscard]] virtual unsigned rank() const noexcept = 0;
    [[nodiscard]] virtual unsigned ranks() const noexcept = 0;

    // Sends mail.  Any thread.
    virtual void post(unsigned to, Bytes content) = 0;
    // False: as much mail is on its way to that rank as should be; who has more to send looks after his own mail first.
    [[nodiscard]] virtual bool has_room(unsigned to) = 0;
    // Sends a few words that steer the search.  They are seldom, and do not wait behind mail.  Any thread.
    virtual void tell(unsigned to, Bytes content) = 0;
    // Takes what has arrived; false: nothing.  One thread of a rank.
    [[nodiscard]] virtual bool fetch_mail(Letter& into) = 0;
    [[nodiscard]] virtual bool fetch_word(Letter& into) = 0;

    // Collective: throws away all letters that are still on their way.  Nobody posts any more.
    virtual void settle() = 0;
    // Collective: everybody's contribution, by rank.
    [[nodiscard]] virtual std::vector<Bytes> exchange(std::span<const std::byte> mine) = 0;

    // Letters that this rank has sent so far, of both kinds.
    struct Postage {
        std::uint64_t letters = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] virtual Postage postage() const noexcept = 0;

    // Memory that the ranks of a machine have in common is counted once: each of them answers for a part, and leaves the
    // rest to the others.
    void leave_to_others(std::uint64_t bytes) noexcept { left_to_others_ += bytes; }
    [[nodiscard]] std::uint64_t left_to_others() const noexcept { return left_to_others_; }

    // Ends all ranks at once, for a rank that cannot go on and cannot say so by the rules.
    virtual void abandon() noexcept = 0;

    void tell_others(const Bytes& content) {
        for (unsigned to = 0; to < ranks(); ++to)
            if (to != rank()) tell(to, content);
    }

private:
    std::uint64_t left_to_others_ = 0;
};

// Plain values one after the other, written and read in the same order by the same program.
class ByteWriter {
public:
    template <class T>
    requires std::is_trivially_copyable_v<T> ByteWriter& add(const T& value) { return add_all(std::span(&value, 1)); }
    template <class T>
    ByteWriter& add_all(std::span<const T> values) {
        const std::size_t before = bytes_.size();
        bytes_.resize(before + values.size_bytes());
        if (!values.empty()) std::memcpy(bytes_.data() + before, values.data(), values.size_bytes());
        return *this;
    }
    template <class T>
    ByteWriter& add_list(const std::vector<T>& values) {
        return add(values.size()).add_all(std::span<const T>(values));
    }
    ByteWriter& add_text(std::string_view text) { return add(text.size()).add_all(std::span(text)); }
    [[nodiscard]] Bytes& bytes() noexcept { return bytes_; }

private:
    Bytes bytes_;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}
    [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }

    template <class T>
    requires std::is_trivially_copyable_v<T>
    [[nodiscard]] T take() {
        T value;
        copy(&value, sizeof value);
        return value;
    }
    template <class T>
    [[nodiscard]] std::vector<T> take_list() {
        return take_values<T>(take<std::size_t>());
    }
    [[nodiscard]] std::string take_text() {
        const std::vector<char> text = take_list<char>();
        return {text.begin(), text.end()};
    }
    // All that is left.
    template <class T>
    [[nodiscard]] std::vector<T> take_rest() {
        return take_values<T>(rest_.size() / sizeof(T));
    }

private:
    template <class T>
    [[nodiscard]] std::vector<T> take_values(std::size_t count) {
        std::vector<T> values(count);
        copy(values.data(), count * sizeof(T));
        return values;
    }
    void copy(void* to, std::size_t size) {
        assert(size <= rest_.size());
        if (size > 0) std::memcpy(to, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }

    std::span<const std::byte> rest_;
};

}  // namespace tessera
