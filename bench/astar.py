#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A* and hash-distributed A* with Manhattan distance: workers, owners and designs side by side.

 * textbook astar, hdastar with one worker, and with two under every way to deal boards out to them
 * owners against a shared table, both on parallel-hashmap, if there is the program shared_table (built with
   -DTESSERA_BENCH=ON)
 * boards of a few milliseconds, with one worker and with two
 * with --trial: board 88 beside a trial program whose table takes 17 GB

Search overhead is "expanded" against one worker's, communication overhead "sent" against "generated".
"""
import json
import os
import re
import tempfile

from must_expand import KNOWN, cells, checked, with_processor_time
from rows import ROOT, Bench, Skip

bench = Bench(__doc__, title="A* with Manhattan distance")
bench.parser.add_argument("--board", type=int, help="of Korf's hundred (default 3)")
bench.parser.add_argument("--shared", default=str(ROOT / "build" / "bench" / "shared_table"), help="the program shared_table")
bench.parser.add_argument("--trial", default="", help="the trial program astar; needs 20 GB")
options = bench.parse()


def tessera(board, algorithm, threads, ownership="rows"):
    [answer] = bench.json("solve", "--set", "korf100:%d" % board, "-a", algorithm, "-H", "manhattan", "-j", str(threads), "--ownership",
                          ownership, "--memory", "8G", "--json", "--quiet")
    return checked(board, answer, layers=algorithm == "hdastar")


def shared_table(board, design, threads):
    if not os.access(options.shared, os.X_OK):
        raise Skip("there is no program %s" % options.shared)
    return checked(board, json.loads(bench.output([options.shared, design, threads, *cells(board)])))


def trial(board):
    if not options.trial:
        raise Skip("no --trial is given")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as boards:
        boards.write("%d %s %d\n" % (board, " ".join(cells(board)), KNOWN[board]["opt"]))
        boards.flush()
        text = bench.output([options.trial, 28, boards.name, board, board])
    found = re.search(r"sol=(\d+) .*exp=(\d+) gen=(\d+) unique=(\d+) .* ([0-9.]+)s .*rss=([0-9.]+)GB", text)
    return checked(board, {"length": int(found[1]), "seconds": float(found[5]), "expanded": int(found[2]), "generated": int(found[3]),
                           "stored": int(found[4]), "sent": 0, "peak_bytes": int(float(found[6]) * 1e9)}, layers=False)


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
for short in (12, 42, 55, 79) if board != 12 else ():
    compare(short, ("1 worker", lambda short=short: tessera(short, "hdastar", 1)),
            ("2 workers, rows", lambda short=short: tessera(short, "hdastar", 2)))
if options.trial or options.redraw:
    compare(88, ("trial", lambda: trial(88)), ("1 worker", lambda: tessera(88, "hdastar", 1)),
            ("2 workers, rows", lambda: tessera(88, "hdastar", 2)))
bench.run(same=["length", "below_optimum"])
