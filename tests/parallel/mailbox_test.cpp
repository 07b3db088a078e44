// SPDX-License-Identifier: Apache-2.0
#include "tessera/parallel/mailbox.hpp"
#include "tessera/parallel/crew.hpp"
#include "tessera/parallel/quiescence.hpp"

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace tessera;

TEST_CASE("a mailbox hands over everything in order and counts the batches", "[parallel]") {
    Mailbox<int> box(8);
    std::vector<int> mail{99};
    CHECK(box.take(mail) == 0);
    CHECK(mail.empty());
    CHECK(box.put(std::vector{1, 2, 3}));
    CHECK(box.put(std::vector{4, 5}));
    CHECK(box.has_mail());
    CHECK(box.take(mail) == 2);
    CHECK(mail == std::vector{1, 2, 3, 4, 5});
    CHECK_FALSE(box.has_mail());
    CHECK(box.take(mail) == 0);
}

TEST_CASE("a full mailbox refuses a batch and keeps what it has", "[parallel]") {
    Mailbox<int> box(4);
    CHECK(box.put(std::vector{1, 2, 3}));
    CHECK_FALSE(box.put(std::vector{4, 5}));
    CHECK(box.put(std::vector{4}));
    std::vector<int> mail;
    CHECK(box.take(mail) == 2);
    CHECK(mail == std::vector{1, 2, 3, 4});
    CHECK(box.put(std::vector{4, 5}));
}

TEST_CASE("credits reach zero once, for whoever gives back the last", "[parallel]") {
    Quiescence quiescence(2);
    quiescence.add();
    CHECK_FALSE(quiescence.drop());
    CHECK_FALSE(quiescence.drop());
    CHECK(quiescence.drop());
    quiescence.restart(3);
    CHECK_FALSE(quiescence.drop(2));
    CHECK(quiescence.drop());
}

namespace {

// Workers throw chains of messages at each other: a message of depth d causes two of depth d - 1, at random workers.
// A round is over when all is quiet; each must have seen exactly the messages it caused, however the threads fall.
class Juggling {
public:
    Juggling(unsigned workers, int rounds, unsigned seed)
        : workers_(workers), rounds_(rounds), seed_(seed), quiescence_(workers), seen_(workers) {
        for (unsigned i = 0; i < workers; ++i) boxes_.push_back(std::make_unique<Mailbox<int>>(64));
    }

    std::vector<std::uint64_t> run() {
        run_crew(
            workers_, [this](unsigned i) { work(i); }, [] {});
        CHECK_FALSE(quiet_too_early_);
        return totals_;
    }

    static int depth(int round) { return round % 9; }

private:
    void work(unsigned me) {
        std::mt19937 random(seed_ * 1000 + me);
        std::vector<int> mail;
        std::vector<int> todo;
        for (int round = 0; round < rounds_; ++round) {
            if (me == 0) todo.push_back(depth(round));
            bool busy = true;
            while (round_.load(std::memory_order_acquire) == round) {
                if (const std::size_t batches = boxes_[me]->take(mail); batches > 0) {
                    const std::size_t spare = batches - (busy ? 0 : 1);
                    busy = true;
                    if (spare > 0 && quiescence_.drop(spare)) quiet_too_early_ = true;
                    todo.insert(todo.end(), mail.begin(), mail.end());
                }
                if (!todo.empty()) {
                    const int depth = todo.back();
                    todo.pop_back();
                    ++seen_[me].count;
                    if (random() % 8 == 0) std::this_thread::yield();
                    for (int i = 0; i < 2 && depth > 0; ++i) send(random() % workers_, depth - 1, todo);
                } else if (busy) {
                    busy = false;
                    if (quiescence_.drop()) next_round(round);
                } else {
                    boxes_[me]->wait([&] { return round_.load(std::memory_order_acquire) != round; });
                }
            }
        }
    }

    void send(unsigned to, int depth, std::vector<int>& todo) {
        quiescence_.add();
        if (boxes_[to]->put({&depth, 1})) return;
        if (quiescence_.drop()) quiet_too_early_ = true;  // refused: do it oneself
        todo.push_back(depth);
    }

    void next_round(int round) {
        std::uint64_t total = 0;
        for (Seen& s : seen_) total += std::exchange(s.count, 0);
        totals_.push_back(total);
        quiescence_.restart(workers_);
        round_.store(round + 1, std::memory_order_release);
        for (const auto& box : boxes_) box->nudge();
    }

    struct alignas(64) Seen {
        std::uint64_t count = 0;
    };

    unsigned workers_;
    int rounds_;
    unsigned seed_;
    Quiescence quiescence_;
    std::vector<std::unique_ptr<Mailbox<int>>> boxes_;
    std::vector<Seen> seen_;             // by worker; read by the one who sees quiet
    std::vector<std::uint64_t> totals_;  // written by the one who sees quiet
    std::atomic<int> round_{0};
    std::atomic<bool> quiet_too_early_{false};  // Catch2's own checks are for one thread
};

void juggle(unsigned workers, int rounds, unsigned seed) {
    CAPTURE(workers, seed);
    const auto totals = Juggling(workers, rounds, seed).run();
    REQUIRE(totals.size() == static_cast<std::size_t>(rounds));
    for (int round = 0; round < rounds; ++round)
        REQUIRE(totals[static_cast<std::size_t>(round)] == (2u << Juggling::depth(round)) - 1);
}

}  // namespace

TEST_CASE("a round of mail ends when all is quiet, not before and not never", "[parallel]") {
    for (const unsigned workers : {1u, 2u, 3u, 7u, 16u}) juggle(workers, 50, workers);
}

TEST_CASE("many rounds of mail end when all is quiet", "[parallel][soak]") {
    for (unsigned seed = 0; seed < 40; ++seed)
        for (const unsigned workers : {1u, 2u, 3u, 4u, 7u, 16u}) juggle(workers, 200, seed);
}
