#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A* and hash-distributed A* with Manhattan distance: owners and designs side by side.

 * textbook astar, hdastar with one worker, and with two under every way to deal boards out to them
 * owners against a shared table, both on parallel-hashmap, if there is the program shared_table (built with
   -DTESSERA_BENCH=ON)

Search overhead is "expanded" against one worker's, communication overhead "sent" against "generated".
"""
import json
import os

from must_expand import cells, checked, solved, with_processor_time
from rows import ROOT, Bench, Skip

bench = Bench(__doc__, title="A* with Manhattan distance")
bench.parser.add_argument("--board", type=int, help="of Korf's hundred (default 3)")
bench.parser.add_argument("--shared", default=str(ROOT / "build" / "bench" / "shared_table"), help="the program shared_table")
options = bench.parse()


def tessera(board, algorithm, threads, ownership="rows"):
    return solved(bench, board, algorithm, threads, "--ownership", ownership)


def shared_table(board, design, threads):
    if not os.access(options.shared, os.X_OK):
        raise Skip("there is no program %s" % options.shared)
    return checked(board, json.loads(bench.output([options.shared, design, threads, *cells(board)])))


def compare(board, *cases):
    """All against the first."""
    name = "board %d" % board
    for series, measure in cases:
        bench.case(name, lambda measure=measure: with_processor_time(measure), series=series, against=(name, cases[0][0]))


board = options.board or (12 if options.quick else 3)
compare(board, ("1 worker", lambda: tessera(board, "hdastar", 1)), ("textbook", lambda: tessera(board, "astar", 1)),
        *(("2 workers, " + kind, lambda kind=kind: tessera(board, "hdastar", 2, kind)) for kind in ("rows", "zobrist", "abstract", "hash")))
for threads in (1, 2):
    for design, series in (("general", "owners, phmap"), ("shared", "shared phmap")):
        bench.case("board %d" % board, lambda design=design, threads=threads: with_processor_time(lambda: shared_table(board, design, threads)),
                   series="%s, %d" % (series, threads), against=("board %d" % board, "owners, phmap, 1"))
bench.run(same=["length", "below_optimum"])
