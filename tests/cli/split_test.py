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
            result = run("solve", "-", *HEURISTIC, "--json", "-j", threads, "--oversubscribe", "--split", split, stdin=GOOD)
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
def no_more_threads_than_processors():
    "IDA* searches with as many threads as there are processors, says so, and takes more only if told"
    processors = len(os.sched_getaffinity(0))
    surplus = str(processors + 5)
    search = ["solve", "--set", "korf100:1", "-a", "idastar", "-H", "manhattan", "--json"]
    few = run(*search, "-j", surplus)
    expect(few.json()[0]["threads"] == len(few.json()[0]["workers"]) == processors, few)
    expect(len(few.err.splitlines()) == 1 and "--oversubscribe" in few.err and surplus + " threads" in few.err, few)
    expect(run(*search, "-j", surplus, "--quiet").err == "" and run(*search, "-j", str(processors)).err == "")
    all_of_them = run(*search, "-j", surplus, "--oversubscribe")
    expect(all_of_them.json()[0]["threads"] == len(all_of_them.json()[0]["workers"]) == processors + 5, all_of_them)
    expect(all_of_them.err == "", all_of_them)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # of this process and those that it starts
    one = run(*search, "-j", surplus)
    expect(one.json()[0]["threads"] == len(one.json()[0]["workers"]) == 1 and one.json()[0]["generated"] == 276361933, one)


@test
def signature():
    "tessera bench gives the same number at any number of threads, and in text and JSON"
    with Cache() as cache:
        results = [cache.run("bench", "--json", "-j", threads, "--oversubscribe").json()[0] for threads in "1247"]
        expect([result["threads"] for result in results] == [1, 2, 4, 7], results)
        values = [result["signature"] for result in results]
        expect(len(set(values)) == 1 and values[0] == 2589981, "changed?  If meant, write it here and in the commit", values)
        expect(cache.run("bench").out.splitlines()[-1] == "signature %d" % values[0])


main()
