// SPDX-License-Identifier: Apache-2.0
// Numbers and strings as bytes, little-endian, for files.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tessera {

class RecordWriter {
public:
    void number(std::uint64_t x) {
        for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(x >> (8 * i) & 0xff));
    }
    void integer(int x) { number(static_cast<std::uint64_t>(static_cast<std::int64_t>(x))); }
    void real(double x) { number(std::bit_cast<std::uint64_t>(x)); }
    void text(std::string_view x) {
        number(x.size());
        bytes.append(x);
    }

    std::string bytes;
};

// Reading beyond the end, or a number that does not fit, makes the reader bad and all that follows zero.
class RecordReader {
public:
    explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] bool good() const noexcept { return good_; }
    [[nodiscard]] bool at_end() const noexcept { return bytes_.empty(); }
    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size(); }

    std::uint64_t number() {
        if (bytes_.size() < 8) return fail();
        std::uint64_t x = 0;
        for (std::size_t i = 0; i < 8; ++i)
            x |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
        bytes_.remove_prefix(8);
        return x;
    }
    int integer() {
        const auto x = static_cast<std::int64_t>(number());
        if (x != static_cast<int>(x)) return static_cast<int>(fail());
        return static_cast<int>(x);
    }
    double real() { return std::bit_cast<double>(number()); }
    std::string_view text() {
        const std::uint64_t size = number();
        if (size > bytes_.size()) {
            fail();
            return {};
        }
        const std::string_view x = bytes_.substr(0, static_cast<std::size_t>(size));
        bytes_.remove_prefix(x.size());
        return x;
    }
    // The number of things that follow, each at least `smallest` bytes long.
    std::size_t count(std::size_t smallest) {
        const std::uint64_t n = number();
        if (n > bytes_.size() / smallest) return static_cast<std::size_t>(fail());
        return static_cast<std::size_t>(n);
    }

private:
    std::uint64_t fail() {
        good_ = false;
        bytes_ = {};
        return 0;
    }

    std::string_view bytes_;
    bool good_ = true;
};

}  // namespace tessera
