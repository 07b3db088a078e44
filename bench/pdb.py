#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pattern databases: building a partition, proving it, and the first answer of a board that needs it.

The trial programs build tables in bench/against_trials.py; looking up is measured by build/bench/tessera_bench.  The
tables are kept in a cache of their own.  The depth must agree in all runs of a case.

A gigabyte of memory is touched before each run, as rows.touch_memory tells; runs of 9-6, which take more, and those
named "memory as found" go without.
"""
import os
import tempfile
import time

from rows import Bench, touch_memory

bench = Bench(__doc__, title="Pattern databases: build, verify, first answer")
options = bench.parse()
cache = tempfile.TemporaryDirectory()
os.environ["TESSERA_CACHE"] = cache.name
EASY = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"  # one move


def tables(command, name, threads, *more):
    if name != "9-6":
        touch_memory(1 << 30)
    done = bench.json("pdb", command, name, "--json", "--quiet", "--threads", str(threads), *more)
    return {"seconds": sum(t["seconds"] for t in done), "states": sum(t["states"] for t in done),
            "depth": max(t["depth"] for t in done), "peak_bytes": max(t["peak_bytes"] for t in done), "threads": threads}


def first_answer(name, threads, *more, touched=True):
    if touched:
        touch_memory(1 << 30)
    begin = time.perf_counter()
    answers = bench.json("solve", EASY, "--heuristic", "pdb:" + name, "--json", "--quiet", "--threads", str(threads), *more)
    return {"seconds": time.perf_counter() - begin, "depth": answers[0]["length"], "threads": threads}


for name in ("5-5-5",) if options.quick else ("7-8", "6-6-6-6", "9-6"):
    if not options.redraw:
        tables("build", name, 2)
    for threads in (2,) if name == "9-6" else (1, 2):
        built = (name, "build, %d threads" % threads)
        bench.case(name, lambda n=name, t=threads: tables("build", n, t, "--force"), series=built[1])
        bench.case(name, lambda n=name, t=threads: tables("verify", n, t), series="verify, %d threads" % threads, against=built)
name = "5-5-5" if options.quick else "7-8"
for threads in (1, 2):
    bench.case("first answer with " + name, lambda n=name, t=threads: first_answer(n, t), series="read, %d threads" % threads)
    bench.case("first answer with " + name, lambda n=name, t=threads: first_answer(n, t, touched=False),
               series="read, %d threads, memory as found" % threads)
bench.case("first answer with " + name, lambda n=name: first_answer(n, 2, "--pdb-map"), series="mapped, 2 threads",
           against=("first answer with " + name, "read, 2 threads"))
bench.run(same=["depth"])
