// SPDX-License-Identifier: Apache-2.0
#include "domains/text_lines.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

#include <charconv>

namespace tessera {

std::vector<std::vector<Word>> split_lines(std::string_view text, const Place& place, std::string_view separators) {
    std::vector<std::vector<Word>> lines;
    const auto separates = [&](char c) {
        return c == ' ' || c == '\t' || c == '\r' || separators.find(c) != std::string_view::npos;
    };
    int number = std::max(place.line, 1);
    for (std::size_t begin = 0; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        line = line.substr(0, line.find('#'));
        begin = end + 1;
        std::vector<Word> words;
        for (std::size_t i = 0; i < line.size();) {
            if (separates(line[i])) {
                ++i;
                continue;
            }
            std::size_t stop = i;
            while (stop < line.size() && !separates(line[stop])) ++stop;
            words.push_back({line.substr(i, stop - i), {place.source, number, static_cast<int>(i) + 1}});
            i = stop;
        }
        if (!words.empty()) lines.push_back(std::move(words));
    }
    return lines;
}

int parse_number(const Word& word) {
    int value = 0;
    const char* const end = word.text.data() + word.text.size();
    const auto [stop, error] = std::from_chars(word.text.data(), end, value);
    if (error != std::errc{} || stop != end)
        throw InputError(place_prefix(word.place) + "'" + display(word.text) + "' is not a whole number that makes sense here");
    return value;
}

}  // namespace tessera
