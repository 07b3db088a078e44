#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two processors as two threads of one rank, and as two ranks of one thread: what the way between processes costs.

The last case gives each rank so little memory that one of them fails, and four do not.  `tessera-mpi` is looked for
beside the program.
"""
import json
import os
import shutil
import subprocess

from rows import Bench, Skip

bench = Bench(__doc__, title="Threads of one process, and processes")
bench.parse()
MPI = bench.program + "-mpi"
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none")


def solve(ranks, threads, boards, algorithm, heuristic, *more):
    if not os.access(MPI, os.X_OK) or not shutil.which("mpirun"):
        raise Skip("there is no MPI here")
    run = subprocess.run(["mpirun", "-n", str(ranks), MPI, "solve", "--set", boards, "--algorithm", algorithm,
                          "--heuristic", heuristic, "--threads", str(threads), "--json", "--quiet", *more],
                         capture_output=True, text=True, env=ENVIRONMENT)
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


def measure(ranks, threads, boards, algorithm, heuristic):
    code, answers = solve(ranks, threads, boards, algorithm, heuristic)
    assert code == 0 and all(answer["status"] == "solved" and answer["optimal"] for answer in answers), answers
    total = {name: sum(answer.get(name, 0) for answer in answers)
             for name in ("seconds", "length", "expanded", "generated", "stored", "sent", "messages", "message_bytes")}
    total["rate"] = total["generated"] / total["seconds"]
    # Where the last round meets its solution is luck; the rounds before it are the same work for all.
    completed = [r for answer in answers for r in answer["iterations"] if r["completed"]]
    total["must_expand"] = sum(r["expanded"] for r in completed)
    total["completed_rate"] = sum(r["generated"] for r in completed) / sum(r["seconds"] for r in completed)
    total["communication"] = total["sent"] / total["generated"]
    total["bytes_per_message"] = total["message_bytes"] / max(1, total["messages"])
    total["messages_per_second"] = total["messages"] / total["seconds"]
    total["peak_bytes"] = max(answer["peak_bytes"] for answer in answers)
    return {"ranks": ranks, "threads": threads} | total


def within(ranks, memory, boards, expected):
    code, answers = solve(ranks, 1, boards, "hdastar", "manhattan", "--memory", memory)
    assert code == expected, (code, answers)
    return {"ranks": ranks, "threads": 1, "memory": memory, "status": answers[0]["status"],
            "length": answers[0]["length"], "must_expand": "", **{name: answers[0][name] for name in (
                "seconds", "stored", "sent", "peak_bytes")}}


CASES = ([("hdastar, board 12", "korf100:12", "hdastar", "manhattan"), ("idastar, board 12", "korf100:12", "idastar", "manhattan")]
         if bench.quick else
         [("hdastar, board 1", "korf100:1", "hdastar", "manhattan"),
          ("idastar, boards 88 and 82", "korf100:82,88", "idastar", "manhattan"),
          ("idastar, 80 moves, pdb:7-8", "hardest80", "idastar", "pdb:7-8"),
          ("idastar, 20 short boards, pdb:7-8", "korf100:1-20", "idastar", "pdb:7-8")])
for name, *what in CASES:
    for ranks, threads in ((1, 2), (2, 1)):
        bench.case(name, lambda r=ranks, t=threads, w=what: measure(r, t, *w), series="%d rank%s x %d thread%s" % (
            ranks, "" if ranks == 1 else "s", threads, "" if threads == 1 else "s"), against=(name, "1 rank x 2 threads"))
if not bench.quick:
    bench.case("board 1 in 130 MB a rank", lambda: within(1, "130M", "korf100:1", 22), series="1 rank, fails")
    bench.case("board 1 in 130 MB a rank", lambda: within(4, "130M", "korf100:1", 0), series="4 ranks")
bench.run(same=["length", "must_expand"])
