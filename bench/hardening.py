#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What guarded stacks and checked calls of the C library cost: the release with and without -DTESSERA_HARDEN=ON.

The guarded program is another build of the same revision: bench/run makes it in build-hardened, --hardened names it
otherwise.  One thread; the nodes, or the states of a table, must agree in all runs of a case.
"""
import json
import os
import sys
import tempfile

from rows import Bench

bench = Bench(__doc__, title="What guarded stacks and checked calls cost")
bench.parser.add_argument("--hardened", default="build-hardened/tessera", help="the build with -DTESSERA_HARDEN=ON")
options = bench.parse()
programs = {"plain": bench.program, "hardened": os.path.abspath(options.hardened)}
cache = tempfile.TemporaryDirectory()
os.environ["TESSERA_CACHE"] = cache.name


def run(series, *words):
    bench.program = programs[series]
    done = bench.json(*words, "--json", "--quiet", "--threads", "1")
    bench.program = programs["plain"]
    return done


def solve(series, *words):
    answers = run(series, "solve", *words)
    return {"seconds": sum(a["seconds"] for a in answers), "nodes": sum(a["expanded"] for a in answers)}


def build(series, name):
    tables = run(series, "pdb", "build", name, "--force")
    return {"seconds": sum(t["seconds"] for t in tables), "nodes": sum(t["states"] for t in tables)}


few = options.quick
CASES = {
    "IDA*, Manhattan": lambda s: solve(s, "--set", "korf100:12" if few else "korf100:1-3", "-H", "manhattan"),
    "IDA*, linear conflict": lambda s: solve(s, "--set", "korf100:12" if few else "korf100:1-2", "-H", "linear-conflict"),
    "IDA*, 5-5-5": lambda s: solve(s, "--set", "korf100:12" if few else "korf100:81-90", "-H", "pdb:5-5-5"),
    "A*, Manhattan": lambda s: solve(s, "--set", "korf100:12" if few else "korf100:2", "-a", "hdastar", "-H", "manhattan"),
    "building 5-5-5": lambda s: build(s, "5-5-5"),
}
if not options.redraw:
    if not os.access(programs["hardened"], os.X_OK):
        sys.exit("hardening: there is no program %s" % programs["hardened"])
    revisions = [json.loads(bench.output([program, "info", "--json"]))["revision"] for program in programs.values()]
    if len(set(revisions)) > 1:
        sys.exit("hardening: these are programs of different revisions: %s and %s" % tuple(revisions))
    build("plain", "5-5-5")
for name, measure in CASES.items():
    for series in programs:
        bench.case(name, lambda m=measure, s=series: m(s), series=series, against=(name, "plain"))
bench.run(same=["nodes"])
