# SPDX-License-Identifier: Apache-2.0
"""Bad input: one message with place, reason and remedy, exit 33, and the other boards are still solved."""
from support import *


@test
def typed_boards():
    "a bad board on the command line is told with line, column and reason"
    for board, place, reason in [
        ("1 2 3 4 5 6 7 8", "argument:1:1", "expected 4, 9, 16 or 25 numbers, found 8"),
        ("1 2 3 4 5 6 7 8 0 9", "argument:1:1", "found 10"),
        ("1 2 3 4 5 6 7 7 0", "argument:1:15", "tile 7 occurs twice"),
        ("1 2 3 4 5 0 7 8 0", "argument:1:17", "two blanks"),
        ("1 2 3 4 5 6 7 9 0", "argument:1:15", "9 is out of range"),
        ("1 2 3 4 5 6 7 -8 0", "argument:1:15", "-8 is out of range"),
        ("1 2 3 4 5 6 7 99999999999999999999 0", "argument:1:15", "out of range"),
        ("1 2 x 4 5 6 7 8 0", "argument:1:5", "'x' is not a number"),
        ("1 2 3.5 4 5 6 7 8 0", "argument:1:5", "'3.5' is not a number"),
        ("1 2 3 4 5 6 7 8 0x0", "argument:1:17", "'0x0' is not a number"),
        ("", "argument:1:1", "found 0"),
        (" ", "argument:1:1", "found 0"),
    ]:
        expect_complaint(run("solve", board), 33, place, reason)


@test
def size_does_not_fit():
    "a board that does not have the size asked for"
    expect_complaint(run("solve", "1 2 3 4 5 0", "--size", "3x4"), 33, "12 numbers", "found 6")
    expect_complaint(run("solve", "1 2 3 4 5 0"), 33, "--size")
    expect_code(run("solve", "1 2 3 4 5 0", "--size", "2x3"), 0)


@test
def goals():
    "a goal with other tiles or another size"
    expect_complaint(run("solve", EASY, "--goal", "1 2 3 4 5 6 7 8 9"), 33, "--goal:1:17: ", "9 is out of range")
    expect_complaint(run("solve", EASY, "--goal", "0 1 2 3"), 33, "--goal", "expected 9 numbers")
    expect_complaint(run("solve", EASY, "--goal", "1 1 2 3 4 5 6 7 8"), 33, "--goal:1:3: ", "twice")


@test
def others_are_solved():
    "bad lines in a file are told, each once, and the good boards are solved"
    text = ("# a comment\n\n" + EASY + "\n1 2 3 4 5 6 7 8\nname 1 2 3 4 5 6 7 0 8\n  1 2 3 4 5 6 7 8 8 # twice\n" +
            "bad 1 2 3 4 5 6 7 zero 8\n7 words 1 2 3 4 5\n" + EASY)
    with Folder() as folder:
        path = folder.write("boards.txt", text)
        result = run("solve", path, "--json")
    expect_code(result, 33)
    expect([a["id"] for a in result.json()] == ["1", "name", "7"], result)
    expect([a["length"] for a in result.json()] == [2, 1, 2], result)
    errors = result.err.splitlines()
    expect(len(errors) == 4, result)
    for line, place in zip(errors, [":4:1:", ":6:19:", ":7:19:", ":8:3:"]):
        expect("boards.txt" + place in line, "expected place " + place, result)


@test
def id_and_optimum():
    "an undeclared optimum is explained"
    result = run("solve", "-", stdin="7 " + EASY + " 2\n")
    expect_code(result, 33)
    expect("# columns: id board optimum" in result.err, result)


@test
def directives():
    "bad directives are told with their place"
    for text, place, reason in [("# size: 3by3\n", "stdin:1:9", "ROWSxCOLUMNS"), ("# size: 9x9\n", "stdin:1:9", "25 cells"),
                                ("\n# goal: 1 2 3 4 5 6 7 8 8\n", "stdin:2:25", "twice"),
                                ("# columns: board name\n", "stdin:1:12", "columns"),
                                ("# columns: id board optimum\na 1 2 3 0 x\n", "stdin:2:11", "optimum")]:
        result = run("solve", "-", stdin=text)
        expect_code(result, 33)
        expect(place in result.err and reason in result.err, "expected %s, %s" % (place, reason), result)


@test
def nothing():
    "an empty file, one of comments, and the end of input at once"
    with Folder() as folder:
        for content in ("", "\n\n", "# nothing here\n", "   \t \r\n"):
            expect_complaint(run("solve", folder.write("empty.txt", content)), 33, "empty.txt", "no board")
    expect_complaint(run("solve", "-"), 33, "stdin", "no board")
    expect_complaint(run("solve"), 33, "stdin", "no board")
    expect_code(run("check", "-"), 33)


@test
def junk():
    "binary junk and NULs are told without being shown raw"
    for content in (bytes(range(256)) * 4, b"\0" * 1000, b"1 2 3 4 5 6 7 \0 8\n", b"\xff\xfe1 2\n", b"\x1b[31m 2 3 4\n"):
        result = run("solve", "-", stdin=content)
        expect_code(result, 33)
        expect(result.out == "" and result.err.strip(), result)
        expect(all(c == "\n" or c.isprintable() for c in result.err), "control characters", result)


@test
def many_bad_lines():
    "a flood of bad lines is told in part, and counted"
    result = run("solve", "-", "--json", stdin="rubbish\n" * 5000 + EASY + "\n")
    expect_code(result, 33)
    expect(len(result.json()) == 1, result)
    lines = result.err.splitlines()
    expect(len(lines) == 21 and "4980 more" in lines[-1], result)


@test
def endless_line():
    "a line of a gigabyte is read in bounded memory, and the board after it is solved"
    process = subprocess.Popen([PROGRAM, "solve", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    block = b"1 2 3 4 " * (1 << 17)
    for _ in range(1024):
        process.stdin.write(block)
    out, err = process.communicate(b"\n" + EASY.encode() + b"\n")
    expect(process.returncode == 33, process.returncode, out, err)
    [answer] = [json.loads(line) for line in out.splitlines()]
    expect(answer["length"] == 2 and answer["peak_bytes"] < 300 << 20, answer)
    expect(b"stdin:1: the line is longer" in err, err)


@test
def forms():
    "commas, tabs, carriage returns, a byte order mark and a missing last line end are fine"
    for content in (b"1,2,3,4,5,6,0,7,8", b"\xef\xbb\xbf1 2 3 4 5 6 0 7 8\r\n", b"\t1\t2\t3\t4\t5\t6\t0\t7\t8", b"1, 2, 3, 4, 5, 6, 0, 7, 8 # end",
                    b"board-1, 1,2,3, 4,5,6, 0,7,8\n"):
        result = run("solve", "-", "--json", stdin=content)
        expect_code(result, 0)
        expect(result.json()[0]["length"] == 2, result)
    expect_code(run("solve", *EASY.split()), 0)
    expect_code(run("solve", "1 2 3\n4 5 6\n0 7 8"), 0)


main()
