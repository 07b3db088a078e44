// SPDX-License-Identifier: Apache-2.0
// Fork-join loops over ranges; oneTBB lives behind this header.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tessera {

// A team of at most n threads for loops.  With one thread everything runs in the caller.
class LoopTeam {
public:
    explicit LoopTeam(unsigned threads)
        : threads_(threads == 0 ? 1 : threads),
          control_(tbb::global_control::max_allowed_parallelism,
                   std::max<std::size_t>(
                       threads_, tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism))),
          arena_(static_cast<int>(threads_)) {}

    [[nodiscard]] unsigned threads() const noexcept { return threads_; }

    // body(first, last) over pieces of [0, count), each at least `grain` long where possible.
    template <class Body>
    void for_ranges(std::size_t count, std::size_t grain, Body body) {
        if (threads_ == 1) {
            if (count > 0) body(std::size_t{0}, count);
            return;
        }
        arena_.execute([&] {
            tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                              [&](const tbb::blocked_range<std::size_t>& r) { body(r.begin(), r.end()); });
        });
    }

    // The same with an accumulator per worker: body(first, last, mine); the accumulators are merged by merge(into,
    // mine).
    template <class Accumulator, class Body, class Merge>
    Accumulator reduce_ranges(std::size_t count, std::size_t grain, Body body, Merge merge) {
        Accumulator total{};
        if (threads_ == 1) {
            if (count > 0) body(std::size_t{0}, count, total);
            return total;
        }
        tbb::combinable<Accumulator> locals;
        for_ranges(count, grain, [&](std::size_t first, std::size_t last) { body(first, last, locals.local()); });
        locals.combine_each([&](const Accumulator& mine) { merge(total, mine); });
        return total;
    }

private:
    unsigned threads_;
    tbb::global_control control_;  // lets the arena have more threads than the machine has cores, if asked
    tbb::task_arena arena_;
};

}  // namespace tessera
