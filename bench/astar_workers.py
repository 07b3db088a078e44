#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hash-distributed A* with Manhattan distance on one worker and on two: boards of milliseconds, of seconds, and the largest.

Search overhead is "expanded" against one worker's, communication overhead "sent" against "generated".  With --trial, board 88
also by a trial program whose table takes 17 GB.
"""
from must_expand import solved, trial_astar, with_processor_time
from rows import Bench, Skip

bench = Bench(__doc__, title="A* on one worker and on two")
bench.parser.add_argument("--trial", default="", help="the trial program astar; needs 20 GB")
bench.parser.add_argument("--boards", type=int, nargs="+", help="of Korf's hundred")
options = bench.parse()


def trial(board):
    if not options.trial:
        raise Skip("no --trial is given")
    return trial_astar(bench, options.trial, board)


for board in options.boards or ((12, 42) if options.quick else (12, 42, 55, 79, 3, 88)):
    name = "board %d" % board
    for workers in (1, 2):
        bench.case(name, lambda board=board, workers=workers: with_processor_time(lambda: solved(bench, board, "hdastar", workers)),
                   series="%d worker%s" % (workers, "" if workers == 1 else "s"), against=(name, "1 worker"))
    if board == 88:
        bench.case(name, lambda: with_processor_time(lambda: trial(88)), series="trial", against=(name, "1 worker"))
bench.run(same=["length", "below_optimum"])
