// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.hpp"

#include "tessera/core/error.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
#include <csignal>

namespace tessera::cli {

namespace {

// Wakes the watcher for the last time.  Ignored by default, so that one from outside means as little as before.
constexpr int farewell = SIGURG;

sigset_t watched() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, farewell}) sigaddset(&set, signal);
    return set;
}

}  // namespace

SignalWatcher::SignalWatcher(Console& console) : console_(console) {
    if (pipe2(pipe_, O_CLOEXEC | O_NONBLOCK) != 0) throw EnvironmentError("cannot make a pipe");
    hold_signals();
    thread_ = std::thread([this] { watch(); });
}

SignalWatcher::~SignalWatcher() {
    leaving_.store(true, std::memory_order_release);
    pthread_kill(thread_.native_handle(), farewell);
    thread_.join();
    const sigset_t set = watched();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    close(pipe_[0]);
    close(pipe_[1]);
}

void SignalWatcher::watch() {
    const sigset_t set = watched();
    for (;;) {
        int signal = 0;
        if (sigwait(&set, &signal) != 0) continue;
        if (leaving_.load(std::memory_order_acquire)) return;
        if (signal == farewell) continue;
        if (received() != 0) {
            console_.try_clear();
            end_by_signal(signal);
        }
        received_.store(signal, std::memory_order_release);
        stop_.request_stop();
        const char byte = 0;
        (void)!write(pipe_[1], &byte, 1);
    }
}

void hold_signals() {
    const sigset_t set = watched();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void end_by_signal(int signal) {
    std::signal(signal, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    raise(signal);
    _exit(128 + signal);
}

}  // namespace tessera::cli
