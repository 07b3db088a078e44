// SPDX-License-Identifier: Apache-2.0
// The ranks of an MPI program as a fleet.
#pragma once

#include "tessera/parallel/fleet.hpp"

#include <mpi.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace tessera::mpi {

// Letters are synchronous sends that nobody waits for (MPI_Issend): such a send is complete when its receiver has taken
// the letter, so the number of incomplete ones is what is on its way, and it is kept small.  Mail and words have a
// communicator each and do not stand in each other's way.
//
// MPI is asked for serialised use: every call is under one mutex, which is held for the time of a call, never longer.
class MpiFleet final : public Fleet {
public:
    MpiFleet();            // after MPI_Init
    ~MpiFleet() override;  // before MPI_Finalize
    MpiFleet(const MpiFleet&) = delete;
    MpiFleet& operator=(const MpiFleet&) = delete;

    [[nodiscard]] unsigned rank() const noexcept override { return rank_; }
    [[nodiscard]] unsigned ranks() const noexcept override { return ranks_; }
    void post(unsigned to, Bytes content) override { mail_.send(mutex_, to, std::move(content)); }
    [[nodiscard]] bool has_room(unsigned to) override;
    void tell(unsigned to, Bytes content) override { words_.send(mutex_, to, std::move(content)); }
    [[nodiscard]] bool fetch_mail(Letter& into) override { return mail_.fetch(mutex_, into); }
    [[nodiscard]] bool fetch_word(Letter& into) override { return words_.fetch(mutex_, into); }
    void settle() override;
    [[nodiscard]] std::vector<Bytes> exchange(std::span<const std::byte> mine) override;
    void abandon() noexcept override;

    // Read when nobody sends.
    [[nodiscard]] Postage postage() const noexcept override {
        return {mail_.letters + words_.letters, mail_.bytes + words_.bytes};
    }

private:
    // Until a collective is complete; lets other programs have the processor meanwhile.
    void wait(MPI_Request& request);

    // Letters of one kind.
    struct Channel {
        explicit Channel(unsigned ranks);
        void send(std::mutex&, unsigned to, Bytes content);
        [[nodiscard]] bool fetch(std::mutex&, Letter& into);
        // Forgets the letters that have arrived.  Under the mutex.
        void sweep();

        struct OnItsWay {
            unsigned to;
            Bytes content;
        };
        MPI_Comm comm = MPI_COMM_NULL;
        std::vector<MPI_Request> requests;  // one for each of the next
        std::vector<OnItsWay> letters_on_their_way;
        std::vector<unsigned> under_way;  // by rank
        std::uint64_t letters = 0;
        std::uint64_t bytes = 0;
    };

    // Letters to one rank that may be on their way at once: enough to fill the time that one of them takes.
    static constexpr unsigned window = 16;

    unsigned rank_ = 0;
    unsigned ranks_ = 1;
    std::mutex mutex_;
    Channel mail_;
    Channel words_;
};

}  // namespace tessera::mpi
