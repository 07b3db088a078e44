// SPDX-License-Identifier: Apache-2.0
// What is thrown, and the documented exit code that goes with it.
#pragma once

#include <stdexcept>
#include <string>

namespace tessera {

// Bands as in Fast Downward.
enum class ExitCode : int {
    solved = 0,
    usage = 2,
    unsolvable = 11,
    no_solution_within_bound = 12,
    memory_limit = 22,
    time_or_node_limit = 23,
    internal_error = 32,
    bad_input = 33,
    not_supported = 34,
    environment = 35,
    interrupted = 130,
    terminated = 143,
};

class Error : public std::runtime_error {
public:
    Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
    [[nodiscard]] ExitCode code() const noexcept { return code_; }

private:
    ExitCode code_;
};

// Bad input, with place and reason in the message.
struct InputError : Error {
    explicit InputError(const std::string& message) : Error(ExitCode::bad_input, message) {}
};

// Valid, but beyond what tessera does.
struct UnsupportedError : Error {
    explicit UnsupportedError(const std::string& message) : Error(ExitCode::not_supported, message) {}
};

// Disk full, no permission, I/O error.
struct EnvironmentError : Error {
    explicit EnvironmentError(const std::string& message) : Error(ExitCode::environment, message) {}
};

// A wrong option or value.
struct UsageError : Error {
    explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

// A self-check failed: a bug of ours.
struct InternalError : Error {
    explicit InternalError(const std::string& message) : Error(ExitCode::internal_error, message) {}
};

}  // namespace tessera
