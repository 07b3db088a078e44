// SPDX-License-Identifier: Apache-2.0
// tessera check: answers in, a judgement out.
#include "cli/check_answer.hpp"
#include "cli/commands.hpp"
#include "cli/line_reader.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <map>

namespace tessera::cli {

namespace {

constexpr std::size_t longest_answer = 1 << 26;  // a depth-first solution can have many steps

class CheckRun {
public:
    explicit CheckRun(Context& context) : context_(context) {}

    void read(const std::string& path) {
        const auto file = path == "-" ? nullptr : std::make_unique<File>(path);
        const std::string name = file ? path : "stdin";
        LineReader lines(file ? file->fd() : STDIN_FILENO, -1, longest_answer);
        int answers = 0;
        for (Line line; lines.next(line);) {
            if (line.text.find_first_not_of(" \t\r") == line.text.npos) continue;
            ++answers;
            check(line, name);
        }
        if (answers == 0)
            context_.note(InputError(display(name, 200) +
                                     ":1: there is no answer in it; give the output of tessera solve --json"));
    }

    void summarise() {
        const auto count = [&](CheckVerdict::Kind kind) { return counts_[kind]; };
        context_.out.line(
            fmt::format("{} paths verified, {} unsolvable boards confirmed, {} unfinished, {} wrong, {} not checked",
                        count(CheckVerdict::Kind::path), count(CheckVerdict::Kind::unsolvable),
                        count(CheckVerdict::Kind::unfinished), count(CheckVerdict::Kind::wrong),
                        count(CheckVerdict::Kind::damaged) + count(CheckVerdict::Kind::foreign)));
    }

private:
    void check(const Line& line, const std::string& name) {
        const nlohmann::json answer = nlohmann::json::parse(line.text, nullptr, false);
        CheckVerdict verdict{CheckVerdict::Kind::damaged, "not JSON; give the output of tessera solve --json"};
        if (line.too_long)
            verdict.reason = "the line is too long";
        else if (!answer.is_discarded())
            verdict = check_answer(answer);
        ++counts_[verdict.kind];

        std::string message = place_prefix({name, line.number, 0});
        if (answer.is_object() && answer.contains("id") && answer.at("id").is_string())
            message += "board " + display(answer.at("id").get<std::string>()) + ": ";
        message += verdict.reason;
        if (verdict.kind == CheckVerdict::Kind::wrong) context_.note(InternalError(message));
        if (verdict.kind == CheckVerdict::Kind::damaged) context_.note(InputError(message));
        if (verdict.kind == CheckVerdict::Kind::foreign) context_.note(UnsupportedError(message));
    }

    Context& context_;
    std::map<CheckVerdict::Kind, int> counts_;
};

}  // namespace

void add_check(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("check", "Verify answers of solve --json, independently of the solver");
    const auto inputs = std::make_shared<std::vector<std::string>>();
    command->add_option("FILE|-", *inputs, "what solve --json wrote; - (default) for standard input");
    command->footer(
        "\nExamples:\n"
        "  tessera solve --set korf100:1-5 --json | tessera check -\n"
        "  tessera check answers.json\n");
    command->callback([&context, inputs] {
        CheckRun run(context);
        if (inputs->empty()) inputs->emplace_back("-");
        for (const std::string& input : *inputs) run.read(input);
        run.summarise();
    });
}

}  // namespace tessera::cli
