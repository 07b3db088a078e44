// SPDX-License-Identifier: Apache-2.0
#include "system/child.hpp"

#include "tessera/core/error.hpp"

#include "system/posix.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <new>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tessera {

namespace {

sigset_t held() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

constexpr char good = 'g';  // the first byte of a message: the result follows, or a code and the reason

std::string outcome_of(const std::function<std::string()>& work) {
    const auto failed = [](ExitCode code, const std::string& reason) {
        return std::string("b") + static_cast<char>(code) + reason;
    };
    try {
        return good + work();
    } catch (const Error& error) {
        return failed(error.code(), error.what());
    } catch (const std::bad_alloc&) {
        return failed(ExitCode::memory_limit, "out of memory");
    } catch (const std::exception& error) {
        return failed(ExitCode::internal_error, error.what());
    }
}

[[noreturn]] void be_child(const std::function<std::string()>& work, int pipe, pid_t parent) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);  // it died before we could ask to be told
    const sigset_t set = held();
    (void)sigprocmask(SIG_UNBLOCK, &set, nullptr);
    const std::string message = outcome_of(work);
    std::fflush(stderr);
    for (std::size_t done = 0; done < message.size();) {
        const auto count = uninterrupted([&] { return ::write(pipe, message.data() + done, message.size() - done); });
        if (count <= 0) _exit(1);
        done += static_cast<std::size_t>(count);
    }
    _exit(0);  // without the farewells of the parent's objects
}

}  // namespace

HeldSignals::HeldSignals() {
    const sigset_t set = held();
    (void)sigprocmask(SIG_BLOCK, &set, nullptr);
    fd_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (fd_ < 0) throw EnvironmentError("cannot watch for signals");
}

HeldSignals::~HeldSignals() {
    (void)received();  // what came is known; it must not come again now
    (void)::close(fd_);
    const sigset_t set = held();
    (void)sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

int HeldSignals::received() noexcept {
    signalfd_siginfo info{};
    while (::read(fd_, &info, sizeof info) == sizeof info)
        if (first_ == 0) first_ = static_cast<int>(info.ssi_signo);
    return first_;
}

std::optional<std::string> run_in_child(HeldSignals& signals, const std::function<std::string()>& work,
                                        const std::function<void()>& waiting) {
    if (signals.received() != 0) return std::nullopt;
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw EnvironmentError("cannot make a pipe");
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    std::fflush(nullptr);  // what is buffered would be written twice
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) throw EnvironmentError("cannot start a process");
    if (child == 0) be_child(work, writing.get(), parent);
    (void)writing.close();

    std::string message;
    bool stopped = false;
    for (bool open = true; open;) {
        std::array<pollfd, 2> files{pollfd{reading.get(), POLLIN, 0}, pollfd{signals.fd(), POLLIN, 0}};
        if (poll(files.data(), files.size(), 100) < 0 && errno != EINTR) break;
        waiting();
        if (files[1].revents != 0 && signals.received() != 0) {
            stopped = true;
            (void)kill(child, SIGKILL);
            break;
        }
        if (files[0].revents == 0) continue;
        std::array<char, 4096> bytes{};
        const auto count = uninterrupted([&] { return ::read(reading.get(), bytes.data(), bytes.size()); });
        open = count > 0;
        if (open) message.append(bytes.data(), static_cast<std::size_t>(count));
    }
    int status = 0;
    (void)uninterrupted([&] { return waitpid(child, &status, 0); });
    if (stopped || signals.received() != 0) return std::nullopt;
    if (WIFSIGNALED(status))
        throw EnvironmentError("a measuring process was ended by signal " + std::to_string(WTERMSIG(status)) +
                               (WTERMSIG(status) == SIGKILL ? " (is there enough memory?)" : ""));
    if (message.empty()) throw InternalError("a measuring process ended without a word");
    if (message.front() == good) return message.substr(1);
    throw Error(static_cast<ExitCode>(static_cast<unsigned char>(message.at(1))), message.substr(2));
}

}  // namespace tessera
