# SPDX-License-Identifier: Apache-2.0
"""Traces of solutions and searches."""
import re

from support import *

BOARD = "1 0 3 4 2 6 7 5 8"
AGENT = """size 4x4
start A 0,3
start B 1,3
start C 2,3
start agent 3,3
goal A 1,0
goal B 1,1
goal C 1,2
goal agent 1,3
"""


def agent_trace(*arguments):
    with Folder() as folder:
        return run("solve", "--domain", "agent", folder.write("bottom-row.txt", AGENT), "--trace=search", *arguments)


def levels(out):
    """Level of each visited node, in order."""
    return [int(line.split()[1]) for line in out.splitlines() if re.match(r" +\d+ +\d+ ", line)]


@test
def along_the_solution():
    "the boards along the solution with g and h, rows in brackets"
    out = run("solve", BOARD, "-a", "astar", "-H", "manhattan", "--trace").out
    expect(re.findall(r"g\(n\) = (\d+) and h\(n\) = (\d+)", out) == [("0", "3"), ("1", "2"), ("2", "1"), ("3", "0")], out)
    expect("[1, 0, 3]\n[4, 2, 6]\n[7, 5, 8]\n" in out and "Goal state!" in out and "4 pops" in out, out)
    out = run("solve", "8 2 6 1 7 0 5 4 3", "-a", "astar", "-H", "manhattan", "--trace").out
    h = [int(x) for x in re.findall(r"h\(n\) = (\d+)", out)]
    expect(len(h) == 22 and h[0] == 13 and h[-1] == 0, h)


@test
def steps_in_json():
    "JSON has the steps on demand"
    [answer] = run("solve", BOARD, "--trace", "--json", "-j", "1").json()
    expect([s["piece"] for s in answer["steps"]] == ["", "2", "5", "8"], answer)
    expect(answer["steps"][-1]["state"] == "1 2 3 4 5 6 7 8 0", answer)
    expect("steps" not in run("solve", BOARD, "--json").json()[0], "only on demand")


@test
def unsolvable():
    "a board without solution says so"
    result = run("solve", UNSOLVABLE, "--trace")
    expect_code(result, 11)
    expect("No solution was found." in result.out, result)


@test
def breadth_first():
    "breadth-first search to depth 3: levels in order, 2, 4 and 9 nodes, 22 traversed"
    result = agent_trace("-a", "bfs", "--max-depth", "3")
    expect_code(result, 12)
    expect(levels(result.out) == [0] + [1] * 2 + [2] * 4 + [3] * 9, result)
    expect("22 pops" in result.out and "A(0, 3), B(1, 3), C(2, 3), agent(3, 3)" in result.out, result)


@test
def depth_first():
    "depth-first search to depth 3: a back trace after every exhausted branch"
    result = agent_trace("-a", "dfs", "--max-depth", "3")
    visited = levels(result.out)
    expect(result.out.count("back trace from level") == len(visited), result)
    expect(visited[:4] == [0, 1, 2, 3] and max(visited) == 3, result)


@test
def iterative_deepening():
    "iterative deepening: a line per round with its depth, 1, 3 and 7 nodes, true levels"
    result = agent_trace("-a", "ids", "--max-depth", "2")
    rounds = re.split(r"round with maximum depth \d+\n", result.out)[1:]
    expect(re.findall(r"maximum depth (\d+)", result.out) == ["0", "1", "2"], result)
    expect([len(levels(part)) for part in rounds] == [1, 3, 7], result)
    expect(max(levels(rounds[2])) == 2, result)


@test
def best_first():
    "A*: creation and visiting numbers and the estimated cost; no more lines than asked for"
    out = run("solve", "--set", "8-puzzle-series:20", "-a", "astar", "--trace=search", "--trace-limit", "13").out
    rows = [line.split() for line in out.splitlines() if re.match(r" +\d+ +\d+ +\d+ +\d+ ", line) and "/" in line]
    expect([int(row[0]) for row in rows] == list(range(1, 14)), out)
    costs = [int(row[2]) for row in rows]
    expect(costs == sorted(costs), "consistent, hence not falling", out)
    expect("after 13 nodes" in out and "proven optimal" in out, out)


@test
def idastar():
    "IDA* shows its rounds"
    out = run("solve", "--set", "8-puzzle-series:12", "-a", "idastar", "-H", "manhattan", "--trace=search").out
    expect(re.findall(r"maximum depth (\d+)", out) == ["10", "12"], out)


def trees():
    for algorithm in "bfs dfs ids ucs astar idastar".split():
        yield algorithm, run("solve", "--set", "8-puzzle-series:4", "-a", algorithm, "--trace=dot", "--trace-limit", "300").out


@test
def graph():
    "a tree for Graphviz: every node but the roots has a parent drawn before it"
    for algorithm, out in trees():
        expect(out.startswith("digraph search {") and out.count("{") == out.count("}"), out)
        drawn, children = set(), set()
        for line in out.splitlines():
            if node := re.match(r" +(r\d+n\d+) \[label", line):
                drawn.add(node[1])
            if edge := re.match(r" +(r\d+n\d+) -> (r\d+n\d+);", line):
                expect(edge[1] in drawn and edge[2] in drawn, line, out)
                children.add(edge[2])
        roots = drawn - children
        expect(roots and all(root.endswith("n1") for root in roots) and len(drawn) > 4, algorithm, roots, out)


@test
def drawn_by_graphviz():
    "Graphviz draws the trees"
    needs("dot")
    for _, out in trees():
        subprocess.run(["dot", "-Tsvg"], input=out.encode(), stdout=subprocess.DEVNULL, check=True)


main()
