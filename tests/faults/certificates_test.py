# SPDX-License-Identifier: Apache-2.0
"""Answers are checked by two programs that share nothing with the solver; mutated ones are refused by both."""
import random

from support import *

sys.path.insert(0, str(ROOT / "tools"))
VERIFY = str(ROOT / "tools" / "verify.py")


def verdicts(answers):
    """For each answer whether `check` accepts it, asked one by one through one run: complaints name the line."""
    result = run("check", "-", stdin="\n".join(map(json.dumps, answers)))
    refused = {int(line.split("stdin:")[1].split(":")[0]) for line in result.err.splitlines() if "stdin:" in line}
    return [n + 1 not in refused for n in range(len(answers))]


def replay(answer):
    """The truth, by a third way: whether the moves lead to the goal and are as many as said."""
    rows, columns = map(int, answer["size"].split("x"))
    cells, goal = (list(map(int, answer[name].split())) for name in ("start", "goal"))
    for move in answer["moves"]:
        blank = cells.index(0)
        row, column = divmod(blank, columns)
        row, column = row + {"U": -1, "D": 1}.get(move, 0), column + {"L": -1, "R": 1}.get(move, 0)
        if not (0 <= row < rows and 0 <= column < columns):
            return False
        cells[blank], cells[row * columns + column] = cells[row * columns + column], 0
    return cells == goal and len(answer["moves"]) == answer["length"]


def mutated(answer, dice):
    moves, changed = answer["moves"], dict(answer)
    at = dice.randrange(len(moves))
    kind = dice.randrange(6)
    if kind == 0:
        changed["moves"] = moves[:at] + moves[at + 1:]
    elif kind == 1:
        changed["moves"] = moves[:at] + dice.choice("UDLR") + moves[at:]
    elif kind == 2:
        changed["moves"] = moves[:at] + dice.choice("UDLR") + moves[at + 1:]
    elif kind == 3:
        changed["length"] = answer["length"] + dice.choice((-2, -1, 1, 2))
    elif kind == 4:
        cells = answer["start"].split()
        a, b = dice.sample(range(len(cells)), 2)
        cells[a], cells[b] = cells[b], cells[a]
        changed["start"] = " ".join(cells)
    else:
        changed["moves"] = moves[::-1]
    if kind in (0, 1):
        changed["length"] = len(changed["moves"]) if dice.random() < 0.5 else answer["length"]
    return changed


@test
def good_and_bad():
    "good answers pass, mutated ones are refused unless they happen to be true"
    dice = random.Random(2)
    boards = run("gen", "-n", str(tries(100, 10)), "--size", "3x3", "--seed", "2").out
    answers = run("solve", "-", "--json", "-H", "manhattan", stdin=boards).json()
    answers = [answer for answer in answers if answer["length"]]
    with Promise("R2", "good answers accepted") as promise:
        for answer, accepted in zip(answers, verdicts(answers)):
            promise.kept(accepted and replay(answer), answer)
        text = "\n".join(map(json.dumps, answers))
        promise.kept(subprocess.run([sys.executable, VERIFY], input=text.encode(), stdout=subprocess.PIPE).returncode == 0, "verify.py")
    with Promise("R2", "mutated answers judged") as promise:
        changed = [mutated(dice.choice(answers), dice) for _ in range(tries(1000, 200))]
        false = 0
        for answer, accepted in zip(changed, verdicts(changed)):
            truth = replay(answer)
            false += not truth
            # A true way can still contradict another field, such as the lower bound; a false one is never accepted.
            promise.kept(truth or not accepted, answer)
        expect(false > len(changed) / 2, false, len(changed))
        for answer in changed[:tries(200, 10)]:
            code = subprocess.run([sys.executable, VERIFY], input=json.dumps(answer).encode(), stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE).returncode
            promise.kept(replay(answer) or code != 0, "verify.py", answer)


main()
