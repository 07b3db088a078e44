// SPDX-License-Identifier: Apache-2.0
// Ties a fuzz target to libFuzzer.  No input may cost more than a second of processor time: libFuzzer's own watch
// counts the time of the wall, in which a busy machine or a stopped process looks like a slow input.
#include "fuzz/fuzz.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>

namespace {

double seconds_used() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const double begin = seconds_used();
    tessera::fuzz::one_input({reinterpret_cast<const char*>(data), size});
    if (seconds_used() - begin > 1) {
        std::fputs("an input took more than a second\n", stderr);
        std::abort();
    }
    return 0;
}
