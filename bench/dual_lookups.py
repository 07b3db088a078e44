#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Dual lookups and BPMX with 7-8, one thread: nodes as counted, and the seconds that they would take at best.  Not kept:
a dual spares a third of the nodes and takes most of their time for its own two reads, in three times the tables.

The first line of each set is what the batched kernel takes now.  The others are made of three measurements: that time,
the nodes of each variant by plain recursion against those of the first, and the time of a dual lookup as the batched
kernel would do it (build/bench/dual_lookups, built with -DTESSERA_BENCH=ON).  What it takes to drop the nodes that a
dual cuts, and to load three times the tables, is left out.
"""
import json
import os

from rows import ROOT, Bench, Skip

bench = Bench(__doc__, title="IDA* with 7-8: what dual lookups would take at best")
bench.parser.add_argument("--counter", default=str(ROOT / "build" / "bench" / "dual_lookups"), help="the program dual_lookups")
options = bench.parse()
VARIANTS = ["board and mirror", "the same, BPMX", "and dual", "and dual, BPMX", "and dual, its mirror", "and dual, its mirror, BPMX"]
kept = {}


def measure(boards, prune):
    """All variants at once: the estimates of one run share its times."""
    if not os.access(options.counter, os.X_OK):
        raise Skip("there is no program %s" % options.counter)
    answers = bench.json("solve", "--set", boards, "-a", "idastar", "-H", "pdb:7-8", "-j", "1", "--prune", prune, "--split", "tree",
                         "--json", "--quiet")
    now = sum(a["seconds"] for a in answers)
    *variants, time = map(json.loads, bench.output([options.counter, prune, *(a["start"] for a in answers)]).splitlines())
    first = variants[0]["generated"]
    for row in variants:
        nanoseconds = time["nanoseconds_per_dual"]
        kept[boards, prune, row.pop("variant")] = {
            "seconds": now * row["generated"] / first + row["duals"] * nanoseconds * 1e-9, **row, "nanoseconds_per_dual": nanoseconds}


def variant(boards, prune, name):
    if (boards, prune, name) not in kept:
        measure(boards, prune)
    return kept.pop((boards, prune, name))


sets = [("korf100:1-5", "automaton")] if options.quick else [("korf100", "none"), ("korf100", "automaton"), ("hardest80:1-4", "automaton")]
for boards, prune in sets:
    for name in VARIANTS:
        bench.case("%s, %s" % (boards, prune), lambda b=boards, p=prune, n=name: variant(b, p, n), series=name,
                   against=("%s, %s" % (boards, prune), VARIANTS[0]))
bench.run(same=["lengths", "generated", "expanded", "duals"])
