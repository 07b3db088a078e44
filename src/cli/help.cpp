// SPDX-License-Identifier: Apache-2.0
#include "cli/help.hpp"

#include "cli/option_tree.hpp"
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace tessera::cli {

namespace {

constexpr std::size_t left_column = 30;

std::size_t help_width() { return std::clamp<std::size_t>(terminal_width(STDOUT_FILENO, 100), 60, 110); }

std::string row(const std::string& left, const std::string& text) {
    const bool fits = left.size() + 2 <= left_column;
    return left + (fits ? std::string(left_column - left.size(), ' ') : "\n" + std::string(left_column, ' ')) +
           wrapped(text, left_column, help_width()) + "\n";
}

// What stands for the value: N for a number, WORD for one of a few words, TEXT otherwise.
std::string placeholder(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    if (type.find('{') != type.npos) return "WORD";
    return type.starts_with("UINT") || type.starts_with("INT") ? "N" : "TEXT";
}

// " (0 to 1024; default 0)": what the check of the option allows, and what it is without being told.
std::string remarks(const CLI::Option& option) {
    std::string text;
    const std::string type = option.get_type_name();
    if (const std::size_t begin = type.find('['), middle = type.find(" - "), end = type.find(']');
        begin != type.npos && middle != type.npos && end != type.npos)
        text = type.substr(begin + 1, middle - begin - 1) + " to " + type.substr(middle + 3, end - middle - 3);
    std::string otherwise = option.get_default_str();
    if (otherwise.starts_with('[') && otherwise.ends_with(']')) otherwise = otherwise.substr(1, otherwise.size() - 2);
    if (!otherwise.empty()) text += (text.empty() ? "default " : "; default ") + otherwise;
    return text.empty() ? "" : " (" + text + ")";
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::istringstream words(text);
    std::string lines;
    std::size_t column = indent;
    for (std::string word; words >> word;) {
        if (column > indent && column + 1 + word.size() > width) {
            lines += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            lines += ' ';
            ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

std::string Help::make_option(const CLI::Option* option, bool) const {
    const OptionRecord record = read_option(*option);
    std::string left;
    for (const std::string& name : record.names) left += (left.empty() ? "  " : ", ") + name;
    const bool maybe = option->get_expected_min() == 0;  // a flag that can be given a value
    if (record.takes_value && !record.positional)
        left += maybe ? "[=" + placeholder(*option) + "]" : " " + placeholder(*option);
    return row(left, record.description + remarks(*option));
}

std::string Help::make_subcommand(const CLI::App* command) const {
    return row("  " + command->get_name(), command->get_description());
}

}  // namespace tessera::cli
