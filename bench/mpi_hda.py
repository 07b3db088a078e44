#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi_hda.py PROGRAM RUNS RESULT.csv MEGABYTES: hash-distributed A* over MPI on Korf's board 1, two processors in every case.

Workers in one rank against workers in ranks of their own, in turn, and then MEGABYTES of memory per rank, with which one
rank fails and four do not.  PROGRAM is bench/mpi_hda of a build with -DTESSERA_BENCH=ON.
"""
import csv
import os
import statistics
import subprocess
import sys

BOARD = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3".split()  # optimum 57
OPTIMUM = 57
FIELDS = "ranks,workers,megabytes,outcome,length,stored,generated,seconds,letters,letter_bytes".split(",")
REVISION = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True).stdout.strip()
CPU = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown")
program, runs, path, limit = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none")


def measure(ranks, workers, megabytes=0):
    out = subprocess.run(["mpirun", "-n", str(ranks), program, str(workers), str(megabytes), *BOARD], check=True,
                         env=environment, capture_output=True, text=True).stdout
    row = dict(zip(FIELDS, out.strip().split(",")))
    assert row["outcome"] != "solved" or int(row["length"]) == OPTIMUM, row
    print(row, flush=True)
    return row | {"revision": REVISION, "cpu": CPU}


rows = []
for _ in range(runs):
    rows += [measure(1, 2), measure(2, 1)]
together, apart = ([float(row["seconds"]) for row in rows if row["ranks"] == ranks] for ranks in "12")
print("2 ranks x 1 worker at %.2f of the speed of 1 rank x 2 workers"
      % (statistics.median(together) / statistics.median(apart)))
rows += [measure(1, 1, limit), measure(4, 1, limit)]
with open(path, "w", newline="") as file:
    writer = csv.DictWriter(file, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
