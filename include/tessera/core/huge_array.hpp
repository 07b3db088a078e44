// SPDX-License-Identifier: Apache-2.0
// Bytes by the megabyte: zeroed, on huge pages where the system offers them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tessera {

// Owns its memory; moving hands it over.  A random read in a large table misses the address translation cache as well
// as the data cache unless pages are huge, so the memory comes straight from the system, aligned and with that wish.
// The bytes are zero at first and cost nothing until they are touched.
class HugeArray {
public:
    HugeArray() = default;
    explicit HugeArray(std::size_t size);  // throws std::bad_alloc
    // Bytes that belong to somebody else, who keeps them as long as this is used; they can neither grow nor shrink.
    [[nodiscard]] static HugeArray borrowed(std::span<std::uint8_t> bytes) noexcept {
        HugeArray array;
        array.data_ = bytes.data();
        array.size_ = bytes.size();
        return array;
    }
    // Takes over what somebody else has mapped: `size` bytes, and the rest of their pages.  Such an array keeps its
    // size.
    [[nodiscard]] static HugeArray adopt(std::uint8_t* mapped, std::size_t size) noexcept;
    HugeArray(HugeArray&& other) noexcept { swap(other); }
    HugeArray& operator=(HugeArray&& other) noexcept {
        HugeArray(std::move(other)).swap(*this);
        return *this;
    }
    ~HugeArray();

    [[nodiscard]] std::uint8_t* data() noexcept { return data_; }
    [[nodiscard]] const std::uint8_t* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::span<std::uint8_t> bytes() noexcept { return {data_, size_}; }
    [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept { return {data_, size_}; }

    // More bytes, the new ones zero.  The old ones may move, but are not copied: the system maps their pages anew, so
    // there is never a second copy.  Throws std::bad_alloc, and has changed nothing then.
    void grow(std::size_t size);

    // Keeps the first bytes and gives the rest back.
    void shrink(std::size_t size) noexcept;

    // Hands the memory over to somebody who gives it back himself, as so many bytes as it was made for.
    [[nodiscard]] std::uint8_t* release() noexcept {
        size_ = mapped_ = 0;
        return std::exchange(data_, nullptr);
    }
    static void give_back(std::uint8_t* released, std::size_t size) noexcept;

    void swap(HugeArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(mapped_, other.mapped_);
    }

private:
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t mapped_ = 0;  // whole pages, from the one in which the bytes begin; 0 if borrowed
};

}  // namespace tessera
