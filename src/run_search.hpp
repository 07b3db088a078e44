// SPDX-License-Identifier: Apache-2.0
// One domain, one start, names of algorithm and heuristic: finds the compiled search, runs it, checks and words the
// answer.  Every domain's solver is made of this.
#pragma once

#include "tessera/answer.hpp"
#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"
#include "tessera/core/saved_search.hpp"
#include "tessera/heuristics/all.hpp"
#include "tessera/parallel/fleet.hpp"
#include "tessera/search/all.hpp"
#include "tessera/search/replay.hpp"

#include "ranks.hpp"
#include "system/resources.hpp"
#include "words.hpp"

#include <chrono>
#include <string>

namespace tessera {

// How a domain puts its states and moves into words.
template <Domain D>
struct Wording {
    std::function<std::string(const typename D::State&)> state;
    std::function<std::string(const typename D::State&, typename D::Move)> move;   // made in this state
    std::function<std::string(const typename D::State&, typename D::Move)> piece;  // what this move moves
    std::string_view separator;                                                    // between moves
};

namespace detail {

template <Domain D>
void word_path(const D& domain, const typename D::State& start, const SearchResult<D>& result, Answer& answer,
               const Wording<D>& wording) {
    typename D::State s = start;
    for (std::size_t i = 0; i < result.path.size(); ++i) {
        if (i > 0) answer.moves += wording.separator;
        answer.moves += wording.move(s, result.path[i]);
        s = domain.apply(s, result.path[i]);
    }
}

template <Domain D, class H>
void word_steps(const D& domain, const H& heuristic, const typename D::State& start, const SearchResult<D>& result,
                Answer& answer, const Wording<D>& wording) {
    typename D::State s = start;
    const auto h = [&](const typename D::State& at) { return heuristic.value(heuristic.start(at)); };
    answer.steps.push_back({"", "", wording.state(s), 0, h(s)});
    for (const auto move : result.path) {
        Step step;
        step.move = wording.move(s, move);
        step.piece = wording.piece(s, move);
        s = domain.apply(s, move);
        step.state = wording.state(s);
        step.g = static_cast<Cost>(answer.steps.size());
        step.h = h(s);
        answer.steps.push_back(step);
    }
}

// A path that breaks the rules, misses the goal, or contradicts what is known is a bug of ours: say so loudly.
template <Domain D>
void check_result(const D& domain, const typename D::State& start, const SearchResult<D>& result, bool optimal,
                  const Answer& answer) {
    const std::string who = answer.algorithm + " with " + answer.heuristic + " on " + answer.id;
    if (result.outcome == Outcome::solved) {
        const auto end = replay<D>(domain, start, result.path);
        if (!end || !domain.is_goal(*end)) throw InternalError("the path found by " + who + " does not reach the goal");
    }
    if (!answer.known_optimum) return;
    const Cost known = *answer.known_optimum;
    const auto length = static_cast<Cost>(result.path.size());
    const bool wrong = (result.outcome == Outcome::solved && (length < known || (optimal && length > known))) ||
                       result.outcome == Outcome::unsolvable || result.lower_bound > known;
    if (wrong)
        throw InternalError(who + " contradicts the known optimum " + std::to_string(known) + ": length " +
                            std::to_string(length) + ", proven bound " + std::to_string(result.lower_bound));
}

// What is searched, in full: two searches of the same name go through the same nodes.
inline std::string full_name(const Answer& answer, const Choice& choice) {
    std::string name = answer.domain + " " + answer.size + ": " + answer.start + " -> " + answer.goal + " by " +
                       answer.algorithm + " with " + answer.heuristic;
    if (!answer.obstacles.empty()) name += " around " + answer.obstacles;
    for (const std::string& rule : {choice.metric, choice.goal_cells})
        if (!rule.empty()) name += " " + rule;
    return name;
}

// Whether the search leaves out ways of the blank, if it can; throws UnsupportedError if it is to, and cannot.
template <class Algorithm, Domain D, class H>
std::optional<Pruning> pruning(const Answer& answer, const Settings& settings) {
    if constexpr (requires { Algorithm::template can_prune<D>; }) {
        if (Algorithm::template can_prune<D>) return Algorithm::template pruning<D, H>(settings);
    }
    if (settings.pruning == Pruning::automaton)
        throw UnsupportedError(answer.algorithm + " on " + answer.domain +
                               " cannot prune moves; idastar on sliding tiles can (leave --prune out)");
    return std::nullopt;
}

// Threads of this process that search.
template <class Algorithm>
unsigned crew(const Settings& settings) {
    if constexpr (requires { Algorithm::crew(settings); })
        return Algorithm::crew(settings);
    else
        return settings.threads;
}

// True: known to be unsolvable without any search.
template <Domain D>
bool screened_out(const D& domain, const typename D::State& start) {
    if constexpr (ScreenedDomain<D>) return !domain.solvable(start);
    else if constexpr (RefutingDomain<D>) return domain.refuted(start);
    else return false;
}

template <class Algorithm, Domain D, class H>
Answer run(const D& domain, const H& heuristic, const typename D::State& start, const Choice& choice,
           const Settings& settings, const Wording<D>& wording, Answer answer) {
    answer.algorithm = Algorithm::name;
    answer.seed = settings.seed;
    if constexpr (!requires { Algorithm::distributed; })
        if (settings.fleet && settings.fleet->ranks() > 1)
            throw UnsupportedError(answer.algorithm + " runs in one process only; over several, idastar and hdastar do");
    answer.threads = Algorithm::parallel ? sum_of_ranks(settings.fleet, crew<Algorithm>(settings)) : 1;
    answer.pruning = pruning<Algorithm, D, H>(answer, settings);
    [[maybe_unused]] const bool pruned = answer.pruning == Pruning::automaton;
    // The automaton is a table like others: made once in a process, before the clock of a search runs.
    if constexpr (requires { domain.grid(); })
        if (pruned) (void)MoveAutomaton::of(domain.grid(), Pruning::automaton);
    answer.initial_h = heuristic.value(heuristic.start(start));

    Observer<D> observer;
    if (choice.on_trace)
        observer = [&](const Visit<D>& v) {
            choice.on_trace({static_cast<TraceLine::Kind>(v.event), v.node, v.parent, v.order, v.depth, v.estimate,
                             wording.state(v.state)});
        };

    if (settings.store) {
        if constexpr (requires { Algorithm::resumable; })
            settings.store->begin(full_name(answer, choice) + (pruned ? " pruned" : ""));
        else throw UnsupportedError(answer.algorithm + " cannot be saved and resumed; idastar can");
    }
    const Fleet::Postage before = postage_of_ranks(settings.fleet);
    const auto begin = std::chrono::steady_clock::now();
    SearchResult<D> result;
    try {
        if (screened_out(domain, start)) result.outcome = Outcome::unsolvable;
        else result = Algorithm::solve(domain, heuristic, start, settings, choice.on_trace ? &observer : nullptr);
    } catch (const std::bad_alloc&) {
        if (settings.fleet && settings.fleet->ranks() > 1) settings.fleet->abandon();  // the others cannot know
        result.outcome = Outcome::limit_reached;
        result.limit = Limit::memory;
    }
    answer.seconds =
        result.seconds_before + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

    if (settings.fleet) {
        const Fleet::Postage after = postage_of_ranks(settings.fleet);
        answer.ranks = settings.fleet->ranks();
        answer.letters = after.letters - before.letters;
        answer.letter_bytes = after.bytes - before.bytes;
        answer.peak_bytes = most_of_ranks(settings.fleet, peak_bytes());
    }
    check_result(domain, start, result, Algorithm::optimal, answer);
    answer.outcome = result.outcome;
    answer.limit = result.limit;
    answer.lower_bound = result.lower_bound;
    answer.stats = result.stats;
    answer.iterations = std::move(result.iterations);
    answer.workers = std::move(result.workers);
    if (result.outcome == Outcome::solved) {
        answer.length = static_cast<Cost>(result.path.size());
        answer.optimal = Algorithm::optimal || answer.length == answer.initial_h;
        word_path(domain, start, result, answer, wording);
        if (choice.want_steps) word_steps(domain, heuristic, start, result, answer, wording);
    }
    if (!settings.fleet) answer.peak_bytes = peak_bytes();
    return answer;
}

}  // namespace detail

// `answer` brings what the caller knows already: id, domain, size, start, goal, known optimum.
template <Domain D>
Answer run_search(const D& domain, const typename D::State& start, const Choice& choice, const Settings& settings,
                  const Wording<D>& wording, const Answer& answer) {
    const std::string wanted = choice.heuristic == "auto" ? automatic_heuristic(answer.domain) : choice.heuristic;
    std::optional<Answer> done;
    for_each_type(AllAlgorithms{}, [&](auto algorithm_tag) {
        using Algorithm = typename decltype(algorithm_tag)::type;
        if (done || choice.algorithm != Algorithm::name) return;
        const auto with = [&](const auto& heuristic, std::string_view heuristic_name) {
            Answer named = answer;
            named.heuristic = heuristic_name;
            done = detail::run<Algorithm>(domain, heuristic, start, choice, settings, wording, std::move(named));
        };
        if constexpr (!Algorithm::informed) {
            with(Blind<D>(domain), "blind");
        } else {
            for_each_type(HeuristicsOf<D>{}, [&](auto heuristic_tag) {
                using H = typename decltype(heuristic_tag)::type;
                if (!done && answers_to<H>(wanted))
                    with(make_heuristic<H>(domain, {wanted, settings.threads, settings.stop, choice.on_warning}), wanted);
            });
            if (!done) throw UsageError(unknown_name("heuristic", wanted, list_heuristics(answer.domain)));
        }
    });
    if (!done) throw UsageError(unknown_name("algorithm", choice.algorithm, list_algorithms()));
    return *done;
}

}  // namespace tessera
