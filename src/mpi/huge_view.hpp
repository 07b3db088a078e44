// SPDX-License-Identifier: Apache-2.0
// A second view of memory that processes share, where the system can put it on huge pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tessera::mpi {

// Shared memory is a file to the system, and a huge page of it must lie at the same distance from a multiple of its
// size in the file and in the address space.  MPI libraries map their windows anywhere, so the same pages are mapped
// once more at an address that fits.  As a rule the system is also set to give shared memory small pages only; it makes
// huge ones of them all the same when it is asked to for the bytes in hand (MADV_COLLAPSE, Linux 6.1).
//
// Memory model: the bytes belong to whoever mapped them first and must outlive the view.  Where the system refuses, the
// view is simply the bytes as they were.
class HugeView {
public:
    explicit HugeView(std::span<std::uint8_t> shared) noexcept;
    HugeView(HugeView&& other) noexcept
        : bytes_(std::exchange(other.bytes_, {})), mapped_(std::exchange(other.mapped_, {})) {}
    HugeView& operator=(HugeView&&) = delete;
    ~HugeView();

    [[nodiscard]] std::span<std::uint8_t> bytes() const noexcept { return bytes_; }

    // For the one process that will write all of it, and has not begun: it is cheaper to ask for huge pages while there
    // is hardly anything to copy into them.
    void make_huge() noexcept;

    // Maps all pages now, not when they are touched: a search does not stumble over them, and what the process is said
    // to hold does not depend on what it has looked up so far.
    void populate() const noexcept;

private:
    std::span<std::uint8_t> bytes_;
    std::span<std::uint8_t> mapped_;  // whole pages; empty: not a mapping of our own
};

}  // namespace tessera::mpi
