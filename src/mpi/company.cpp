// SPDX-License-Identifier: Apache-2.0
#include "mpi/company.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/processors.hpp"

#include "mpi/order.hpp"
#include "system/build_info.hpp"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <utility>

namespace tessera::mpi {

namespace {

enum class Word : std::uint8_t { solve, go_home };

// Who runs where: a program, a machine, and the processors it may use there.
Bytes card() {
    char machine[MPI_MAX_PROCESSOR_NAME] = {};
    int length = 0;
    MPI_Get_processor_name(machine, &length);
    cpu_set_t processors;
    std::memset(&processors, 0, sizeof processors);
    (void)sched_getaffinity(0, sizeof processors, &processors);
    const BuildInfo& build = build_info();
    ByteWriter writer;
    writer.add_text(std::string(build.version) + " " + std::string(build.revision)).add_text(machine).add(processors);
    return std::move(writer.bytes());
}

}  // namespace

MpiCompany::MpiCompany() {
    fleet_.emplace();
    const Bytes mine = card();
    const auto cards = fleet_->exchange(mine);
    const std::string program = ByteReader(cards.front()).take_text();
    for (std::size_t rank = 1; rank < cards.size(); ++rank)
        if (const std::string theirs = ByteReader(cards[rank]).take_text(); theirs != program)
            throw EnvironmentError("rank " + std::to_string(rank) + " runs tessera " + theirs + ", rank 0 " + program +
                                   "; all must run the same program");
    // Ranks that were not given processors of their own divide those they have.
    const auto rivals = static_cast<unsigned>(std::count(cards.begin(), cards.end(), mine));
    share_of_processors_ = std::max(1u, usable_processors() / rivals);
}

unsigned MpiCompany::threads(unsigned wanted) { return wanted > 0 ? wanted : share_of_processors_; }

void MpiCompany::call(const Choice& choice, const Instance& instance, const Settings& settings) {
    fleet_->tell_others(ByteWriter()
                            .add(Word::solve)
                            .add_all(std::span<const std::byte>(encode({choice, instance, settings})))
                            .bytes());
}

std::shared_ptr<TableSource> MpiCompany::share(std::shared_ptr<TableSource> source) {
    if (fleet_->ranks() == 1) return source;
    return tables_ = std::make_shared<NodeTables>(*fleet_, NodeTables::ranks_of_this_machine(), std::move(source));
}

void MpiCompany::serve(std::stop_token stop) {
    // Opened solvers are kept: their tables are dear.
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Solver>> solvers;
    Letter word;
    for (int idle = 0;;) {
        if (!fleet_->fetch_word(word)) {
            // Between two boards rank 0 may wait for its input as long as it likes.
            std::this_thread::sleep_for(std::chrono::microseconds(++idle < 1000 ? 50 : 2000));
            continue;
        }
        idle = 0;
        ByteReader reader(word.content);
        if (reader.take<Word>() == Word::go_home) return leave();
        Order order = decode_order(reader);
        order.settings.threads = threads(order.settings.threads);
        order.settings.fleet = &*fleet_;
        order.settings.stop = stop;
        try {
            auto& solver = solvers[{order.choice.size, order.choice.goal}];
            if (!solver) solver = open_solver(order.choice);
            (void)solver->solve(order.instance, order.settings);
        } catch (const Error&) {
            // Rank 0 has the same, and tells it.
        }
    }
}

void MpiCompany::dismiss() {
    fleet_->tell_others(ByteWriter().add(Word::go_home).bytes());
    leave();
}

void MpiCompany::leave() {
    fleet_->settle();
    if (tables_) tables_->close();
    fleet_.reset();
    MPI_Finalize();
}

}  // namespace tessera::mpi
