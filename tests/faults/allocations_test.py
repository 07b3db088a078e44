# SPDX-License-Identifier: Apache-2.0
"""The N-th allocation fails, for rising N, once or from then on: the program ends with 22 or does its work, and never
crashes or hangs.  The library that makes them fail is failing_calls.cpp, named by TESSERA_FAILING_CALLS."""
from support import *

LIBRARY = os.environ["TESSERA_FAILING_CALLS"]
HARD = "8 6 7 2 5 4 3 0 1"  # 31 moves
NEAR = "0 1 3 4 2 6 7 5 8"  # few: breadth-first search takes its memory in many small pieces
# Of a command that allocates more than that, so many are tried, spread evenly.  The benchmark solves its boards one after
# the other, each much like the one before.
MANY = 3000
MANY_OF_BENCH = 1000
SETUP = ["--version"]  # what every command does first
COMMANDS = [
    SETUP,
    ["solve", HARD, "-a", "idastar", "-H", "manhattan", "-j", "1", "--json"],
    ["solve", HARD, "-a", "idastar", "-H", "manhattan", "-j", "2", "--json"],
    ["solve", HARD, "-a", "astar", "-H", "manhattan", "-j", "1", "--json"],
    ["solve", HARD, "-a", "hdastar", "-H", "manhattan", "-j", "2", "--json"],
    ["solve", NEAR, "-a", "bfs", "-j", "1", "--json"],
    ["solve", HARD, "-H", "pdb:4-4", "-j", "2", "--json"],
    ["pdb", "build", "4-4", "--threads", "2", "--force", "-q"],
    ["pdb", "verify", "4-4", "--threads", "2", "-q"],
    ["gen", "-n", "20", "--size", "3x3", "--seed", "4"],
    ["bench", "-j", "2"],
]


def go(c, command, **variables):
    env = {"LD_PRELOAD": LIBRARY, **{"TESSERA_" + name: str(value) for name, value in variables.items()}}
    return c.run(*command, env=env, timeout=60)


def fits(result, expected):
    """Success with the whole output, or 22 with a message."""
    if result.code == 0:
        return len(result.out) > 0 or expected.out == ""
    return result.code == 22 and "memory" in result.err + result.out


def answers_of(result):
    try:
        return [answer["length"] for answer in result.json()]
    except ValueError:
        return None


def name_of(command):
    return "allocations of '%s' fail" % " ".join(w for w in command if w not in (HARD, NEAR))


def allocations_of(c, command):
    count = os.path.join(c.path, "count")
    result = go(c, command, COUNT_TO=count)
    expect_code(result, 0)
    return int(open(count).read()), result


def shaken(command):
    """Every allocation of the command; those of the set-up, which all share, only if the command is nothing else."""
    with Cache() as c, Promise("R17", name_of(command)) as promise:
        if command[:2] == ["pdb", "verify"]:
            expect_code(c.run("pdb", "build", "4-4", "-q"), 0)
        first = 1 if command == SETUP else allocations_of(c, SETUP)[0] - 20
        total, expected = allocations_of(c, command)
        expect(total > first, total, first)
        wanted = tries(min(total - first + 1, MANY_OF_BENCH if command[0] == "bench" else MANY), 8)
        for forever in (0, 1):
            for step in range(wanted):
                number = first + step * (total - first + 1) // wanted
                try:
                    result = go(c, command, FAIL_ALLOCATION=number, FAIL_FOREVER=forever)
                except subprocess.TimeoutExpired as hang:
                    promise.kept(False, "hangs at allocation", number, forever, hang.cmd)
                    continue
                good = fits(result, expected)
                if good and result.code == 0 and command[0] == "solve":
                    good = answers_of(result) == answers_of(expected)
                promise.kept(good, " ".join(command), "allocation", number, "of", total, "forever" if forever else "once", result)
                if c.files():  # what is under a final name is whole
                    promise.kept(c.run("pdb", "verify", "4-4", "-q").code in (0, 35), "half a table", number)


for command in COMMANDS:
    def function(command=command):
        shaken(command)
    function.__doc__ = name_of(command)
    test(function)


@test
def short_writes():
    "a write that takes only half of its bytes is gone on with"
    with Cache() as good, Cache() as c, Promise("R12", "short writes") as promise:
        expect_code(good.run("pdb", "build", "4-4", "-q"), 0)
        result = go(c, ["pdb", "build", "4-4", "-q"], SHORT_WRITES=1)
        promise.kept(result.code == 0 and c.contents() == good.contents(), result)
        path = os.path.join(c.path, "out.json")
        for n in range(tries(20, 2)):
            with open(path, "wb") as file:
                code = subprocess.run([PROGRAM, "gen", "-n", "500", "--seed", str(n)], stdout=file,
                                      env={**os.environ, "LD_PRELOAD": LIBRARY, "TESSERA_SHORT_WRITES": "1"}).returncode
            promise.kept(code == 0 and open(path).read() == run("gen", "-n", "500", "--seed", str(n)).out, code)


main()
