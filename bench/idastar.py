#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""IDA*: pruned moves against all moves, two threads against one, more threads than processors, many random boards.

Lengths are checked against the known optima by the program itself.  `completed` are the nodes of completed rounds, which
all numbers of threads share; the last round is broken off at the goal, and its nodes differ.
"""
import os
import tempfile
import time

from rows import Bench

bench = Bench(__doc__, title="IDA* by threads and pruning")
options = bench.parse()
scratch = tempfile.TemporaryDirectory()


def solve(boards, heuristic, threads, prune, split="tree"):
    begin = time.perf_counter()
    answers = bench.json("solve", *boards, "-a", "idastar", "-H", heuristic, "-j", str(threads), "--prune", prune, "--split",
                         split, "--json", "--quiet")
    wall = time.perf_counter() - begin
    rounds = [r for a in answers for r in a["iterations"] if r["completed"]]
    seconds = sum(a["seconds"] for a in answers) if split == "tree" else wall
    return {"seconds": seconds, "boards": len(answers), "lengths": sum(a["length"] for a in answers),
            "nodes": sum(a["generated"] for a in answers), "completed": sum(r["generated"] for r in rounds),
            "completed_seconds": sum(r["seconds"] for r in rounds), "threads": threads, "wall": wall}


def compare(title, boards, heuristic, thread_counts):
    for prune in ("none", "automaton"):
        for threads in thread_counts:
            first = (title, "%s, %d threads" % ("none", thread_counts[0]))
            bench.case(title, lambda b=boards, h=heuristic, t=threads, p=prune: solve(b, h, t, p),
                       series="%s, %d threads" % (prune, threads), against=first)


if not options.redraw:
    bench.json("pdb", "build", "7-8", "--json")
easy, hard, some = ("korf100:1-20", "hardest80:1", "korf100:12") if options.quick else ("korf100", "hardest80", "korf100:1-20")
compare("7-8, " + easy, ["--set", easy], "pdb:7-8", [1])
compare("7-8, " + hard, ["--set", hard], "pdb:7-8", [1, 2, 8])
compare("Manhattan, " + some, ["--set", some], "manhattan", [1, 2, 8])
if not options.quick:
    compare("Manhattan, korf100", ["--set", "korf100"], "manhattan", [2])
count = 200 if options.quick else 10000
path = os.path.join(scratch.name, "boards.txt")
if not options.redraw:
    with open(path, "w") as file:
        file.write(bench.output([options.program, "gen", "-n", str(count), "--seed", "1"]))
bench.case("7-8, %d random boards, wall time" % count, lambda: solve([path], "pdb:7-8", 2, "auto", "auto"), series="auto, 2 threads")
bench.run(same=["lengths", "completed"])
