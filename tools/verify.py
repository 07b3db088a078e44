#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/verify.py [FILE...]: check the answers of `tessera solve --json` without trusting tessera.

Needs nothing but Python.  For every line: the moves are played from start to goal by rules written down here, their
number is compared with the length, an unsolvable board is confirmed by parity, and what is said about bounds and
known optima is held against the rest.  With --optimal, boards of up to nine cells are also solved again by plain
breadth-first search.  Exit status: 0 all good, 1 something is false, 2 something cannot be understood.
"""
import json
import sys

WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}  # (rows, columns) that the blank travels


class Untrue(Exception):
    """What the answer says is not so."""


def numbers(text, count):
    board = tuple(int(word) for word in text.split())
    if sorted(board) != list(range(count)):
        raise ValueError("not a board of %d cells: %s" % (count, text))
    return board


def play(board, way, rows, cols):
    """The board after the blank went that way, or None at the wall."""
    row, col = divmod(board.index(0), cols)
    new_row, new_col = row + WAYS[way][0], col + WAYS[way][1]
    if not (0 <= new_row < rows and 0 <= new_col < cols):
        return None
    cells = list(board)
    a, b = row * cols + col, new_row * cols + new_col
    cells[a], cells[b] = cells[b], cells[a]
    return tuple(cells)


def can_be_solved(start, goal, cols):
    """Counts inversions between start and goal, the blank included, and the steps the blank has to go."""
    order = [goal.index(tile) for tile in start]
    inversions = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
    a, b = divmod(start.index(0), cols), divmod(goal.index(0), cols)
    return (inversions + abs(a[0] - b[0]) + abs(a[1] - b[1])) % 2 == 0


def shortest(start, goal, rows, cols):
    layer, seen, depth = {start}, {start}, 0
    while goal not in layer:
        layer = {play(board, way, rows, cols) for board in layer for way in WAYS} - seen - {None}
        seen |= layer
        depth += 1
    return depth


def check(answer, solve_again):
    if answer["domain"] != "tiles":
        raise ValueError("only the domain tiles can be checked, not " + repr(answer["domain"]))
    rows, cols = (int(side) for side in answer["size"].split("x"))
    start, goal = numbers(answer["start"], rows * cols), numbers(answer["goal"], rows * cols)
    known, bound = answer.get("known_optimum"), answer.get("lower_bound") or 0
    if answer["status"] == "unsolvable":
        if can_be_solved(start, goal, cols):
            raise Untrue("said to be unsolvable, but it can be solved")
        return
    if answer["status"] != "solved":
        if answer["status"] not in ("limit", "interrupted"):
            raise ValueError("unknown status " + repr(answer["status"]))
        if known is not None and bound > known:
            raise Untrue("lower bound %d above the known optimum %d" % (bound, known))
        return
    board = start
    for number, way in enumerate(answer["moves"], 1):
        board = play(board, way, rows, cols)
        if board is None:
            raise Untrue("move %d (%s) leaves the board" % (number, way))
    length = len(answer["moves"])
    if board != goal:
        raise Untrue("the moves do not lead to the goal")
    if length != answer["length"]:
        raise Untrue("%d moves, but the length is said to be %d" % (length, answer["length"]))
    if bound > length:
        raise Untrue("the lower bound %d is above the length %d" % (bound, length))
    if known is not None and (length < known or (answer["optimal"] and length != known)):
        raise Untrue("length %d, but the known optimum is %d" % (length, known))
    if solve_again and answer["optimal"] and rows * cols <= 9 and shortest(start, goal, rows, cols) != length:
        raise Untrue("said to be optimal, but there is a shorter solution")


def main(arguments):
    solve_again = "--optimal" in arguments
    files = [name for name in arguments if name != "--optimal"] or ["-"]
    status, good = 0, 0
    for name in files:
        with (sys.stdin if name == "-" else open(name, encoding="utf-8")) as lines:
            for number, line in enumerate(lines, 1):
                try:
                    check(json.loads(line), solve_again)
                    good += 1
                except Untrue as fault:
                    print("%s:%d: FALSE: %s" % (name, number, fault), file=sys.stderr)
                    status = max(status, 1)
                except (ValueError, KeyError, TypeError, AttributeError) as fault:
                    print("%s:%d: cannot be understood: %r" % (name, number, fault), file=sys.stderr)
                    status = 2
    print("%d answers hold" % good)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
