// SPDX-License-Identifier: Apache-2.0
// What the compiled units of the sliding tiles share.
#pragma once

#include "tessera/pdb/additive_tables.hpp"

#include "domains/tiles.hpp"
#include "run_search.hpp"

namespace tessera {

template <class Shape>
Answer solve_tiles(Shape shape, const TileTask& task, const Choice& choice, const Settings& settings,
                   const Answer& answer) {
    using D = SlidingTile<Shape>;
    const D domain(shape, task.goal);
    const Wording<D> wording{
        [&](const typename D::State& s) { return show_board(domain.to_cells(s)); },
        [&](const typename D::State& s, Cell to) { return std::string(1, domain.grid().direction(s.blank, to)); },
        [&](const typename D::State& s, Cell to) { return std::to_string(D::tile_at(s, to)); },
        "",
    };
    const typename D::State start = domain.from_cells(task.start.cells);
    Choice chosen = choice;
    if (chosen.heuristic == "auto" && domain.solvable(start))  // else no table is worth its making
        if (const std::string pdb = automatic_pdb(domain.grid(), task.goal); !pdb.empty()) chosen.heuristic = pdb;
    return run_search(domain, start, chosen, settings, wording, answer);
}

}  // namespace tessera
