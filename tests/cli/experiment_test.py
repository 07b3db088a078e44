#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands experiment and walk on the real program."""
import csv, io, os, subprocess, sys, tempfile, xml.dom.minidom

program = sys.argv[1]
checked = 0


def run(*words, code=0):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    check(done.returncode == code, f"{words}: exit {done.returncode}, wanted {code}\n{done.stderr}")
    return done


def check(good, what):
    global checked
    checked += 1
    if not good:
        sys.exit(f"FAILED: {what}")


names = [line.split()[0] for line in run("experiment").stdout.splitlines()]
for name in ("agent-grid", "agent-tiles", "agent-goals", "agent-obstacles", "agent-simple", "8-puzzle-spiral",
             "8-puzzle-depth", "15-puzzle-tests", "15-puzzle-results", "bricks"):
    check(name in names, f"{name} is listed")

# Every breadth-first figure that was published and could be reproduced is reproduced.
for name in ("agent-grid", "agent-goals", "agent-obstacles"):
    rows = list(csv.DictReader(io.StringIO(run("experiment", name, "--csv", "--time", "0.5").stdout)))
    breadth = [row for row in rows if row["row"] == "BFS"]
    check(len(breadth) >= 6, f"{name} has its columns")
    for row in breadth:
        check(row["status"] == "solved" and row["length"] == row["optimal_length"], f"{name} {row}")
        if row["published"]:
            check(int(row["pops"]) == int(row["published"]), f"{name}: {row['pops']} pops, published {row['published']}")
    for row in rows:
        check(row["status"] in ("solved", "limit"), f"{name}: {row['row']} says {row['status']}")
        if row["status"] == "solved" and row["algorithm"] != "dfs":
            check(row["length"] == row["optimal_length"], f"{name}: {row['row']} is optimal")

# Files and a chart.
with tempfile.TemporaryDirectory() as folder:
    text = run("experiment", "8-puzzle-depth", "--out", folder).stdout
    check("published uniform cost" in text and "275,334" in text, "published figures stand beside ours")
    check(os.path.exists(f"{folder}/8-puzzle-depth.csv"), "the CSV file is written")
    if os.path.exists(f"{folder}/8-puzzle-depth.svg"):
        xml.dom.minidom.parse(f"{folder}/8-puzzle-depth.svg")
    # A hopeless cell says so and does not hang.
    own = f"{folder}/own.json"
    with open(own, "w") as file:
        file.write('{"title": "t", "domain": "tiles", "parameter": "p", "measures": ["pops"],'
                   '"rows": [{"label": "BFS", "algorithm": "bfs"}],'
                   '"columns": [{"label": "far", "instance": ["15 14 8 12 10 11 9 13 2 6 5 1 3 4 7 0"]}]}')
    check("limit" in run("experiment", own, "--time", "0.2").stdout, "a hopeless cell says limit")
    with open(own, "w") as file:
        file.write('{"title": "t"}')
    check("not an experiment" in run("experiment", own, code=33).stderr, "a bad file is refused")
check("did you mean 'agent-grid'" in run("experiment", "agent-gird", code=2).stderr, "the nearest name is told")

# Random walks repeat with their seed.
folder = os.path.join(os.path.dirname(__file__), "..", "expected", "bricks")
puzzle = os.path.join(folder, "klotski-gate.txt")
first = run("walk", "20", puzzle, "--seed", "3")
check(first.stdout == run("walk", "20", puzzle, "--seed", "3").stdout, "same seed, same walk")
check(first.stdout != run("walk", "20", puzzle, "--seed", "4").stdout, "another seed, another walk")
check("seed 3" in first.stderr, "the seed is told")
check(first.stdout.splitlines().count("6,7,") == 21, "the start and twenty states")
check("solved" in run("walk", "1000", os.path.join(folder, "own-a-corridor.txt")).stderr, "a walk ends when solved")
run("walk", "3", os.path.join(folder, "missing.txt"), code=35)

# The proof by walking back ends at the start; the traces of breadth-first and A* search have the published shape.
world = os.path.join(os.path.dirname(__file__), "..", "..", "instances", "agent")
lines = run("solve", "--domain", "agent", f"{world}/verify.txt", "--trace=back").stdout.splitlines()
moves = [line for line in lines if line.startswith("Move ")]
states = [line for line in lines if line.startswith("A(")]
check(len(moves) == 11 and states[0] == "A(0, 3), B(1, 2), C(2, 2), agent(3, 2)", "goal first")
check(states[11] == "A(0, 3), B(1, 3), C(2, 3), agent(3, 3)" and "Start reached" in "".join(lines), "start last")
trace = run("solve", "--domain", "agent", f"{world}/simple-numbers.txt", "--algorithm", "bfs", "--max-depth", "3",
            "--trace=search", code=12).stdout.splitlines()
levels = [line.split()[1] for line in trace if line.rstrip().endswith(")")]
check([levels.count(str(level)) for level in range(4)] == [1, 2, 4, 9][:3] + [levels.count("3")], f"levels {levels}")
check(levels == sorted(levels), "levels do not decrease")

print(f"{checked} checks passed")
