# SPDX-License-Identifier: Apache-2.0
"""Text, JSON and CSV, notations, sets, and boards that stream."""
import csv
import io

from support import *

FIELDS = """schema_version id status length optimal moves limit lower_bound initial_h known_optimum domain size start goal
obstacles metric goal_cells algorithm heuristic threads seed expanded generated pops duplicates reopened stored largest_queue seconds total_seconds
peak_bytes version revision iterations""".split()


@test
def json_fields():
    "every promised field is in the JSON, with its kind"
    result = run("solve", "--set", "korf100:5", "-a", "idastar", "-H", "manhattan", "-j", "1", "--json")
    [answer] = result.json()
    expect(all(name in answer for name in FIELDS), result)
    expect(answer["generated"] == 11020325 and answer["length"] == 56 and answer["known_optimum"] == 56, result)
    expect(answer["goal"] == " ".join(map(str, range(16))), result)
    expect(sum(r["generated"] for r in answer["iterations"]) + 1 == answer["generated"], result)
    expect(0 < answer["seconds"] <= answer["total_seconds"], result)
    expect(set(answer["moves"]) <= set("UDLR") and len(answer["moves"]) == 56, result)


@test
def own_memory():
    "memory is the program's own, not that of a large one that has started it"
    large = bytearray(b"x") * (512 << 20)
    [answer] = run("solve", "1 2 3 4 5 6 0 7 8", "-j", "1", "--json").json()
    expect(len(large) > 0 and 1 << 20 < answer["peak_bytes"] < 256 << 20, answer["peak_bytes"])


@test
def csv_rows():
    "CSV has a header, a row per board, and the same values as JSON"
    arguments = ["solve", "--set", "8-puzzle-spiral", "-j", "1"]
    rows = list(csv.DictReader(io.StringIO(run(*arguments, "--csv").out)))
    answers = run(*arguments, "--json").json()
    expect([row["id"] for row in rows] == ["easy", "medium", "hard", "worst", "fifth"], rows)
    for row, answer in zip(rows, answers):
        for name in ("length", "moves", "generated", "start", "goal", "heuristic"):
            expect(row[name] == str(answer[name]), name, row, answer)
    quoted = run("solve", "-", "--csv", stdin='a"b 1 2 3 4 5 6 0 7 8\n').out
    expect(list(csv.DictReader(io.StringIO(quoted)))[0]["id"] == 'a"b', quoted)


@test
def one_board():
    "one board is shown in full"
    result = run("solve", "--set", "korf100:5", "-H", "manhattan", "-j", "1")
    for part in ("  4  7 14 13", "  1  2  8  .", "56 moves, proven optimal", "idastar with manhattan, 1 thread",
                 "11,020,325 generated", "/s"):
        expect(part in result.out, part, result)
    expect(result.err == "", result)


@test
def several_boards():
    "several boards are a table with a total"
    lines = run("solve", "--set", "8-puzzle-levels", "-a", "astar").out.splitlines()
    expect(len(lines) == 2 + 10 + 1 and "10 of 10 solved" in lines[-1], lines)
    expect(lines[-1].split()[:2] == ["total", "109"], lines)


@test
def notations():
    "letters, hyphens, words and tile numbers"
    for notation, moves in [("letters", "U R U L D"), ("hyphen", "U-R-U-L-D"), ("words", "up right up left down"),
                            ("tiles", "6 2 4 3 2")]:
        out = run("solve", "--set", "8-puzzle-spiral:easy", "--notation", notation, "-j", "1").out
        expect("moves    " + moves + "\n" in out, notation, out)


@test
def empty_path():
    "a solved board has an empty line of moves"
    out = run("solve", "1 2 3 4 5 6 7 8 0").out
    expect("moves    \nlength   0 moves, proven optimal" in out, out)


@test
def goals():
    "the goal is blank last for typed boards and files, blank first for Korf's, and can be set"
    expect(run("solve", "1 0 2 3", "--json").json()[0]["goal"] == "1 2 3 0", "typed")
    expect(run("solve", "-", "--json", stdin="1 0 2 3\n").json()[0]["goal"] == "1 2 3 0", "file")
    answer = run("solve", "0 1 2 3", "--goal", "0,1 2,3", "--json").json()[0]
    expect((answer["goal"], answer["length"]) == ("0 1 2 3", 0), answer)
    other = run("solve", "--set", "8-puzzle-spiral:easy", "--goal", "1 3 4 8 6 2 7 5 0", "--json").json()[0]
    expect(other["length"] == 1 and other["known_optimum"] is None, other)


@test
def sets():
    "every set is listed, reads, and its optima hold"
    listed = json.loads(run("list", "--json").out)["sets"]
    expect({"korf100", "hardest80", "korf24x50", "8-puzzle-levels", "8-puzzle-series", "8-puzzle-spiral", "15-puzzle-tests",
            "15-puzzle-results"} <= {s["name"] for s in listed}, listed)
    for name, count in [("8-puzzle-levels", 10), ("8-puzzle-series", 8), ("8-puzzle-spiral", 5), ("15-puzzle-results", 4)]:
        answers = run("solve", "--set", name, "--json").json()
        expect(len(answers) == count and all(a["length"] == a["known_optimum"] for a in answers), name, answers)
    chosen = run("solve", "--set", "8-puzzle-series:12-20,0", "--json").json()
    expect([a["id"] for a in chosen] == ["0", "12", "16", "20"], chosen)
    two = run("solve", "--set", "8-puzzle-series:2", "--set", "8-puzzle-spiral:easy,hard", "--json").json()
    expect([a["length"] for a in two] == [2, 5, 12], two)


@test
def copied_set():
    "a copy of a set means the same as the set"
    with Folder() as folder:
        path = folder.write("copy.txt", (ROOT / "instances" / "8-puzzle-spiral.txt").read_text())
        expect([a["length"] for a in run("solve", path, "--json").json()] == [5, 9, 12, 30, 8], path)


@test
def streaming():
    "an answer comes out before the next board goes in"
    process = subprocess.Popen([PROGRAM, "solve", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for board, length in ((EASY, 2), ("1 2 3 4 5 6 7 0 8", 1)):
        process.stdin.write(board.encode() + b"\n")
        process.stdin.flush()
        expect(json.loads(process.stdout.readline())["length"] == length, board)
    process.stdin.close()
    expect(process.wait(10) == 0, "exit")


@test
def streams_are_apart():
    "notes go to stderr and answers to stdout"
    result = run("solve", EASY, "-a", "bfs", "-H", "manhattan", "--json")
    expect("uses no heuristic" in result.err and len(result.json()) == 1, result)
    expect(run("solve", EASY, "-a", "bfs", "-H", "manhattan", "--json", "--quiet").err == "", "quiet")


@test
def automatic():
    "the automatic heuristic is named in the answer"
    answer = run("solve", EASY, "--json").json()[0]
    expect(answer["heuristic"] not in ("", "auto"), answer)


@test
def rectangles():
    "boards that are no squares, told by option or by the file"
    expect(run("solve", "1 2 3 4 0 5", "--size", "2x3", "--json").json()[0]["length"] == 1, "option")
    answers = run("solve", "-", "--json", stdin="# size: 2x3\n1 2 3 4 0 5\nx 1 2 3 0 4 5\n").json()
    expect([(a["id"], a["length"]) for a in answers] == [("1", 1), ("x", 2)], answers)


@test
def same_seed_same_answer():
    "the same seed gives the same answer, apart from times"
    def once():
        [answer] = run("solve", "--set", "8-puzzle-series:12", "-a", "dfs", "--shuffle", "--seed", "7", "--json").json()
        return {k: v for k, v in answer.items() if "seconds" not in k and k not in ("peak_bytes", "iterations", "context")}
    expect(once() == once(), "answers differ")


@test
def help_everywhere():
    "every command has help with two examples"
    top = run("--help")
    expect_code(top, 0)
    commands = [line.split()[0] for line in top.out.split("Subcommands:\n")[1].splitlines() if line.startswith("  ")]
    commands = [c for c in commands if c != "tessera"]
    expect(set("solve check gen list info ask".split()) <= set(commands), commands)
    for command in commands + ["pdb " + name for name in ("build", "list", "info", "verify", "remove")]:
        result = run(*command.split(), "--help")
        expect_code(result, 0)
        expect(result.out.split("Examples:")[-1].count("tessera " + command) >= (1 if " " in command else 2), command, result)
        columns = result.out.split("Examples:")[0].split("Options:")[-1].splitlines()
        expect(all(len(line) <= 110 for line in columns) and "UINT" not in result.out and "TEXT:" not in result.out, command, result)
    expect_code(run("--version"), 0)


main()
