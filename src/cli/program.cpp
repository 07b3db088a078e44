// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include "tessera/core/error.hpp"

#include "cli/commands.hpp"
#include "cli/company.hpp"
#include "cli/help.hpp"
#include "cli/table_cache.hpp"
#include "system/build_info.hpp"
#include "system/last_resort.hpp"
#include "words.hpp"

#include <unistd.h>
#include <csignal>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>

namespace tessera::cli {

namespace {

constexpr auto all_commands = {add_solve, add_check, add_view,  add_gen, add_list,  add_info,        add_ask, add_experiment,
                               add_walk,  add_scale, add_pdb,   add_bench, add_completions, add_man};

std::vector<CatalogEntry> commands_of(const CLI::App& app) {
    std::vector<CatalogEntry> list;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        list.push_back({command->get_name(), "", ""});
    return list;
}

// The command that the words have led to, and how it is called.
struct Called {
    const CLI::App* app;
    std::string words;
};
Called called(const CLI::App& program) {
    Called call{&program, program.get_name()};
    for (auto below = program.get_subcommands(); !below.empty(); below = call.app->get_subcommands()) {
        call.app = below.front();
        call.words += " " + call.app->get_name();
    }
    return call;
}

// Every error of the parser is a wrong usage; the unknown words get the nearest known one as well.
[[noreturn]] void refuse(const CLI::App& app, const CLI::ParseError& error) {
    const Called call = called(app);
    const std::string see = " (see " + call.words + " --help)";
    const std::vector<CatalogEntry> commands = commands_of(*call.app);
    for (const std::string& word : app.remaining(true)) {
        if (word.substr(0, 1) == "-") {
            std::vector<CatalogEntry> known;
            for (const CLI::Option* option : call.app->get_options())
                for (const std::string& name : option->get_lnames()) known.push_back({"--" + name, "", ""});
            throw UsageError(unknown_name("option", word.substr(0, word.find('=')), known) + see);
        }
        if (commands.empty()) throw UsageError("'" + display(word) + "' is one word too many" + see);
        throw UsageError(unknown_name("command", word, commands) + see);
    }
    if (!commands.empty() && error.get_name() == "RequiredError") {
        std::string names;
        for (const CatalogEntry& command : commands) names += (names.empty() ? "" : ", ") + command.name;
        throw UsageError(call.words + " needs a command: " + names + see);
    }
    throw UsageError(display(error.what(), 300) + see);
}

void run_command(Context& context, int argc, char** argv) {
    CLI::App app("Solves sliding-tile puzzles optimally.", "tessera");
    app.set_version_flag("--version", "tessera " + std::string(build_info().version));
    app.require_subcommand(1);
    app.formatter(std::make_shared<Help>());
    app.get_formatter()->label("SUBCOMMAND", "COMMAND");
    if (context.company) {
        app.name("tessera-mpi");
        app.footer("\nIdastar and hdastar run over all processes; all other commands are those of tessera.\n"
                   "\nExample:\n  mpirun -n 4 tessera-mpi solve --set korf100:1-5 --algorithm hdastar --threads 8\n");
        for (const auto add : {add_solve, add_list}) add(app, context);
    } else {
        app.footer("\nExamples:\n  tessera solve \"1 2 3 4 5 6 0 7 8\"\n  tessera solve --set korf100:1-5\n");
        for (const auto add : all_commands) add(app, context);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        context.out.write(app.help());
    } catch (const CLI::CallForVersion&) {
        context.out.line("tessera " + std::string(build_info().version));
    } catch (const CLI::ParseError& error) {
        refuse(app, error);
    }
    context.out.flush();
}

// Told without asking for memory: there may be none left even for a sentence.
void tell_out_of_memory() noexcept {
    constexpr std::string_view text = "tessera: out of memory\n";
    (void)!::write(STDERR_FILENO, text.data(), text.size());
}

// Tells what the exception at hand means.
void note_exception(Context& context) {
    try {
        throw;
    } catch (const InternalError& error) {
        context.note(InternalError(std::string("INTERNAL ERROR, please report: ") + error.what()));
    } catch (const Error& error) {
        context.note(error);
    } catch (const std::bad_alloc&) {
        context.note(ExitCode::memory_limit);
        context.console.clear();
        tell_out_of_memory();
    } catch (const std::exception& error) {
        // A thread that cannot be started comes as a system_error.
        const auto* const system = dynamic_cast<const std::system_error*>(&error);
        if (system && system->code() == std::errc::resource_unavailable_try_again)
            context.note(Error(ExitCode::memory_limit, "the system gives no more threads, or no memory for them"));
        else
            context.note(InternalError(std::string("INTERNAL ERROR, please report: ") + display(error.what(), 300)));
    }
}

int run_noting_errors(int argc, char** argv, Company* company) {
    Context context;
    context.company = company;
    const TableCacheUse tables(context.console, company);
    try {
        run_command(context, argc, argv);
    } catch (...) {
        const LastResort reserve;
        note_exception(context);
    }
    context.console.clear();
    const int signal = context.signals ? context.signals->received() : 0;
    context.signals.reset();
    if (company) company->dismiss();
    if (signal != 0) end_by_signal(signal);
    return static_cast<int>(context.worst);
}

}  // namespace

int run(int argc, char** argv, Company* company) {
    std::signal(SIGPIPE, SIG_DFL);  // a reader that went away ends the program quietly
    try {
        return run_noting_errors(argc, argv, company);
    } catch (const std::bad_alloc&) {  // too early or too late to be noted
        tell_out_of_memory();
        if (company) company->fleet().abandon();
        return static_cast<int>(ExitCode::memory_limit);
    }
}

}  // namespace tessera::cli
