// SPDX-License-Identifier: Apache-2.0
// A little memory set aside for telling how it ended.
//
// When memory has run out there is still an answer to give: how far the search came.  Making its text needs memory
// again, and the library that writes JSON ends the program if it gets none.  So while a LastResort lives, its thread
// may use a reserve that nobody else touches.  The reserve is not given back: a program that needed it is about to end.
#pragma once

#include <cstddef>

namespace tessera {

class LastResort {
public:
    LastResort() noexcept;
    ~LastResort();
    LastResort(const LastResort&) = delete;
    LastResort& operator=(const LastResort&) = delete;
};

// For operator new and delete.  Memory from the reserve, or null if the thread has no LastResort or all is used.
[[nodiscard]] void* last_resort_memory(std::size_t size, std::size_t alignment) noexcept;
[[nodiscard]] bool is_last_resort(const void* memory) noexcept;

}  // namespace tessera
