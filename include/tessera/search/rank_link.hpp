// SPDX-License-Identifier: Apache-2.0
// What a hash-distributed search does on account of the other ranks: mail to owners elsewhere, pages turned by all at
// once, and the end.  Without other ranks there is no link.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/stats.hpp"
#include "tessera/parallel/fleet.hpp"
#include "tessera/parallel/four_counters.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

// Owners are numbered through: the workers of rank 0, then those of rank 1, and so on.
//
// Any worker sends.  One worker of a rank, worker 0, looks at what arrives (poll), in between its own work: it puts
// mail into the workers' boxes, answers the waves that ask whether the rank is quiet, and turns the page when rank 0
// says so. Rank 0 asks, and decides on the next page when two waves have shown that all is quiet (four_counters.hpp).
template <class Mail>
class RankLink {
public:
    // Collective.
    RankLink(Fleet& fleet, unsigned crew) : fleet_(fleet) {
        for (const Bytes& theirs : fleet.exchange(ByteWriter().add(crew).bytes())) {
            first_.push_back(owners_);
            owners_ += ByteReader(theirs).take<unsigned>();
        }
        for (unsigned rank = 0; rank < fleet.ranks(); ++rank)
            rank_of_.resize(rank + 1 < fleet.ranks() ? first_[rank + 1] : owners_, rank);
    }

    [[nodiscard]] unsigned owners() const noexcept { return owners_; }
    [[nodiscard]] unsigned first() const noexcept { return first_[fleet_.rank()]; }

    // To an owner on another rank, by somebody who holds a credit.  False: not now.
    [[nodiscard]] bool send(unsigned owner, std::span<const Mail> batch, unsigned page) {
        const unsigned to = rank_of_[owner];
        if (!fleet_.has_room(to)) return false;
        sent_.fetch_add(1, std::memory_order_relaxed);
        fleet_.post(to, std::move(ByteWriter().add(page).add(owner - first_[to]).add_all(batch).bytes()));
        return true;
    }

    // For worker 0.  The search offers
    //   quiet()                 nobody works here and nothing is under way between our workers
    //   page()                  the page we are on
    //   deliver(worker, mail)   false: its box is full
    //   report()                if quiet: the least f that waits here, and what was counted so far
    //   decide(least, total)    on rank 0: the next bound, or nothing if this is the end
    //   turn_page(bound, total)
    //   end_search()
    template <class Search>
    void poll(Search& search) {
        take_words(search);
        take_mail(search);
        if (!search.quiet()) return;
        if (asked_) {
            asked_ = false;
            fleet_.tell(0, std::move(answer(search).bytes()));
        } else if (fleet_.rank() == 0 && !asking_ && !over_) {
            asking_ = true;
            waves_.ask();
            least_ = no_bound_yet;
            total_ = {};
            fleet_.tell_others(ByteWriter().add(Word::ask).bytes());
            const Bytes own = std::move(answer(search).bytes());
            note_answer(search, ByteReader(own));
        }
    }

    // Our part of the search is over; the others are told, unless it was they who told us.  Collective.
    void close() {
        if (!over_) fleet_.tell_others(ByteWriter().add(Word::end).bytes());
        fleet_.settle();
    }

    [[nodiscard]] Fleet& fleet() noexcept { return fleet_; }

private:
    enum class Word : std::uint8_t { ask, answer, turn, end };
    static constexpr Cost no_bound_yet = std::numeric_limits<Cost>::max();

    template <class Search>
    [[nodiscard]] ByteWriter answer(Search& search) {
        const auto [least, counted] = search.report();
        return ByteWriter()
            .add(Word::answer)
            .add(sent_.load(std::memory_order_relaxed))
            .add(received_)
            .add(least)
            .add(counted);
    }

    template <class Search>
    void take_words(Search& search) {
        while (fleet_.fetch_word(word_)) {
            ByteReader reader(word_.content);
            switch (reader.take<Word>()) {
                case Word::ask:
                    asked_ = true;
                    break;
                case Word::answer:
                    note_answer(search, ByteReader(word_.content));
                    break;
                case Word::turn: {
                    const Cost bound = reader.take<Cost>();
                    search.turn_page(bound, search.report().second);
                    break;
                }
                case Word::end:
                    over_ = true;
                    search.end_search();
                    break;
            }
        }
    }

    // One letter at a time: what cannot be delivered yet keeps the next from being fetched, and so the senders from
    // sending without end.  Mail can be here before the word that turned the page.
    template <class Search>
    void take_mail(Search& search) {
        for (;;) {
            if (!held_ && !fleet_.fetch_mail(letter_)) return;
            ByteReader reader(letter_.content);
            const auto page = reader.take<unsigned>();
            const auto worker = reader.take<unsigned>();
            held_ = page != search.page() || !search.deliver(worker, reader.take_rest<Mail>());
            if (held_) return;
            ++received_;
        }
    }

    template <class Search>
    void note_answer(Search& search, ByteReader reader) {
        (void)reader.take<Word>();
        const auto sent = reader.take<std::uint64_t>();
        const auto received = reader.take<std::uint64_t>();
        least_ = std::min(least_, reader.take<Cost>());
        total_ += reader.take<Stats>();
        waves_.answer(sent, received);
        if (waves_.answers() < fleet_.ranks()) return;
        asking_ = false;
        if (!waves_.conclude()) return;
        waves_.restart();
        const std::optional<Cost> bound = search.decide(least_, total_);
        if (!bound) return;
        fleet_.tell_others(ByteWriter().add(Word::turn).add(*bound).bytes());
        search.turn_page(*bound, total_);
    }

    Fleet& fleet_;
    std::vector<unsigned> first_;    // by rank: its first owner
    std::vector<unsigned> rank_of_;  // by owner
    unsigned owners_ = 0;

    // Relaxed: whoever adds holds a credit, and it is read when there is none.
    std::atomic<std::uint64_t> sent_{0};

    // Worker 0 alone touches the rest.
    std::uint64_t received_ = 0;
    Letter letter_, word_;
    bool held_ = false;   // the letter is not delivered yet
    bool asked_ = false;  // a wave waits for our answer
    bool over_ = false;   // the others have told us so
    bool asking_ = false;
    FourCounters waves_;
    Cost least_ = no_bound_yet;
    Stats total_;
};

}  // namespace tessera
