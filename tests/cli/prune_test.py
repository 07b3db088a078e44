# SPDX-License-Identifier: Apache-2.0
"""--prune: Korf's counts without, the same lengths with fewer nodes with it, and a clear word where it cannot be had."""
from support import *

SOLVE = ["solve", "--json", "--set", "korf100:2,5,9,12", "--algorithm", "idastar", "--heuristic"]
KORF = [15300442, 11020325, 1650696, 546344]


def generated(result):
    expect_code(result, 0)
    return [a["generated"] for a in result.json()]


@test
def korfs_counts():
    "Manhattan distance counts as Korf did unless moves are pruned"
    expect(generated(run(*SOLVE, "manhattan", "-j", "1", "--split", "tree")) == KORF)
    expect(generated(run(*SOLVE, "manhattan", "-j", "1", "--prune", "none")) == KORF)
    pruned = run(*SOLVE, "manhattan", "-j", "1", "--prune", "automaton")
    expect(all(a < b for a, b in zip(generated(pruned), KORF)), pruned)
    expect([a["length"] for a in pruned.json()] == [55, 56, 46, 45], pruned)


@test
def pattern_databases_prune():
    "with pattern databases, auto is automaton"
    counts = {prune: generated(run(*SOLVE, "pdb:5-5-5", "-j", "1", "--prune", prune)) for prune in ("auto", "none", "automaton")}
    expect(counts["auto"] == counts["automaton"], counts)
    expect(sum(counts["auto"]) < sum(counts["none"]), counts)


@test
def told():
    "an answer says whether moves were pruned; null where there is nothing to choose"
    easy = "1 2 3 4 5 6 7 0 8"
    for expected, arguments in (("none", ["-H", "manhattan"]), ("automaton", ["-H", "manhattan", "--prune", "automaton"]),
                                ("automaton", ["-H", "pdb:5-3"]), ("none", ["-H", "pdb:5-3", "--prune", "none"]),
                                (None, ["-a", "astar", "-H", "manhattan"])):
        [answer] = run("solve", easy, "--json", *arguments).json()
        expect(answer["prune"] == expected, arguments, answer)
        header, row = run("solve", easy, "--csv", *arguments).out.splitlines()
        expect(row.split(",")[header.split(",").index("prune")] == (expected or ""), header, row)


@test
def same_counts_by_every_kernel():
    "the generic kernel and the fast one leave out the same moves"
    for prune in ("none", "automaton"):
        fast = run("solve", "--json", "--set", "korf100:12", "-a", "idastar", "-H", "linear-conflict", "-j", "1", "--prune", prune)
        again = run("solve", "--json", "--set", "korf100:12", "-a", "idastar", "-H", "linear-conflict", "-j", "2", "--prune", prune)
        completed = lambda r: [i["generated"] for i in r.json()[0]["iterations"][:-1]]
        expect(completed(fast) == completed(again), prune)


@test
def refused():
    "an algorithm or a puzzle that cannot prune says so"
    expect_code(run("solve", "1 2 3 4 5 6 7 0 8", "-a", "astar", "--prune", "automaton"), 34)
    expect_code(run("solve", "1 2 3 4 5 6 7 0 8", "-a", "astar", "--prune", "none"), 0)
    expect_code(run("solve", "1 2 3 4 5 6 7 0 8", "--prune", "sometimes"), 2)


main()
