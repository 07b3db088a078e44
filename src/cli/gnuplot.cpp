// SPDX-License-Identifier: Apache-2.0
#include "cli/gnuplot.hpp"

#include "tessera/core/error.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <string>

namespace tessera::cli {

bool run_gnuplot(const std::filesystem::path& script) {
    constexpr int not_found = 127;
    const std::string directory = script.has_parent_path() ? script.parent_path().string() : ".";
    const std::string name = script.filename().string();
    const pid_t child = fork();
    if (child < 0) throw EnvironmentError("cannot start gnuplot");
    if (child == 0) {
        if (chdir(directory.c_str()) == 0) execlp("gnuplot", "gnuplot", name.c_str(), static_cast<char*>(nullptr));
        _exit(errno == ENOENT ? not_found : 126);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == not_found) return false;
    throw EnvironmentError("gnuplot failed on " + script.string());
}

}  // namespace tessera::cli
