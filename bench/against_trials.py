#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures tessera beside other programs, in one run, one after the other, several times.

usage: bench/against_trials.py PROGRAM TRIALS [--repeat N] [--out FILE.csv] [pdb|manhattan|idastar]...

PROGRAM is the release build of tessera, TRIALS the directory with the trial programs pdb, manhattan and idastar (built
by their own run script) and their tables p7.bin and p8.bin.  Every run is a row; the summary gives median, spread and
ratio.  Repeat the rows of bench/results with:

    bench/against_trials.py build/tessera TRIALS --out bench/results/against_trials.csv
"""
import argparse, csv, json, os, re, statistics, subprocess, sys, tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("trials")
parser.add_argument("what", nargs="*", choices=["pdb", "manhattan", "idastar", []])
parser.add_argument("--repeat", type=int, default=3)
parser.add_argument("--out")
options = parser.parse_args()
program, trials = os.path.abspath(options.program), os.path.abspath(options.trials)
what = options.what or ["pdb", "manhattan", "idastar"]
instances = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "instances")
cache = tempfile.TemporaryDirectory()
os.environ["TESSERA_CACHE"] = cache.name


def output(words):
    done = subprocess.run(words, capture_output=True, text=True, cwd=trials)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def plain_boards(name):
    """A set as the trial programs read it: id, cells, optimum."""
    path = os.path.join(cache.name, name + ".txt")
    with open(os.path.join(instances, name + ".txt")) as source, open(path, "w") as target:
        target.writelines(line for line in source if not line.startswith("#"))
    return path


def trial_pdb(first, last, threads):
    text = output(["./pdb", *[str(t) for t in range(first, last + 1)], str(threads)])
    return float(re.search(r"bfs ([0-9.]+)s", text)[1]), int(re.search(r"states=(\d+)", text)[1])


def our_pdb(tiles, threads):
    lines = output([program, "pdb", "build", "7-8", "--force", "--json", "--threads", str(threads)]).splitlines()
    table = next(t for t in map(json.loads, lines) if len(t["pattern"]) == tiles)
    return table["seconds"], table["states"]


def trial_manhattan(first, last):
    text = output(["./manhattan", plain_boards("korf100"), str(first), str(last)])
    total = re.search(r"total nodes=(\d+) ([0-9.]+)s", text)
    return float(total[2]), int(total[1])


def trial_idastar(mode, threads, name):
    text = output(["./idastar", mode, str(threads), "32", plain_boards(name)])
    total = re.search(r"wrong=0 nodes=(\d+) .*time=([0-9.]+)s", text)
    return float(total[2]), int(total[1])


def our_set(name, heuristic, threads):
    lines = output([program, "solve", "--set", name, "--algorithm", "idastar", "--heuristic", heuristic, "--threads",
                    str(threads), "--json"]).splitlines()
    answers = [json.loads(line) for line in lines]
    return sum(a["seconds"] for a in answers), sum(a["generated"] for a in answers)


cases = []
if "pdb" in what:
    cases += [("7 tiles, 1 thread", lambda: trial_pdb(1, 7, 1), lambda: our_pdb(7, 1)),
              ("8 tiles, 1 thread", lambda: trial_pdb(8, 15, 1), lambda: our_pdb(8, 1)),
              ("8 tiles, 2 threads", lambda: trial_pdb(8, 15, 2), lambda: our_pdb(8, 2))]
if "manhattan" in what:
    cases += [("korf100:1-12 Manhattan, 1 thread", lambda: trial_manhattan(1, 12),
               lambda: our_set("korf100:1-12", "manhattan", 1))]
if "idastar" in what:
    output([program, "pdb", "build", "7-8"])
    cases += [("korf100 7-8, 1 thread", lambda: trial_idastar("b", 1, "korf100"), lambda: our_set("korf100", "pdb:7-8", 1)),
              ("hardest80 7-8, 1 thread", lambda: trial_idastar("b", 1, "hardest80"),
               lambda: our_set("hardest80", "pdb:7-8", 1)),
              ("hardest80 7-8, 2 threads", lambda: trial_idastar("b", 2, "hardest80"),
               lambda: our_set("hardest80", "pdb:7-8", 2))]

info = json.loads(output([program, "info", "--json"]))
rows = []
print(f"{'case':34} {'trial s':>9} {'spread':>15} {'tessera s':>9} {'spread':>15} {'times faster':>12} {'tessera rate':>14}")
for name, trial, ours in cases:
    times = {"trial": [], "tessera": []}
    for run in range(1, options.repeat + 1):
        for who, measure in (("trial", trial), ("tessera", ours)):
            seconds, nodes = measure()
            times[who].append(seconds)
            rows.append({"case": name, "program": who, "run": run, "seconds": f"{seconds:.6f}", "nodes_or_states": nodes,
                         "revision": info.get("revision"), "compiler": info.get("compiler"), "cpu": info.get("cpu")})
    middle = {who: statistics.median(list) for who, list in times.items()}
    spread = {who: f"{min(list):.3f}-{max(list):.3f}" for who, list in times.items()}
    print(f"{name:34} {middle['trial']:9.3f} {spread['trial']:>15} {middle['tessera']:9.3f} {spread['tessera']:>15} "
          f"{middle['trial'] / middle['tessera']:12.2f} {nodes / middle['tessera'] / 1e6:10.1f} M/s", flush=True)
if options.out:
    with open(options.out, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
