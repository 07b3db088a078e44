// SPDX-License-Identifier: Apache-2.0
#include "mpi/mpi_fleet.hpp"

#include "tessera/core/error.hpp"

#include <chrono>
#include <thread>
#include <utility>

namespace tessera::mpi {

namespace {

// Between two looks at something that another rank is to do soon.
void rest(int idle) {
    if (idle < 2000)
        std::this_thread::yield();
    else
        std::this_thread::sleep_for(std::chrono::microseconds(50));
}

unsigned world_size() {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return static_cast<unsigned>(size);
}

}  // namespace

MpiFleet::Channel::Channel(unsigned ranks) : under_way(ranks) { MPI_Comm_dup(MPI_COMM_WORLD, &comm); }

void MpiFleet::Channel::send(std::mutex& mutex, unsigned to, Bytes content) {
    const std::lock_guard lock(mutex);
    sweep();
    requests.push_back(MPI_REQUEST_NULL);
    letters_on_their_way.push_back({to, std::move(content)});
    const Bytes& sent = letters_on_their_way.back().content;  // the bytes stay where they are if the list moves
    MPI_Issend(sent.data(), static_cast<int>(sent.size()), MPI_BYTE, static_cast<int>(to), 0, comm, &requests.back());
    ++under_way[to];
    ++letters;
    bytes += sent.size();
}

bool MpiFleet::Channel::fetch(std::mutex& mutex, Letter& into) {
    const std::lock_guard lock(mutex);
    int there = 0;
    MPI_Message message;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, 0, comm, &there, &message, &status);
    if (!there) return false;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    into.from = static_cast<unsigned>(status.MPI_SOURCE);
    into.content.resize(static_cast<std::size_t>(size));
    MPI_Mrecv(into.content.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    return true;
}

void MpiFleet::Channel::sweep() {
    for (std::size_t i = 0; i < requests.size();) {
        int arrived = 0;
        MPI_Test(&requests[i], &arrived, MPI_STATUS_IGNORE);
        if (!arrived) {
            ++i;
            continue;
        }
        --under_way[letters_on_their_way[i].to];
        requests[i] = requests.back();
        requests.pop_back();
        std::swap(letters_on_their_way[i], letters_on_their_way.back());
        letters_on_their_way.pop_back();
    }
}

MpiFleet::MpiFleet() : ranks_(world_size()), mail_(ranks_), words_(ranks_) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank_ = static_cast<unsigned>(rank);
}

MpiFleet::~MpiFleet() {
    MPI_Comm_free(&mail_.comm);
    MPI_Comm_free(&words_.comm);
}

bool MpiFleet::has_room(unsigned to) {
    const std::lock_guard lock(mutex_);
    if (mail_.under_way[to] >= window) mail_.sweep();
    return mail_.under_way[to] < window;
}

// The non-blocking consensus of Hoefler, Siebert and Lumsdaine (2010): a rank whose letters have all been taken enters
// a barrier, without waiting in it, and goes on taking letters until all ranks are in: then no letter is left.  One
// last barrier, as a rank that is through may begin something new while another has not noticed yet.
void MpiFleet::settle() {
    MPI_Request barrier = MPI_REQUEST_NULL;
    bool inside = false;
    Letter letter;
    for (;;) {
        while (fetch_mail(letter) || fetch_word(letter)) {
        }
        {
            const std::lock_guard lock(mutex_);
            mail_.sweep();
            words_.sweep();
            if (!inside && mail_.requests.empty() && words_.requests.empty()) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                inside = true;
            }
            if (inside) {
                int all = 0;
                MPI_Test(&barrier, &all, MPI_STATUS_IGNORE);
                if (all) break;
            }
        }
        std::this_thread::yield();
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    wait(barrier);
}

// The libraries' own waiting leaves the processor to nobody for as long as the system lets it: bad news for a rank that
// shares one with the rank it waits for, or with any other program.
void MpiFleet::wait(MPI_Request& request) {
    for (int idle = 0, done = 0; !done; ++idle) {
        if (idle > 0) rest(idle);
        const std::lock_guard lock(mutex_);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
}

std::vector<Bytes> MpiFleet::exchange(std::span<const std::byte> mine) {
    const int size = static_cast<int>(mine.size());
    std::vector<int> sizes(ranks_), places(ranks_);
    MPI_Request request = MPI_REQUEST_NULL;
    {
        const std::lock_guard lock(mutex_);
        MPI_Iallgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD, &request);
    }
    wait(request);
    for (std::size_t rank = 1; rank < ranks_; ++rank) places[rank] = places[rank - 1] + sizes[rank - 1];
    Bytes all(static_cast<std::size_t>(places.back() + sizes.back()));
    {
        const std::lock_guard lock(mutex_);
        MPI_Iallgatherv(mine.data(), size, MPI_BYTE, all.data(), sizes.data(), places.data(), MPI_BYTE, MPI_COMM_WORLD,
                        &request);
    }
    wait(request);
    std::vector<Bytes> by_rank;
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
        const auto begin = all.begin() + places[rank];
        by_rank.emplace_back(begin, begin + sizes[rank]);
    }
    return by_rank;
}

void MpiFleet::abandon() noexcept { MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::internal_error)); }

}  // namespace tessera::mpi
