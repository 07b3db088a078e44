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
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <typeinfo>
#include <utility>

namespace tessera {

// Whether oneTBB found memory for what it loads at its first use, which is at the start of the program.
[[nodiscard]] bool tbb_is_loaded() noexcept;

// A team of at most n threads for loops.  With one thread everything runs in the caller, and oneTBB is not touched.
class LoopTeam {
public:
    explicit LoopTeam(unsigned threads) : threads_(threads == 0 ? 1 : threads) {
        if (threads_ == 1) return;
        if (!tbb_is_loaded()) throw std::bad_alloc();
        team_.emplace(threads_);
    }

    [[nodiscard]] unsigned threads() const noexcept { return threads_; }

    // body(first, last) over pieces of [0, count), each at least `grain` long where possible.
    template <class Body>
    void for_ranges(std::size_t count, std::size_t grain, Body body) {
        if (threads_ == 1) {
            if (count > 0) body(std::size_t{0}, count);
            return;
        }
        try {
            team_->arena.execute([&] {
                tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                                  [&](const tbb::blocked_range<std::size_t>& r) { body(r.begin(), r.end()); });
            });
        } catch (const std::runtime_error& error) {
            // Exactly this type is how oneTBB tells of a thread that cannot be started; the crew says it so:
            if (typeid(error) != typeid(std::runtime_error)) throw;
            throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
        }
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
    struct Team {
        explicit Team(unsigned threads)
            : control(tbb::global_control::max_allowed_parallelism,
                      std::max<std::size_t>(
                          threads, tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism))),
              arena(static_cast<int>(threads)) {}

        tbb::global_control control;  // lets the arena have more threads than the machine has cores, if asked
        tbb::task_arena arena;
    };

    unsigned threads_;
    std::optional<Team> team_;
};

}  // namespace tessera
