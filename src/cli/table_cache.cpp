// SPDX-License-Identifier: Apache-2.0
#include "cli/table_cache.hpp"

#include "tessera/parallel/processors.hpp"

#include "cli/pdb_target.hpp"
#include "cli/units.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::cli {

namespace {

// A rough figure for one thread of an ordinary machine; the bar knows better after a second.
constexpr double entries_per_second = 200e6;
// What takes longer than a moment is announced.
constexpr std::uint64_t a_moment = 20'000'000;

// Announces and shows builds that somebody has to wait for.  Several threads may want tables at the same time; one of
// them has the status line.
class Announcer {
public:
    explicit Announcer(Console& console) : console_(console) {}

    void begin(const Pattern& pattern) {
        if (PlacementIndex(pattern).entries() < a_moment) return;
        const std::scoped_lock lock(mutex_);
        console_.note(fmt::format("building the table of {} ({}), once", show_pattern(pattern),
                                  show_estimate({&pattern, 1}, usable_processors())));
        bar_.emplace(console_, pattern);
    }
    void update(const BuildProgress& progress) {
        const std::scoped_lock lock(mutex_);
        if (bar_) bar_->update(progress);
    }
    void end() {
        const std::scoped_lock lock(mutex_);
        bar_.reset();
    }

private:
    Console& console_;
    std::mutex mutex_;
    std::optional<BuildBar> bar_;
};

}  // namespace

BuildBar::BuildBar(Console& console, const Pattern& pattern)
    : progress_(console, fmt::format("{} tiles", pattern.tiles()), PlacementIndex(pattern).entries(), "entries", Pace::layers) {}

void BuildBar::update(const BuildProgress& p) {
    progress_.update(p.entries_known, fmt::format("layer {}, {}", p.layer, show_rate(p.states, p.seconds, "states")));
}

std::string show_estimate(std::span<const Pattern> patterns, unsigned threads) {
    BuildEstimate all;
    for (const Pattern& pattern : patterns) {
        const BuildEstimate one = estimate_build(pattern);
        all.entries += one.entries;
        all.payload_bytes += one.payload_bytes + table_header_bytes;
        all.peak_bytes = std::max(all.peak_bytes, one.peak_bytes);
    }
    const double seconds = static_cast<double>(all.entries) / entries_per_second / std::max(1u, threads);
    return fmt::format("{} entries, {} on disk, about {} of memory, about {}", show_count(all.entries),
                       show_bytes(all.payload_bytes), show_bytes(all.peak_bytes),
                       show_seconds(std::max(seconds, 0.1)));
}

TableCacheUse::TableCacheUse(Console& console, Company* company, TableMemory memory) {
    const auto announcer = std::make_shared<Announcer>(console);
    CachedTables::Hooks hooks;
    hooks.on_build = [announcer](const Pattern& pattern) { announcer->begin(pattern); };
    hooks.on_progress = [announcer](const BuildProgress& progress) { announcer->update(progress); };
    hooks.on_built = [announcer] { announcer->end(); };
    std::shared_ptr<TableSource> source = std::make_shared<CachedTables>(TableCache(), std::move(hooks), memory);
    set_table_source(company ? company->share(std::move(source)) : std::move(source));
}

}  // namespace tessera::cli
