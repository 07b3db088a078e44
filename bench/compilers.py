#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""IDA* with Manhattan distance as two compilers make it, one thread, no moves pruned: generated nodes per second of processor
time.

--program is the one, the preset release; --other the other, the preset clang (tools/build clang).  `compiled_by` is what
each says of itself.  The time is that of the whole process, which a loaded machine changes less than the wall's.
"""
import json
import os

from must_expand import with_processor_time
from rows import ROOT, Bench, Skip

bench = Bench(__doc__, title="IDA* on one thread, by compiler", value="nodes_per_second", unit="/s")
bench.parser.add_argument("--other", default=str(ROOT / "build-clang" / "tessera"), help="tessera by another compiler")
options = bench.parse()


def told(program, *words):
    return [json.loads(line) for line in bench.output([program, *words, "--json"]).splitlines()]


def solve(program, boards):
    if not os.access(program, os.X_OK):
        raise Skip("there is no program %s; tools/build clang makes it" % program)
    answers = told(program, "solve", "--set", boards, "-a", "idastar", "-H", "manhattan", "-j", "1", "--prune", "none", "--split", "tree")
    return {"nodes": sum(a["generated"] for a in answers), "lengths": sum(a["length"] for a in answers),
            "wall_seconds": sum(a["seconds"] for a in answers)}


def rate(program, boards):
    measured = with_processor_time(lambda: solve(program, boards))
    return {"nodes_per_second": measured["nodes"] / measured["cpu_seconds"], **measured, "compiled_by": told(program, "info")[0]["compiler"]}


boards = "korf100:12" if options.quick else "korf100:1-20"
for preset, program in (("release", options.program), ("clang", options.other)):
    bench.case("Manhattan, " + boards, lambda p=program: rate(p, boards), series=preset)
bench.run(same=["nodes", "lengths"])
