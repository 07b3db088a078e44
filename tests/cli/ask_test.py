# SPDX-License-Identifier: Apache-2.0
"""The dialogue, list and info."""
import getpass
import re
import socket

from support import *


@test
def built_in():
    "a built-in puzzle by difficulty, with every algorithm"
    for method in "123":
        for level, depth in (("0", 0), ("2", 3), ("8", 21)):
            result = run("ask", stdin="1\n%s\n%s\n" % (level, method))
            expect_code(result, 0)
            expect("%d move" % depth in result.out and "Goal state!" in result.out, result)


@test
def own_board():
    "an own puzzle row by row; mistakes are explained and all is asked again"
    result = run("ask", stdin="2\n1 2 3\n4 5 6\n7 7 0\n1 2 3\n4 5 6\n7 0 8\n3\n")
    expect_code(result, 0)
    expect("occurs twice" in result.out and result.out.count("row 1: ") == 2 and "1 move, proven optimal" in result.out, result)
    result = run("ask", "--size", "2x3", stdin="2\n1,2,3\n0 4 5\n1\n")
    expect("2 moves" in result.out, result)


@test
def refusals():
    "what is no choice is asked again in the same words"
    result = run("ask", stdin="\n3\nx\n1 \n10\n-1\n 4\nuniform\n3\n")
    expect_code(result, 0)
    for question, times in (("built-in 8-puzzle or 2", 4), ("Difficulty from", 3), ("Type 1 for uniform-cost", 2)):
        expect(result.out.count(question) == times, question, result)


@test
def end_of_input():
    "the end of input ends the dialogue politely at every question"
    for text in ("", "1\n", "2\n", "2\n1 2 3\n", "1\n4\n", "what", "1\n\0\xff"):
        result = run("ask", stdin=text)
        expect_code(result, 0)
        expect(result.out.endswith("Goodbye.\n") and result.err == "", result)


@test
def unsolvable():
    "an own puzzle that cannot be solved"
    result = run("ask", stdin="2\n1 2 3\n4 5 6\n8 7 0\n2\n")
    expect_code(result, 11)
    expect("unsolvable" in result.out, result)


@test
def lists():
    "list names what solve understands"
    listed = json.loads(run("list", "--json").out)
    expect({"bfs", "dfs", "ids", "ucs", "astar", "idastar"} <= {a["name"] for a in listed["algorithms"]}, listed)
    expect({"blind", "misplaced", "manhattan", "linear-conflict", "walking-distance"} <= {h["name"] for h in listed["heuristics of tiles"]}, listed)
    text = run("list").out
    expect(all(entry["name"] in text for section in listed.values() if isinstance(section, list) for entry in section), text)


@test
def info():
    "info tells about program and machine, and no names"
    details = json.loads(run("info", "--json").out)
    for name in "version revision compiler build_type flags system cpu processors caches memory_bytes page_bytes transparent_huge_pages".split():
        expect(name in details, name, details)
    expect(re.fullmatch(r"\d+\.\d+\.\d+", details["version"]) and details["processors"] >= 1, details)
    text = run("info").out
    expect(details["compiler"] in text, text)
    for private in (socket.gethostname(), getpass.getuser()):
        words = re.findall(r"[\w.-]+", text)
        expect(private not in words, private, text)


main()
