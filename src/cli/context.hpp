// SPDX-License-Identifier: Apache-2.0
// What every command shares: where to write, whom to tell, how it went.
#pragma once

#include "tessera/core/error.hpp"

#include "cli/console.hpp"
#include "cli/output.hpp"
#include "cli/signals.hpp"

#include <algorithm>
#include <optional>

namespace tessera::cli {

class Company;

struct Context {
    Output out;
    Console console;
    ExitCode worst = ExitCode::solved;
    Company* company = nullptr;  // other processes, if this is one of several (company.hpp)

    // Of several outcomes the highest code wins.
    void note(ExitCode code) { worst = std::max(worst, code); }
    // The same, with a message.
    void note(const Error& error) {
        console.error(error.what());
        note(error.code());
    }

    // To be called by commands that stop gracefully on SIGINT and SIGTERM; the others are just ended by them.
    SignalWatcher& watch_signals() {
        if (!signals) signals.emplace(console);
        return *signals;
    }
    std::optional<SignalWatcher> signals;
};

}  // namespace tessera::cli
