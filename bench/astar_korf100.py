#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All of Korf's hundred with Manhattan distance by hash-distributed A* in 8 GiB, and IDA* on the ten with the most states.
There A* was meant to be faster than IDA*, and is not.  IDA* comes back to the same states, but with this bound not often
enough (its "generated" against the "stored" of A*), and a node that is neither kept nor looked up costs it so much less.
Beside them, with --trial, the plain IDA* on one thread that was at hand when the goal was set.

Every length is the known one, and on every board just the states below the optimum are expanded before the last layer:
otherwise the measurement ends.
"""
import csv

from must_expand import KNOWN, solved, trial_idastar, with_processor_time
from rows import Bench, Skip

bench = Bench(__doc__, title="Korf's hundred with Manhattan distance")
bench.parser.add_argument("--threads", type=int, default=2)
bench.parser.add_argument("--trial", default="", help="the trial program manhattan")
options = bench.parse()


def solve(board, algorithm):
    return with_processor_time(lambda: solved(bench, board, algorithm, options.threads)) | {"threads": options.threads}


def trial(board):
    if not options.trial:
        raise Skip("no --trial is given")
    return with_processor_time(lambda: trial_idastar(bench, options.trial, board)) | {"threads": 1}


boards = sorted(KNOWN, key=lambda board: KNOWN[board]["states_f_lt_opt"])
if options.quick:
    boards = boards[:12]
largest = boards[-10:]
for board in boards:
    name = "board %d" % board
    bench.case(name, lambda board=board: solve(board, "hdastar"), series="hdastar")
    if board in largest:
        bench.case(name, lambda board=board: solve(board, "idastar"), series="idastar", against=(name, "hdastar"))
        bench.case(name, lambda board=board: trial(board), series="trial idastar, 1 thread", against=(name, "hdastar"))
bench.run(same=["length", "below_optimum"])

with open(bench.path, newline="") as file:
    rows = list(csv.DictReader(file))
runs = len({row["run"] for row in rows})
seconds = {}
for row in rows:
    for group in [row["series"]] + [row["series"] + ", ten largest"] * (row["case"] in ["board %d" % board for board in largest]):
        seconds[group] = seconds.get(group, 0) + float(row["seconds"]) / runs
peak = max(rows, key=lambda row: int(row["peak_bytes"] or 0))
print("\n%d boards solved, lengths and counts as known; peak %.2f GB (%s)" % (len(boards), int(peak["peak_bytes"]) / 1e9, peak["case"]))
for group, sum_of_seconds in seconds.items():
    print("%-24s %8.2f s" % (group, sum_of_seconds))
