# SPDX-License-Identifier: Apache-2.0
"""What is known of Korf's hundred under Manhattan distance, and answers held to it before they are measured."""
import csv
import re
import resource
import sys
import tempfile

from rows import ROOT, touch_memory


def read_known():
    """By board: optimum, number of states below it, number of states that A* stores."""
    with open(ROOT / "tests" / "expected" / "astar_md_must_expand.tsv") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return {int(row["id"]): {name: int(value) for name, value in row.items()} for row in rows}


KNOWN = read_known()
BYTES_PER_STATE = {"hdastar": 16, "astar": 64}  # of those that must be expanded: about what the tables take in the end


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


def solved(bench, board, algorithm, threads, *more):
    """One of Korf's hundred by tessera, with Manhattan distance in 8 GiB."""
    touch_memory((64 << 20) + BYTES_PER_STATE.get(algorithm, 0) * KNOWN[board]["states_f_lt_opt"])
    [answer] = bench.json("solve", "--set", "korf100:%d" % board, "-a", algorithm, "-H", "manhattan", "-j", str(threads), "--memory", "8G",
                          "--json", "--quiet", *more)
    return checked(board, answer, layers=algorithm == "hdastar")


def board_file(board):
    """As the trial programs read it: id, cells, optimum."""
    file = tempfile.NamedTemporaryFile("w", suffix=".txt")
    file.write("%d %s %d\n" % (board, " ".join(cells(board)), KNOWN[board]["opt"]))
    file.flush()
    return file


def trial_astar(bench, program, board):
    with board_file(board) as boards:
        text = bench.output([program, 28, boards.name, board, board])
    found = re.search(r"sol=(\d+) .*exp=(\d+) gen=(\d+) unique=(\d+) .* ([0-9.]+)s .*rss=([0-9.]+)GB", text)
    return checked(board, {"length": int(found[1]), "seconds": float(found[5]), "expanded": int(found[2]), "generated": int(found[3]),
                           "stored": int(found[4]), "sent": 0, "peak_bytes": int(float(found[6]) * 1e9)}, layers=False)


def trial_idastar(bench, program, board):
    """On one thread.  It counts all successors as nodes and keeps nothing."""
    with board_file(board) as boards:
        text = bench.output([program, boards.name, board, board])
    found = re.search(r"sol=(\d+) opt=\d+ nodes=(\d+) ([0-9.]+)s", text)
    return checked(board, {"length": int(found[1]), "seconds": float(found[3]), "expanded": "", "generated": int(found[2]), "stored": "",
                           "sent": 0, "peak_bytes": ""}, layers=False)


def with_processor_time(measure):
    """The measured values, and the processor seconds that the programs took for them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    values = measure()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return values | {"cpu_seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
