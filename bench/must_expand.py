# SPDX-License-Identifier: Apache-2.0
"""What is known of Korf's hundred under Manhattan distance, and answers held to it before they are measured."""
import csv
import resource
import sys

from rows import ROOT


def read_known():
    """By board: optimum, number of states below it, number of states that A* stores."""
    with open(ROOT / "tests" / "expected" / "astar_md_must_expand.tsv") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return {int(row["id"]): {name: int(value) for name, value in row.items()} for row in rows}


KNOWN = read_known()


def cells(board):
    with open(ROOT / "instances" / "korf100.txt") as file:
        return next(line.split()[1:17] for line in file if line.split()[:1] == [str(board)])


def checked(board, answer, layers=True):
    """What is kept of an answer of `tessera solve --json`.  With layers, the completed ones have expanded just the states
    that lie below the optimum."""
    known = KNOWN[board]
    if answer["length"] != known["opt"]:
        sys.exit("board %d: %s moves, but %d are optimal" % (board, answer["length"], known["opt"]))
    below = sum(layer["expanded"] for layer in answer.get("iterations", []) if layer["completed"])
    if layers and below != known["states_f_lt_opt"]:
        sys.exit("board %d: %d states expanded below the optimum, but there are %d" % (board, below, known["states_f_lt_opt"]))
    return {"seconds": answer["seconds"], "length": answer["length"], "below_optimum": below if layers else None,
            "expanded": answer["expanded"], "generated": answer["generated"], "stored": answer["stored"], "sent": answer["sent"],
            "load_balance": float(answer.get("load_balance") or 1), "peak_bytes": answer["peak_bytes"]}


def with_processor_time(measure):
    """The measured values, and the processor seconds that the programs took for them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    values = measure()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return values | {"cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
