// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <algorithm>
#include <numeric>

namespace tessera {

namespace {

// Levenshtein's edit distance.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

// Length of the valid UTF-8 sequence at the front of `text` that is harmless on a terminal; 0 if there is none.
std::size_t harmless_prefix(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || first >= 0xf5 || text.size() < length) return 0;
    std::uint32_t code = first & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool control = code >= 0x80 && code < 0xa0;
    const bool steering = (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                          (code >= 0x2060 && code <= 0x2069) || code == 0xfeff || code == 0x061c;
    return overlong || surrogate || control || steering || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string unknown_name(std::string_view kind, std::string_view given, const std::vector<CatalogEntry>& known) {
    std::string message = "unknown " + std::string(kind) + " '" + display(given) + "'";
    const CatalogEntry* best = nullptr;
    std::size_t least = 4;
    for (const CatalogEntry& entry : known)
        if (const std::size_t distance = edit_distance(given, entry.name); distance < least) {
            least = distance;
            best = &entry;
        }
    if (best) return message + "; did you mean '" + best->name + "'?";
    message += "; known are";
    for (const CatalogEntry& entry : known) message += (&entry == known.data() ? " " : ", ") + entry.name;
    return message;
}

std::string place_prefix(const Place& place) {
    std::string text = display(place.source, 200);
    if (place.line > 0) text += ":" + std::to_string(place.line);
    if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
    return text.empty() ? text : text + ": ";
}

std::string display(std::string_view text, std::size_t longest) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string shown;
    std::size_t i = 0;
    while (i < text.size() && shown.size() < longest) {
        if (const std::size_t length = harmless_prefix(text.substr(i)); length > 0) {
            shown += text.substr(i, length);
            i += length;
        } else {
            const auto byte = static_cast<unsigned char>(text[i++]);
            shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return i < text.size() ? shown + "..." : shown;
}

}  // namespace tessera
