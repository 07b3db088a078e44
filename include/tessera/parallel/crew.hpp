// SPDX-License-Identifier: Apache-2.0
// Exactly n running workers, joined before it returns.  For workers that wait for each other; independent pieces of
// work are tasks (loops.hpp).
#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tessera {

// Calls work(i) for i = 0 ... n-1, each on its own thread; worker 0 is the caller, so that one worker needs no thread.
// `on_failure` is called once if a worker throws, to let the others end; then the first exception is thrown again.
template <class Work, class OnFailure>
void run_crew(unsigned n, Work work, OnFailure on_failure) {
    std::mutex mutex;
    std::exception_ptr first;
    const auto guarded = [&](unsigned i) {
        try {
            work(i);
        } catch (...) {
            {
                const std::lock_guard lock(mutex);
                if (first) return;
                first = std::current_exception();
            }
            on_failure();
        }
    };
    {
        std::vector<std::jthread> threads;
        threads.reserve(n);
        try {
            for (unsigned i = 1; i < n; ++i) threads.emplace_back(guarded, i);
        } catch (...) {  // the system gives no more threads
            {
                const std::lock_guard lock(mutex);
                if (!first) first = std::current_exception();
            }
            on_failure();
        }
        guarded(0);
    }
    if (first) std::rethrow_exception(first);
}

}  // namespace tessera
