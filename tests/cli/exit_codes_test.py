# SPDX-License-Identifier: Apache-2.0
"""Every documented exit code; signals have a file of their own."""
from support import *

KORF2 = ["--set", "korf100:2", "--heuristic", "manhattan"]


@test
def solved():
    "0: all solved"
    expect_code(run("solve", EASY, EASY), 0)


@test
def already_solved():
    "0: a solved board takes no moves"
    result = run("solve", "1 2 3 4 5 6 7 8 0", "--json")
    expect_code(result, 0)
    [answer] = result.json()
    expect((answer["length"], answer["moves"], answer["status"]) == (0, "", "solved"), result)


@test
def usage():
    "2: unknown commands, options and names, with the nearest one"
    for arguments, hint in [(["slove"], "'solve'"), (["solve", EASY, "--heuristc", "manhattan"], "'--heuristic'"),
                            (["solve", EASY, "--heuristic", "manhatan"], "'manhattan'"),
                            (["solve", EASY, "--algorithm", "astra"], "'astar'"),
                            (["solve", EASY, "--domain", "tile"], "'tiles'"),
                            (["solve", "--set", "korf100:"], "ids"),
                            (["solve", EASY, "--time", "soon"], "10m"),
                            (["solve", EASY, "--nodes", "-4"], "1M"),
                            (["solve", EASY, "--memory", "8Q"], "8G"),
                            (["solve", EASY, "--threads", "-1"], "--threads"),
                            (["solve", EASY, "--threads", "x"], "--threads"),
                            (["solve", EASY, "--size", "three"], "3x4"),
                            (["solve", EASY, "--notation", "prose"], "--notation"),
                            (["solve", EASY, "--json", "--csv"], "--csv"),
                            (["solve", EASY, "--csv", "--trace"], "trace"),
                            (["solve", EASY, "--trace=all"], "--trace"),
                            (["solve", EASY, "--json", "--trace=dot"], "trace"),
                            (["solve", EASY, "--goal"], "--goal"),
                            (["gen", "-n", "many"], "1M"), (["gen", "some"], "'some'"), ([], "--help"), ([], "solve, check"),
                            (["slove"], "'solve'"), (["pdb", "bild", "7-8"], "'build'"), (["pdb"], "build, list"),
                            (["pdb", "build", "7-8", "--forze"], "'--force'"), (["pdb", "build", "7-8", "7-9"], "7-9")]:
        expect_complaint(run(*arguments), 2, hint)


@test
def unsolvable():
    "11: unsolvable, found without a search, by every algorithm"
    for algorithm in "bfs dfs ids ucs astar idastar".split():
        result = run("solve", UNSOLVABLE, "--algorithm", algorithm, "--json")
        expect_code(result, 11)
        [answer] = result.json()
        expect(answer["status"] == "unsolvable" and answer["length"] is None and answer["generated"] <= 1, result)


@test
def cost_bound():
    "12: no solution within the cost bound, and it is a bound"
    for algorithm in "bfs dfs ids ucs astar idastar".split():
        result = run("solve", "--set", "8-puzzle-series:8", "--algorithm", algorithm, "--max-cost", "7", "--json")
        expect_code(result, 12)
        [answer] = result.json()
        expect((answer["status"], answer["limit"]) == ("limit", "cost"), result)
    expect_code(run("solve", "--set", "8-puzzle-series:8", "--max-cost", "8"), 0)


@test
def memory_limit():
    "22: memory limit"
    result = run("solve", "--set", "korf100:1", "--algorithm", "astar", "--heuristic", "manhattan", "--memory", "200M", "--json")
    expect_code(result, 22)
    [answer] = result.json()
    expect((answer["status"], answer["limit"]) == ("limit", "memory"), result)
    expect(41 <= answer["lower_bound"] <= 57 and answer["peak_bytes"] < 400 << 20, result)


@test
def node_and_time_limit():
    "23: node or time limit"
    result = run("solve", *KORF2, "--nodes", "100k", "--json")
    expect_code(result, 23)
    [answer] = result.json()
    expect((answer["status"], answer["limit"]) == ("limit", "nodes") and answer["generated"] < 1000000, result)
    result = run("solve", *ENDLESS, "--time", "200ms", "--json")
    expect_code(result, 23)
    expect(result.json()[0]["limit"] == "time", result)


@test
def contradicted_optimum():
    "32: a contradicted known optimum, loudly, and the other boards are still solved"
    text = "# columns: id board optimum\na 1 2 3 4 5 6 0 7 8 4\nb 1 2 3 4 5 6 0 7 8 2\nc 1 2 3 4 5 6 8 7 0 2\n"
    result = run("solve", "-", "--json", stdin=text)
    expect_code(result, 32)
    expect([a["id"] for a in result.json()] == ["b"], result)
    expect(result.err.count("contradicts the known optimum") == 2, result)


@test
def bad_input():
    "33: bad input"
    expect_code(run("solve", "1 2 3 4 5 6 7 8 8"), 33)
    expect_complaint(run("solve", "--set", "korf10"), 33, "'korf100'")
    expect_complaint(run("solve", "--set", "korf100:101"), 33, "1 to 100")


@test
def not_supported():
    "34: valid but too large"
    expect_complaint(run("solve", " ".join(map(str, range(36)))), 34, "25 cells")
    expect_complaint(run("solve", EASY, "--size", "1x9"), 34, "at least 2")
    expect_complaint(run("gen", "--size", "6x6"), 34, "25 cells")


@test
def environment():
    "35: files that are not there, and an output that is full"
    expect_complaint(run("solve", "no-such-file.txt"), 35, "no-such-file.txt", "No such file")
    expect_complaint(run("solve", "/"), 35, "directory")
    expect_complaint(run("check", "no-such-file.json"), 35, "No such file")
    with open("/dev/full", "wb") as full:
        for arguments in (["solve", EASY], ["solve", EASY, "--json"], ["gen"], ["list"], ["info"], ["--help"]):
            expect_complaint(run(*arguments, stdout=full), 35, "No space left")


@test
def highest_wins():
    "of several outcomes the highest code wins, and every good board is solved"
    result = run("solve", "no-such-file.txt", "-", "--json", stdin="%s\n%s\n1 2 3\n" % (EASY, UNSOLVABLE))
    expect_code(result, 35)
    expect([a["status"] for a in result.json()] == ["solved", "unsolvable"], result)
    result = run("solve", "-", "--json", stdin="1 2 3\n%s\n" % UNSOLVABLE)
    expect_code(result, 33)


main()
