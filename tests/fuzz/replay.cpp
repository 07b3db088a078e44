// SPDX-License-Identifier: Apache-2.0
// Plays a stored corpus to a fuzz target: every file, every beginning of it, and every file with one byte changed.
#include "fuzz/fuzz.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

int main(int, char** argv) {
    long played = 0;
    const auto play = [&](std::string_view bytes) {
        tessera::fuzz::one_input(bytes);
        ++played;
    };
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};
        play(bytes);
        const std::size_t most = 400;
        for (std::size_t i = 0; i < bytes.size() && i < most; ++i) {
            play(std::string_view(bytes).substr(0, i));
            for (const int change : {0x01, 0x80, 0xff}) {
                std::string changed = bytes;
                changed[i] = static_cast<char>(changed[i] ^ change);
                play(changed);
            }
        }
    }
    std::printf("%ld inputs\n", played);
    return played > 0 ? 0 : 1;
}
