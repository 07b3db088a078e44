// SPDX-License-Identifier: Apache-2.0
// tessera ask: a dialogue that leads to one solved puzzle.
#include "cli/commands.hpp"
#include "cli/line_reader.hpp"
#include "cli/report.hpp"
#include "cli/sets.hpp"
#include "domains/tiles.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <charconv>

namespace tessera::cli {

namespace {

// Thrown when there are no more answers to read.
struct EndOfInput {};

class Dialogue {
public:
    Dialogue(Context& context, std::string size, std::string colour)
        : context_(context),
          signals_(context.watch_signals()),
          lines_(STDIN_FILENO, signals_.wake_fd()),
          size_(std::move(size)),
          colour_(std::move(colour)) {}

    void run() {
        try {
            say("Welcome to tessera, a solver of sliding-tile puzzles.\n");
            const int kind = choose("Type 1 for a built-in 8-puzzle or 2 for a puzzle of your own", 1, 2);
            const Problem problem = kind == 1 ? built_in() : own();
            const int method = choose(
                "Type 1 for uniform-cost search, 2 for A* with misplaced tiles, 3 for A* with Manhattan distance", 1,
                3);
            solve(problem, method);
        } catch (const EndOfInput&) {
            if (signals_.received() == 0) say("\nThat was the end of the input. Goodbye.\n");
        }
    }

private:
    void say(std::string_view text) {
        context_.out.write(text);
        context_.out.flush();
    }

    std::string answer(std::string_view question) {
        say(fmt::format("{}: ", question));
        Line line;
        if (!lines_.next(line)) throw EndOfInput{};
        return line.text;
    }

    // Asks, with the same words, until the answer is one of the numbers.
    int choose(std::string_view question, int least, int most) {
        for (;;) {
            const std::string text = answer(question);
            const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
            const std::size_t end = text.find_last_not_of(" \t\r") + 1;
            int number = -1;
            const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
            if (error == std::errc{} && stop == text.data() + end && number >= least && number <= most) return number;
            say(fmt::format("'{}' is not a number from {} to {}.\n", display(text), least, most));
        }
    }

    Problem built_in() {
        const int level = choose("Difficulty from 0 (solved) to 9 (24 moves)", 0, 9);
        return open_set(fmt::format("8-puzzle-levels:{}", level)).at(0);
    }

    Problem own() {
        const Grid grid = parse_size(size_);
        say(fmt::format("A board has {} rows of {} numbers separated by spaces, 0 for the blank.\n", grid.rows,
                        grid.cols));
        for (;;) {
            Problem problem;
            for (int row = 1; row <= grid.rows; ++row)
                problem.instance.text += answer(fmt::format("row {}", row)) + " ";
            problem.instance.id = "own";
            problem.instance.place = {"your board", 0, 0};
            problem.size = size_;
            try {
                (void)parse_board(problem.instance.text, size_, problem.instance.place);
                return problem;
            } catch (const InputError& error) {
                say(fmt::format("{}.\nPlease enter all rows again.\n", error.what()));
            }
        }
    }

    void solve(const Problem& problem, int method) {
        Choice choice;
        choice.algorithm = method == 1 ? "ucs" : "astar";
        choice.heuristic = method == 1 ? "auto" : method == 2 ? "misplaced" : "manhattan";
        choice.size = problem.size;
        choice.goal = problem.goal;
        choice.want_steps = true;
        Settings settings;
        settings.stop = signals_.token();
        const Answer result = open_solver(choice)->solve(problem.instance, settings);
        say("\n");
        board_report(context_.out, {{wants_colour(colour_, STDOUT_FILENO)}, Notation::letters, true})->add(result);
        if (result.outcome == Outcome::unsolvable) context_.note(ExitCode::unsolvable);
        if (result.outcome == Outcome::limit_reached) context_.note(ExitCode::memory_limit);
    }

    Context& context_;
    SignalWatcher& signals_;
    LineReader lines_;
    std::string size_;
    std::string colour_;
};

}  // namespace

void add_ask(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("ask", "Choose and solve a puzzle in a dialogue");
    struct Options {
        std::string size = "3x3";
        std::string colour = "auto";
    };
    const auto options = std::make_shared<Options>();
    command->add_option("--size", options->size, "ROWSxCOLUMNS of a puzzle of your own")->capture_default_str();
    command->add_option("--color", options->colour, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
    command->footer("\nExamples:\n  tessera ask\n  printf '1\\n8\\n3\\n' | tessera ask\n");
    command->callback([&context, options] { Dialogue(context, options->size, options->colour).run(); });
}

}  // namespace tessera::cli
