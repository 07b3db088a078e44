# SPDX-License-Identifier: Apache-2.0
"""gen | solve | check, and checkers that can say no."""
from support import *

VERIFY = str(ROOT / "tools" / "verify.py")


def verify(text, options=("--optimal",)):
    return subprocess.run([sys.executable, VERIFY, *options], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE).returncode


@test
def pipe():
    "gen | solve | check, in several sizes"
    for more in ([], ["--size", "3x3"], ["--size", "2x5"], ["--size", "4x3", "--walk", "40"], ["--size", "5x5", "--walk", "30"],
                 ["--size", "3x3", "--goal", "1 2 3 8 0 4 7 6 5"], ["--walk", "25", "--goal", " ".join(map(str, range(16)))]):
        small = more or ["--walk", "40"]
        script = '"$0" gen -n 5 "$@" | "$0" solve - --json | "$0" check -'
        done = subprocess.run(["bash", "-o", "pipefail", "-c", script, PROGRAM, *small], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect(done.returncode == 0 and done.stdout.startswith(b"5 paths verified"), more, done)


@test
def the_plain_pipe():
    "the pipe as documented"
    script = '"$0" gen -n 5 | "$0" solve - --json | "$0" check -'
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script, PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    expect(done.returncode == 0 and done.stdout.startswith(b"5 paths verified"), done)


GOOD = run("solve", "--set", "8-puzzle-spiral:easy", "--json", "-j", "1").json()[0]
NONE = run("solve", UNSOLVABLE, "--json").json()[0]
STOPPED = run("solve", "--set", "korf100:2", "-H", "manhattan", "--nodes", "100k", "--json").json()[0]


@test
def good_answers():
    "solved, unsolvable and unfinished answers pass"
    text = "\n".join(map(json.dumps, (GOOD, NONE, STOPPED)))
    result = run("check", "-", stdin=text)
    expect_code(result, 0)
    expect(result.out.startswith("1 paths verified, 1 unsolvable boards confirmed, 1 unfinished, 0 wrong"), result)
    expect(verify(text) == 0, "verify.py")


@test
def false_answers():
    "a false answer is found, by both checkers"
    for base, change in [(GOOD, {"moves": "URULU"}), (GOOD, {"moves": "URUL", "length": 4}), (GOOD, {"length": 6}),
                         (GOOD, {"moves": "DDDDD"}), (GOOD, {"moves": "RLURULD", "length": 7}), (GOOD, {"lower_bound": 6}),
                         (GOOD, {"known_optimum": 3}), (GOOD, {"known_optimum": 7}), (GOOD, {"status": "unsolvable", "length": None}),
                         (GOOD, {"goal": GOOD["start"]}), (STOPPED, {"lower_bound": 99})]:
        text = json.dumps({**base, **change})
        result = run("check", "-", stdin=text + "\n" + json.dumps(GOOD))
        expect_code(result, 32)
        expect("stdin:1: board %s: " % base["id"] in result.err and result.out.startswith("1 paths verified"), change, result)
        expect(verify(text) == 1, "verify.py", change)


@test
def damaged_answers():
    "what cannot be understood is bad input"
    for text in ("not json", "{}", "[1]", "3", '{"id":"1"', json.dumps({**GOOD, "start": "1 2 3"}), json.dumps({**GOOD, "size": "3"}),
                 json.dumps({**GOOD, "moves": None}), json.dumps({**GOOD, "moves": "URUxD"}), json.dumps({**GOOD, "status": "maybe"}),
                 json.dumps({**GOOD, "start": "1 3 4 8 6 2 7 0 0"}), json.dumps({**GOOD, "length": "five"}), "[" * 100000, "\x00\x01"):
        result = run("check", "-", stdin=text)
        expect_code(result, 33)
        expect("stdin:1" in result.err and all(c == "\n" or c.isprintable() for c in result.err), text, result)


@test
def foreign_answers():
    "unknown puzzles are not checked, and that is said"
    expect_code(run("check", "-", stdin=json.dumps({**GOOD, "domain": "chess"})), 34)


def solved(domain, *words):
    return run("solve", "--domain", domain, *words, "--json").json()[0]


@test
def agent_and_bricks():
    "the agent world and bricks are played by rules of their own, in every metric"
    agent, bricks = ROOT / "instances" / "agent", ROOT / "instances" / "bricks"
    answers = [solved("agent", str(agent / name)) for name in ("verify.txt", "obst1234.txt", "tiles3.txt", "grid4.txt")]
    answers += [solved("bricks", str(bricks / name), "--metric", metric, "--goal-cells", rule)
                for name in ("klotski-gate.txt", "own-r05.txt", "own-f-partial-goal.txt") for metric in ("step", "line", "any")
                for rule in ("gate", "shared")]
    answers.append(solved("bricks", str(bricks / "own-d-unsolvable.txt")))
    result = run("check", "-", stdin="\n".join(map(json.dumps, answers)))
    expect_code(result, 0)
    expect(result.out.startswith("22 paths verified, 1 unsolvable boards confirmed"), result)
    small = [a for a in answers if a["id"] != "klotski-gate"]
    expect(verify("\n".join(map(json.dumps, small))) == 0 and verify("\n".join(map(json.dumps, answers)), ()) == 0, "verify.py")


@test
def false_agent_and_bricks():
    "false answers about them are found"
    agent = solved("agent", str(ROOT / "instances" / "agent" / "obst1234.txt"))
    bricks = solved("bricks", str(ROOT / "instances" / "bricks" / "klotski-gate.txt"))
    line = solved("bricks", str(ROOT / "instances" / "bricks" / "klotski-gate.txt"), "--metric", "line")
    first, *rest = bricks["moves"].split()
    for base, change in [(agent, {"moves": agent["moves"][:-1], "length": agent["length"] - 1}), (agent, {"moves": "DDDDDDDD", "length": 8}),
                         (agent, {"length": 1}), (agent, {"status": "unsolvable", "length": None}),
                         (bricks, {"moves": " ".join(rest), "length": len(rest)}), (bricks, {"moves": "2:up", "length": 1}),
                         (bricks, {"moves": "10:down", "length": 1}), (bricks, {"moves": "99:down", "length": 1}),
                         (line, {"metric": "step"}), (agent, {"obstacles": agent["obstacles"] + ", (3, 2)"})]:
        text = json.dumps({**base, **change})
        expect_code(run("check", "-", stdin=text), 32)
        expect(verify(text, ()) == 1, "verify.py", change)
    for base, change in [(agent, {"start": "nonsense"}), (agent, {"start": "A(9, 9), agent(0, 0)"}), (agent, {"moves": "x", "length": 1}),
                         (bricks, {"moves": "2up", "length": 1}), (bricks, {"moves": "2:north", "length": 1}), (bricks, {"start": "6,7, 1,1,"}),
                         (bricks, {"goal": "somewhere"}), (bricks, {"goal": ""}), (bricks, {"metric": "mile"}), (bricks, {"goal_cells": None}),
                         (agent, {"obstacles": None}), (agent, {"obstacles": "here"}), (bricks, {"moves": "2:up:0", "length": 1})]:
        text = json.dumps({**base, **change})
        expect_code(run("check", "-", stdin=text), 33)
        expect(verify(text, ()) == 2, "verify.py", change)
    longer = json.loads(json.dumps(agent))
    longer.update(moves="UD" + agent["moves"], length=agent["length"] + 2)
    expect(verify(json.dumps(longer)) == 1 and verify(json.dumps(longer), ()) == 0, "optimal or not is seen by --optimal alone")


@test
def same_seed():
    "gen: the same seed gives the same boards, all different, and another seed others"
    a, b, c = (run("gen", "-n", "50", "--seed", seed).out for seed in ("5", "5", "6"))
    boards = [line for line in a.splitlines() if not line.startswith("#")]
    expect(a == b and a != c and len({line.split(None, 1)[1] for line in boards}) == 50, a)


@test
def uniform():
    "gen: every 2x2 board that can be solved comes equally often"
    counts = {}
    for line in run("gen", "-n", "12k", "--size", "2x2").out.splitlines():
        if not line.startswith("#"):
            board = line.split(None, 1)[1]
            counts[board] = counts.get(board, 0) + 1
    expect(len(counts) == 12 and all(850 < n < 1150 for n in counts.values()), counts)


main()
