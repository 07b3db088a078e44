#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures tessera beside other programs, in one run, one after the other, several times.

TRIALS is the directory with the trial programs pdb, manhattan and idastar (built by their own run script) and their
tables p7.bin and p8.bin.  The tables of tessera are built in a cache of their own.

Loading tables is the trial's own figure, without the start of its program; ours is the whole run, from the start of the
program to the answer of a board of one move.

With Manhattan distance, the kernel that serves any domain is measured as well as the one that `solve` uses for 4x4
(build/bench/generic_kernel, built with -DTESSERA_BENCH=ON).  It is to reach half the rate of the trial.
"""
import json
import os
import re
import tempfile
import time

from rows import ROOT, Bench, Skip

bench = Bench(__doc__, title="tessera beside the trial programs")
bench.parser.add_argument("--trials", default="", help="directory of the trial programs")
bench.parser.add_argument("--only", choices=["pdb", "manhattan", "idastar"], help="only these cases")
bench.parser.add_argument("--generic", default=str(ROOT / "build" / "bench" / "generic_kernel"), help="the program generic_kernel")
options = bench.parse()
trials = os.path.abspath(options.trials)
cache = tempfile.TemporaryDirectory()
os.environ["TESSERA_CACHE"] = cache.name


def trial(*words):
    return bench.output(words, cwd=trials)


def plain_boards(name):
    """A set as the trial programs read it: id, cells, optimum."""
    path = os.path.join(cache.name, name + ".txt")
    with open(ROOT / "instances" / (name + ".txt")) as source, open(path, "w") as target:
        target.writelines(line for line in source if not line.startswith("#"))
    return path


def trial_pdb(first, last, threads):
    text = trial("./pdb", *range(first, last + 1), threads)
    return {"seconds": float(re.search(r"bfs ([0-9.]+)s", text)[1]), "nodes": int(re.search(r"states=(\d+)", text)[1])}


def our_pdb(tiles, threads):
    tables = bench.json("pdb", "build", "7-8", "--force", "--json", "--threads", str(threads))
    table = next(t for t in tables if len(t["pattern"]) == tiles)
    return {"seconds": table["seconds"], "nodes": table["states"]}


def trial_manhattan(first, last):
    total = re.search(r"total nodes=(\d+) ([0-9.]+)s", trial("./manhattan", plain_boards("korf100"), first, last))
    return {"seconds": float(total[2]), "nodes": int(total[1])}


def trial_load():
    text = trial("./idastar", "b", 1, 32, plain_boards("korf100"), 12, 12)
    return {"seconds": float(re.search(r"load ([0-9.]+)s", text)[1])}


def our_load(threads):
    bench.json("pdb", "build", "7-8", "--json")
    begin = time.perf_counter()
    bench.json("solve", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", "--heuristic", "pdb:7-8", "--json", "--threads", str(threads))
    return {"seconds": time.perf_counter() - begin}


def trial_idastar(threads, name):
    text = trial("./idastar", "b", threads, 32, plain_boards(name))
    total = re.search(r"wrong=0 nodes=(\d+) .*time=([0-9.]+)s", text)
    return {"seconds": float(total[2]), "nodes": int(total[1])}


def generic_manhattan(first, last):
    if not os.access(options.generic, os.X_OK):
        raise Skip("there is no program %s" % options.generic)
    with open(plain_boards("korf100")) as lines:
        boards = "".join(" ".join(line.split()[1:17]) + "\n" for line in list(lines)[first - 1:last])
    row = json.loads(bench.output([options.generic, "none"], input=boards))
    return {"seconds": row["seconds"], "nodes": row["nodes"]}


def our_set(name, heuristic, threads):
    if heuristic.startswith("pdb:"):
        bench.json("pdb", "build", heuristic[4:], "--json")
    answers = bench.json("solve", "--set", name, "--algorithm", "idastar", "--heuristic", heuristic, "--threads",
                         str(threads), "--json")
    return {"seconds": sum(a["seconds"] for a in answers), "nodes": sum(a["generated"] for a in answers)}


def pair(kind, name, theirs, ours):
    if options.only in (None, kind):
        bench.case(name, theirs, series="trial")
        bench.case(name, ours, series="tessera", against=(name, "trial"))


pair("pdb", "7 tiles, 1 thread", lambda: trial_pdb(1, 7, 1), lambda: our_pdb(7, 1))
if not options.quick:
    pair("pdb", "8 tiles, 1 thread", lambda: trial_pdb(8, 15, 1), lambda: our_pdb(8, 1))
    pair("pdb", "8 tiles, 2 threads", lambda: trial_pdb(8, 15, 2), lambda: our_pdb(8, 2))
manhattan = "korf100:1-12 Manhattan, 1 thread"
pair("manhattan", manhattan, lambda: trial_manhattan(1, 12), lambda: our_set("korf100:1-12", "manhattan", 1))
if options.only in (None, "manhattan"):
    bench.case(manhattan, lambda: generic_manhattan(1, 12), series="generic kernel", against=(manhattan, "trial"))
pair("idastar", "loading 7-8", trial_load, lambda: our_load(1))
if options.only in (None, "idastar"):
    bench.case("loading 7-8", lambda: our_load(2), series="tessera, 2 threads", against=("loading 7-8", "trial"))
pair("idastar", "korf100 7-8, 1 thread", lambda: trial_idastar(1, "korf100"), lambda: our_set("korf100", "pdb:7-8", 1))
if not options.quick:
    for threads in (1, 2):
        pair("idastar", "hardest80 7-8, %d thread%s" % (threads, "" if threads == 1 else "s"),
             lambda n=threads: trial_idastar(n, "hardest80"), lambda n=threads: our_set("hardest80", "pdb:7-8", n))
bench.run()
