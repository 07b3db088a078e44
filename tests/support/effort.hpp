// SPDX-License-Identifier: Apache-2.0
// How hard the tests of faults try, and the count of what they tried.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace tessera::test {

// How often to try what a full run tries `full` times: so many percent of it as TESSERA_EFFORT says, which is 1 unless
// tools/soak asks for all, and `least` at any rate.
inline int tries(int full, int least = 1) {
    const char* const effort = std::getenv("TESSERA_EFFORT");
    const double percent = effort ? std::atof(effort) : 1;
    return std::max(least, static_cast<int>(full * percent / 100 + 0.999));
}

// Counts how often a promise (R1, R2, ...) was put to the test.  The sum goes to the file named by TESSERA_PROMISES,
// for tools/soak.  A promise starts as broken and is kept when the test says so at its end: a failed REQUIRE on the way
// leaves it broken.
class Promise {
public:
    Promise(std::string number, std::string what) : number_(std::move(number)), what_(std::move(what)) {}
    Promise(const Promise&) = delete;
    Promise& operator=(const Promise&) = delete;
    ~Promise() {
        if (const char* const path = std::getenv("TESSERA_PROMISES"))
            std::ofstream(path, std::ios::app)
                << number_ << ',' << what_ << ',' << tried_ << ',' << (kept_ ? 0 : 1) << '\n';
    }

    void tried(std::uint64_t times = 1) { tried_ += times; }
    void kept() { kept_ = true; }

private:
    std::string number_;
    std::string what_;
    std::uint64_t tried_ = 0;
    bool kept_ = false;
};

}  // namespace tessera::test
