// SPDX-License-Identifier: Apache-2.0
// Completion scripts for three shells.  All work alike: the words before the cursor tell in which command it is, the
// last of them whether a value is due.
#include "tessera/core/error.hpp"

#include "cli/option_tree.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

// A word between single quotes, for all three shells: the quote itself is written outside of them.
std::string single_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

// 'solve --color'|'solve -x': as a pattern for `case`, place and word.
std::string pattern(const CommandRecord& command, const OptionRecord& option) {
    std::vector<std::string> list;
    for (const std::string& name : option.names) list.push_back(single_quoted(command.path + " " + name));
    return joined(list, "|");
}

// The branches of `case "$place $word"` that walk from command to command; one line each, from the given shape.
std::string walk(const CommandRecord& root, std::string_view shape) {
    std::string text;
    for (const CommandRecord* record : all_records(root))
        for (const CommandRecord& command : record->commands)
            text += fmt::format(fmt::runtime(shape), single_quoted(record->path + " " + command.name),
                                single_quoted(command.path));
    return text;
}

std::string bash(const CommandRecord& root) {
    std::string values, words;
    for (const CommandRecord* record : all_records(root)) {
        std::vector<std::string> options, commands;
        for (const CommandRecord& command : record->commands) commands.push_back(command.name);
        for (const OptionRecord& option : record->options) {
            if (option.positional) continue;
            for (const std::string& name : option.names) options.push_back(name);
            if (!option.takes_value) continue;
            values += fmt::format("        {}) ", pattern(*record, option));
            values += option.values.empty() ? "files=1 ;;\n"
                                            : fmt::format("list={} ;;\n", single_quoted(joined(option.values, " ")));
        }
        words += fmt::format("            {}) commands={} options={} ;;\n", single_quoted(record->path),
                             single_quoted(joined(commands, " ")), single_quoted(joined(options, " ")));
    }
    return "# bash completion for tessera; made by: tessera completions bash\n"
           "_tessera() {\n"
           "    local place= word list= files= commands= options=\n"
           "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    COMPREPLY=()\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        case \"$place $word\" in\n" +
           walk(root, "            {}) place={} ;;\n") +
           "        esac\n"
           "    done\n"
           "    case \"$place $before\" in\n" +
           values +
           "    esac\n"
           "    if [[ -z $list && -z $files ]]; then\n"
           "        case $place in\n" +
           words +
           "        esac\n"
           "        if [[ $now == -* ]]; then list=$options; elif [[ -n $commands ]]; then list=$commands; else "
           "files=1; fi\n"
           "    fi\n"
           "    if [[ -n $files ]]; then\n"
           "        compopt -o default 2>/dev/null\n"
           "    else\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$list\" -- \"$now\")\n"
           "    fi\n"
           "}\n"
           "complete -F _tessera tessera\n";
}

// "name:description", with the colons of both kept from meaning something.
std::string described(const std::string& name, std::string_view description) {
    std::string text;
    for (const char c : name) text += c == ':' ? "\\:" : std::string(1, c);
    text += ":";
    for (const char c : description) text += c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return single_quoted(text);
}

std::string zsh(const CommandRecord& root) {
    std::string values, words;
    for (const CommandRecord* record : all_records(root)) {
        std::string options, commands;
        for (const CommandRecord& command : record->commands)
            commands += " " + described(command.name, command.description);
        for (const OptionRecord& option : record->options) {
            if (option.positional) continue;
            for (const std::string& name : option.names) options += " " + described(name, option.description);
            if (!option.takes_value) continue;
            values += fmt::format("    ({}) ", pattern(*record, option));
            values += option.values.empty() ? "_files; return ;;\n"
                                            : fmt::format("compadd -- {}; return ;;\n", joined(option.values, " "));
        }
        words +=
            fmt::format("    ({}) commands=({}) options=({}) ;;\n", single_quoted(record->path), commands, options);
    }
    return "#compdef tessera\n"
           "# zsh completion for tessera; made by: tessera completions zsh\n"
           "_tessera() {\n"
           "  local place= word before=${words[CURRENT-1]}\n"
           "  local -a commands options\n"
           "  for word in ${words[2,CURRENT-1]}; do\n"
           "    case \"$place $word\" in\n" +
           walk(root, "      ({}) place={} ;;\n") +
           "    esac\n"
           "  done\n"
           "  case \"$place $before\" in\n" +
           values +
           "  esac\n"
           "  case $place in\n" +
           words +
           "  esac\n"
           "  if [[ $PREFIX == -* ]]; then _describe -o option options\n"
           "  elif (( $#commands )); then _describe command commands\n"
           "  else _files; fi\n"
           "}\n"
           "if [[ $funcstack[1] == _tessera ]]; then _tessera \"$@\"; else compdef _tessera tessera; fi\n";
}

std::string fish(const CommandRecord& root) {
    std::string text =
        "# fish completion for tessera; made by: tessera completions fish\n"
        "function __tessera_at\n"
        "    set -l place ''\n"
        "    for word in (commandline -opc)[2..-1]\n"
        "        switch \"$place $word\"\n" +
        walk(root, "            case {}\n                set place {}\n") +
        "        end\n"
        "    end\n"
        "    test \"$place\" = \"$argv[1]\"\n"
        "end\n";
    for (const CommandRecord* record : all_records(root)) {
        const std::string here =
            fmt::format("complete -c tessera -n {}", single_quoted("__tessera_at \"" + record->path + "\""));
        for (const CommandRecord& command : record->commands)
            text += fmt::format("{} -f -a {} -d {}\n", here, command.name, single_quoted(command.description));
        for (const OptionRecord& option : record->options) {
            if (option.positional) continue;
            text += here;
            for (const std::string& name : option.names)
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (option.takes_value)
                text += option.values.empty() ? " -r" : " -x -a " + single_quoted(joined(option.values, " "));
            text += " -d " + single_quoted(option.description) + "\n";
        }
    }
    return text;
}

}  // namespace

std::string completion_script(const CommandRecord& root, const std::string& shell) {
    if (shell == "bash") return bash(root);
    if (shell == "zsh") return zsh(root);
    if (shell == "fish") return fish(root);
    throw UsageError("completions are for bash, zsh and fish");
}

}  // namespace tessera::cli
