# SPDX-License-Identifier: Apache-2.0
"""Boards side by side: the same answers in the same order, whatever the threads share."""
from support import *

GOOD = run("gen", "-n", "60", "--walk", "40", "--seed", "5").out
HEURISTIC = ["--heuristic", "walking-distance"]


def lengths(result):
    return [(a["id"], a["status"], a["length"]) for a in result.json()]


@test
def same_answers():
    "tree, boards and auto give the same lengths in the order of the input, at 1, 2, 4 and 7 threads"
    expected = lengths(run("solve", "-", *HEURISTIC, "--json", "-j", "1", stdin=GOOD))
    expect(len(expected) == 60 and all(status == "solved" for _, status, _ in expected), expected)
    for threads in "1247":
        for split in ("tree", "boards", "auto"):
            result = run("solve", "-", *HEURISTIC, "--json", "-j", threads, "--split", split, stdin=GOOD)
            expect_code(result, 0)
            expect(lengths(result) == expected, threads, split, result)
            used = [a["split"] for a in result.json()]
            side_by_side = used.count("boards")
            if split == "tree" or threads == "1":
                expect(side_by_side == 0, threads, split, used)
            elif split == "boards":
                expect(side_by_side == 60 and all(a["threads"] == 1 for a in result.json()), threads, used)


@test
def counts_agree():
    "a board solved beside others has the counts of one thread"
    alone = run("solve", "-", *HEURISTIC, "--json", "-j", "1", stdin=GOOD).json()
    beside = run("solve", "-", *HEURISTIC, "--json", "-j", "4", "--split", "boards", stdin=GOOD).json()
    expect([a["generated"] for a in alone] == [a["generated"] for a in beside])


@test
def bad_boards_among_good_ones():
    "a bad board is told, keeps nobody waiting, and the worst exit code wins"
    lines = GOOD.splitlines()
    lines.insert(20, "bad 1 2 3")
    result = run("solve", "-", *HEURISTIC, "--json", "-j", "4", "--split", "boards", stdin="\n".join(lines) + "\n")
    expect(result.code == 33 and len(result.out.splitlines()) == 60 and "stdin:21" in result.err, result)


@test
def total_line():
    "the table tells how many boards went side by side, and the time of the whole"
    result = run("solve", "-", *HEURISTIC, "-j", "2", "--split", "boards", stdin=GOOD)
    expect("60 of 60 solved, 60 side by side" in result.out and "boards side by side" in result.out, result)


@test
def other_searches():
    "searches that keep states can be told to go side by side, but do not by themselves"
    auto = run("solve", "-", "-a", "astar", *HEURISTIC, "--json", "-j", "4", stdin=GOOD).json()
    expect(all(a["split"] == "tree" for a in auto), auto)
    forced = run("solve", "-", "-a", "astar", *HEURISTIC, "--json", "-j", "4", "--split", "boards", stdin=GOOD).json()
    expect([a["length"] for a in auto] == [a["length"] for a in forced])


@test
def contradictions():
    "options that want one board at a time are refused"
    expect_complaint(run("solve", EASY, "--split", "boards", "--memory", "1G"), 2, "--split tree")
    expect_complaint(run("solve", EASY, "--split", "boards", "--trace"), 2, "--split tree")


@test
def signature():
    "tessera bench gives the same number at any number of threads, and in text and JSON"
    with Cache() as cache:
        values = [cache.run("bench", "--json", "-j", threads).json()[0]["signature"] for threads in "1247"]
        expect(len(set(values)) == 1 and values[0] == 2589981, "changed?  If meant, write it here and in the commit", values)
        expect(cache.run("bench").out.splitlines()[-1] == "signature %d" % values[0])


main()
