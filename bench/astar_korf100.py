#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""All of Korf's hundred with Manhattan distance by hash-distributed A* in 8 GiB, and IDA* on the ten with the most states.

Every length is the known one, and on every board just the states below the optimum are expanded before the last layer:
otherwise the measurement ends.
"""
import csv

from must_expand import KNOWN, checked, with_processor_time
from rows import Bench

bench = Bench(__doc__, title="Korf's hundred with Manhattan distance")
bench.parser.add_argument("--threads", type=int, default=2)
options = bench.parse()


def solve(board, algorithm):
    [answer] = bench.json("solve", "--set", "korf100:%d" % board, "-a", algorithm, "-H", "manhattan", "-j", str(options.threads), "--memory",
                          "8G", "--json", "--quiet")
    return checked(board, answer, layers=algorithm == "hdastar") | {"threads": options.threads}


boards = sorted(KNOWN, key=lambda board: KNOWN[board]["states_f_lt_opt"])
if options.quick:
    boards = boards[:12]
largest = boards[-10:]
for board in boards:
    bench.case("board %d" % board, lambda board=board: with_processor_time(lambda: solve(board, "hdastar")), series="hdastar")
    if board in largest:
        bench.case("board %d" % board, lambda board=board: with_processor_time(lambda: solve(board, "idastar")), series="idastar", against=("board %d" % board, "hdastar"))
bench.run(same=["length", "below_optimum"])

with open(bench.path, newline="") as file:
    rows = list(csv.DictReader(file))
runs = len({row["run"] for row in rows})
seconds = {}
for row in rows:
    for group in [row["series"]] + [row["series"] + ", ten largest"] * (row["case"] in ["board %d" % board for board in largest]):
        seconds[group] = seconds.get(group, 0) + float(row["seconds"]) / runs
peak = max(rows, key=lambda row: int(row["peak_bytes"]))
print("\n%d boards solved, lengths and counts as known; peak %.2f GB (%s)" % (len(boards), int(peak["peak_bytes"]) / 1e9, peak["case"]))
for group, sum_of_seconds in seconds.items():
    print("%-24s %8.2f s" % (group, sum_of_seconds))
