// SPDX-License-Identifier: Apache-2.0
// tessera view: answers in, a web page out on which the solutions can be watched.
#include "cli/commands.hpp"
#include "cli/line_reader.hpp"
#include "cli/page.hpp"
#include "cli/scene.hpp"
#include "cli/whole_file.hpp"
#include "words.hpp"

#include <unistd.h>

namespace tessera::cli {

namespace {

using nlohmann::json;

constexpr std::size_t longest_answer = 1 << 26;

struct Options {
    std::string input = "-";
    std::string output;
};

// The first bad line ends it: a page with some of the answers would look complete.
json read_scenes(const Options& options) {
    const auto file = options.input == "-" ? nullptr : std::make_unique<File>(options.input);
    const std::string name = file ? options.input : "stdin";
    LineReader lines(file ? file->fd() : STDIN_FILENO, -1, longest_answer);
    json scenes = json::array();
    for (Line line; lines.next(line);) {
        if (line.text.find_first_not_of(" \t\r") == line.text.npos) continue;
        const std::string place = place_prefix({name, line.number, 0});
        if (line.too_long) throw InputError(place + "the line is too long");
        const json answer = json::parse(line.text, nullptr, false);
        if (answer.is_discarded()) throw InputError(place + "not JSON; give the output of tessera solve --json");
        try {
            scenes.push_back(scene_of(answer));
        } catch (const Wrong& wrong) {
            throw InputError(place + wrong.reason);
        } catch (const Damaged& damaged) {
            throw InputError(place + damaged.reason);
        } catch (const Foreign& foreign) {
            throw UnsupportedError(place + foreign.reason);
        }
    }
    if (scenes.empty())
        throw InputError(display(name, 200) + ":1: there is no answer in it; give the output of tessera solve --json");
    return scenes;
}

void run(Context& context, const Options& options) {
    const json scenes = read_scenes(options);
    const std::string html =
        html_page({.title = "tessera",
                   .body = std::string(web::viewer_html.text) + json_block("answers", scenes.dump()),
                   .styles = {&web::viewer_css},
                   .scripts = {&web::viewer_js}});
    if (options.output.empty() || options.output == "-") {
        context.out.write(html);
        return;
    }
    write_whole_file(options.output, html);
    context.console.note("wrote " + display(options.output, 200));
}

}  // namespace

void add_view(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("view", "Make a web page on which solutions of solve --json can be watched");
    const auto options = std::make_shared<Options>();
    command->add_option("FILE|-", options->input, "what solve --json wrote; - (default) for standard input");
    command->add_option("-o,--out", options->output, "the page; standard output if not given");
    command->footer(
        "\nExamples:\n"
        "  tessera solve --set korf100:1-5 --json | tessera view -o solutions.html\n"
        "  tessera solve --domain bricks instances/bricks/klotski-gate.txt --json | tessera view - >klotski.html");
    command->callback([&context, options] { run(context, *options); });
}

}  // namespace tessera::cli
