// SPDX-License-Identifier: Apache-2.0
// One run of a scaling measurement over several processes: mpirun and tessera-mpi do the work.
#include "tessera/core/error.hpp"

#include "cli/scale.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <sstream>

namespace tessera::cli {

namespace {

// tessera-mpi stands beside tessera.
std::string mpi_program() {
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto path = self.parent_path() / "tessera-mpi";
    if (error || access(path.c_str(), X_OK) != 0)
        throw EnvironmentError(
            "there is no tessera-mpi beside tessera; build it where an MPI library is installed, or leave --ranks out");
    return path.string();
}

struct Output {
    std::string text;
    int status = 0;
};

// What a program prints on standard output, and how it ends.  Its messages go where ours go.
Output output_of(const std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw EnvironmentError("cannot make a pipe");
    const pid_t child = fork();
    if (child < 0) throw EnvironmentError("cannot start " + words.front());
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);  // we may be killed ourselves, and this must not stay behind
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        dup2(ends[1], STDOUT_FILENO);
        execvp(argv.front(), argv.data());
        _exit(127);
    }
    close(ends[1]);
    Output output;
    std::array<char, 1 << 16> buffer;
    for (ssize_t count; (count = read(ends[0], buffer.data(), buffer.size())) != 0;)
        if (count > 0)
            output.text.append(buffer.data(), static_cast<std::size_t>(count));
        else if (errno != EINTR)
            break;
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (output.status == 127) throw EnvironmentError("there is no " + words.front() + " here");
    return output;
}

double seconds_of(const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; }

}  // namespace

ScaleRun measure_ranks(const ScalePlan& plan, const ScaleCase& of) {
    std::vector<std::string> words{"mpirun",
                                   "-n",
                                   std::to_string(of.ranks),
                                   mpi_program(),
                                   "solve",
                                   "--json",
                                   "--quiet",
                                   "--algorithm",
                                   of.algorithm,
                                   "--heuristic",
                                   of.heuristic,
                                   "--threads",
                                   std::to_string(of.threads / of.ranks)};
    for (const std::string& set : plan.sets) words.insert(words.end(), {"--set", set});
    if (!plan.time.empty()) words.insert(words.end(), {"--time", plan.time});
    if (!plan.memory.empty()) words.insert(words.end(), {"--memory", plan.memory});
    ScaleRun run;
    run.of = of;
    double busiest = 0;
    const Output output = output_of(words);
    std::istringstream lines(output.text);
    for (std::string line; std::getline(lines, line);) {
        const Json answer = Json::parse(line);
        if (answer.at("status") != "solved")  // the exit status says why
            throw Error(static_cast<ExitCode>(output.status),
                        "board " + answer.at("id").get<std::string>() + " was not solved by " + of.algorithm + " in " +
                            std::to_string(of.ranks) + " processes; times of unfinished searches cannot be compared");
        run.seconds += answer.at("seconds").get<double>();
        run.expanded += answer.at("expanded").get<std::uint64_t>();
        run.generated += answer.at("generated").get<std::uint64_t>();
        run.sent += answer.at("sent").get<std::uint64_t>();
        run.length += answer.at("length").get<std::uint64_t>();
        run.peak_bytes = std::max(run.peak_bytes, answer.at("peak_bytes").get<std::uint64_t>());
        std::uint64_t most = 0;
        for (const Json& worker : answer.at("workers"))
            most = std::max(most, worker.at("generated").get<std::uint64_t>());
        busiest += static_cast<double>(most);
        ++run.boards;
    }
    if (output.status != 0)
        throw EnvironmentError(words.front() + " failed with exit status " + std::to_string(output.status));
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    run.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    run.preempted = static_cast<std::uint64_t>(usage.ru_nivcsw);
    if (run.generated > 0) run.balance = busiest * of.threads / static_cast<double>(run.generated);
    return run;
}

}  // namespace tessera::cli
