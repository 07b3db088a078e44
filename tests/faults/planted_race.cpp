// SPDX-License-Identifier: Apache-2.0
// The control of the thread sanitizer: the same parallel loop once with an atomic counter and once with a plain one.
// The iterations wait for each other, so that two threads are provably inside at once; a race that never had the
// chance to happen would prove nothing.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>

namespace {

template <class Counter>
int count(Counter& counter) {
    std::atomic<int> inside{0};  // relaxed: the meeting must not order the counting that follows it
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    tbb::task_arena arena(2);
    arena.execute([&] {
        tbb::parallel_for(
            0, 2,
            [&](int) {
                inside.fetch_add(1, std::memory_order_relaxed);
                while (inside.load(std::memory_order_relaxed) < 2 && std::chrono::steady_clock::now() < patience)
                    std::this_thread::yield();
                for (int i = 0; i < 1000; ++i) ++counter;
            },
            tbb::simple_partitioner{});
    });
    return inside.load();
}

}  // namespace

int main(int argc, char** argv) {
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, 2);
    int met = 0;
    if (argc > 1 && std::string_view(argv[1]) == "planted") {
        int counter = 0;
        met = count(counter);
    } else {
        std::atomic<int> counter{0};
        met = count(counter);
    }
    std::puts(met == 2 ? "two threads met" : "the threads did not meet");
}
