// SPDX-License-Identifier: Apache-2.0
// The manual page, in the language of troff.
#include "cli/option_tree.hpp"

#include <fmt/format.h>

#include <sstream>

namespace tessera::cli {

namespace {

// Text that troff shows as it is: hyphens stay hyphens, and no line begins with a sign that means something.
std::string plain(std::string_view text) {
    std::string out;
    bool begins = true;
    for (const char c : text) {
        if (begins && (c == '.' || c == '\'')) out += "\\&";
        begins = c == '\n';
        out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    }
    return out;
}

std::string option_entry(const OptionRecord& option) {
    std::string text = ".TP\n";
    for (const std::string& name : option.names)
        text += fmt::format("{}{}{}\\fR", name == option.names.front() ? "" : ", ", option.positional ? "\\fI" : "\\fB",
                            plain(name));
    if (option.takes_value && !option.positional) text += " \\fIVALUE\\fR";
    text += "\n" + plain(option.description);
    if (!option.values.empty()) {
        text += "; one of";
        for (const std::string& value : option.values)
            text += (value == option.values.front() ? " " : ", ") + plain(value);
    }
    if (!option.default_value.empty()) text += fmt::format(" (default: {})", plain(option.default_value));
    return text + ".\n";
}

// The examples of the help: their lines stay lines.
std::string example_entry(const std::string& footer) {
    std::istringstream lines(footer);
    std::string text;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) text += plain(line) + "\n";
    return text.empty() ? "" : ".PP\n.nf\n" + text + ".fi\n";
}

}  // namespace

std::string manual_page(const CommandRecord& root, const std::string& version) {
    std::string text = fmt::format(
        ".\\\" Made by: tessera man\n.TH TESSERA 1 \"\" \"tessera {}\" \"User Commands\"\n"
        ".SH NAME\ntessera \\- solve sliding\\-tile puzzles optimally, in parallel\n"
        ".SH SYNOPSIS\n.B tessera\n.I COMMAND\n.RI [ OPTION ...]\n"
        ".SH DESCRIPTION\n{}\nEvery solution is replayed by the rules of the puzzle before it is shown.\n",
        plain(version), plain(root.description));
    text += ".SH OPTIONS\n";
    for (const OptionRecord& option : root.options) text += option_entry(option);
    text += example_entry(root.footer);
    text += ".SH COMMANDS\n";
    for (const CommandRecord* record : all_records(root)) {
        if (record == &root) continue;
        text += fmt::format(".SS tessera {}\n{}.\n", plain(record->path), plain(record->description));
        for (const OptionRecord& option : record->options) text += option_entry(option);
        text += example_entry(record->footer);
    }
    text +=
        ".SH ENVIRONMENT\n"
        ".TP\n.B TESSERA_CACHE\nDirectory of the pattern databases; otherwise tessera below the XDG cache directory.\n"
        ".TP\n.B TESSERA_INSTANCES\nDirectory of the instance sets.\n"
        ".TP\n.B NO_COLOR\nIf set and not empty, no colour unless \\-\\-color asks for it.\n";
    return text;
}

}  // namespace tessera::cli
