#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""IDA* on one thread as two compilers make it, no moves pruned: generated nodes a second.

--program is the one, the preset release; --other the other, the preset clang (tools/build clang).  `compiled_by` is what
each says of itself.
"""
import json
import os

from rows import ROOT, Bench, Skip

bench = Bench(__doc__, title="IDA* on one thread, by compiler", value="nodes_per_second", unit="/s")
bench.parser.add_argument("--other", default=str(ROOT / "build-clang" / "tessera"), help="tessera by another compiler")
options = bench.parse()


def solve(program, boards, heuristic):
    if not os.access(program, os.X_OK):
        raise Skip("there is no program %s; tools/build clang makes it" % program)
    told = lambda *words: [json.loads(line) for line in bench.output([program, *words, "--json"]).splitlines()]
    answers = told("solve", "--set", boards, "-a", "idastar", "-H", heuristic, "-j", "1", "--prune", "none", "--split", "tree", "--quiet")
    taken, nodes = sum(a["seconds"] for a in answers), sum(a["generated"] for a in answers)
    return {"nodes_per_second": nodes / taken, "nodes": nodes, "taken_seconds": taken, "lengths": sum(a["length"] for a in answers),
            "compiled_by": told("info")[0]["compiler"]}


for boards, heuristic in ([("korf100:12", "manhattan")] if options.quick else [("korf100:1-20", "manhattan"), ("hardest80:1-4", "pdb:7-8")]):
    name = "%s, %s" % (heuristic, boards)
    for preset, program in (("release", options.program), ("clang", options.other)):
        bench.case(name, lambda p=program, b=boards, h=heuristic: solve(p, b, h), series=preset)
bench.run(same=["nodes", "lengths"])
