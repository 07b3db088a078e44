#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/verify.py [--optimal] [FILE...]: check the answers of `tessera solve --json` without trusting tessera.

Needs nothing but Python.  For every line, whatever the puzzle: the moves are played from start to goal by rules written
down here, their number is compared with the length, and what is said about bounds and known optima is held against the
rest.  An unsolvable board of tiles is confirmed by parity, another puzzle by visiting all that can be reached.  With
--optimal, small puzzles are also solved again by plain breadth-first search.  Exit status: 0 all good, 1 something is
false, 2 something cannot be understood or is too large to be confirmed.
"""
import json
import re
import sys

WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), "up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
MOST_STATES = 250_000


class Untrue(Exception):
    """What the answer says is not so."""


def places(text, rows, cols):
    """[(name, (row, column)), ...] of "A(x, y), agent(x, y)"; a name may be missing."""
    if not isinstance(text, str):
        raise ValueError("no list of places: %r" % (text,))
    found, rest = [], text
    while rest:
        item = re.match(r"([^ ]*)\((\d+), (\d+)\)(?:, |$)", rest)
        if not item or int(item[2]) >= cols or int(item[3]) >= rows:
            raise ValueError("no list of places on %dx%d: %s" % (rows, cols, text))
        found.append((item[1], (int(item[3]), int(item[2]))))
        rest = rest[item.end():]
    return found


class Tiles:
    """A state is the tuple of the numbers, row by row; a letter is the way of the blank."""

    def __init__(self, answer, rows, cols):
        self.rows, self.cols = rows, cols
        self.start, self.goal = self.board(answer["start"]), self.board(answer["goal"])

    def board(self, text):
        board = tuple(int(word) for word in text.split())
        if sorted(board) != list(range(self.rows * self.cols)):
            raise ValueError("not a board of %dx%d: %s" % (self.rows, self.cols, text))
        return board

    def split(self, moves):
        return list(moves)

    def play(self, board, way):
        """The board after the move, or None where it is not possible."""
        row, col = divmod(board.index(0), self.cols)
        new_row, new_col = row + WAYS[way][0], col + WAYS[way][1]
        if not (0 <= new_row < self.rows and 0 <= new_col < self.cols):
            return None
        cells = list(board)
        a, b = row * self.cols + col, new_row * self.cols + new_col
        cells[a], cells[b] = cells[b], cells[a]
        return tuple(cells)

    def is_goal(self, board):
        return board == self.goal

    def next(self, board):
        return filter(None, (self.play(board, way) for way in "UDLR"))

    def can_be_solved(self):
        """Counts inversions between start and goal, the blank included, and the steps the blank has to go."""
        order = [self.goal.index(tile) for tile in self.start]
        inversions = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
        a, b = divmod(self.start.index(0), self.cols), divmod(self.goal.index(0), self.cols)
        return (inversions + abs(a[0] - b[0]) + abs(a[1] - b[1])) % 2 == 0


class Agent:
    """A state is the tuple of places, in the order of the names; the agent changes places with what stands in its way."""

    def __init__(self, answer, rows, cols):
        self.rows, self.cols = rows, cols
        start, goal = dict(places(answer["start"], rows, cols)), dict(places(answer["goal"], rows, cols))
        self.walls = {at for _, at in places(answer["obstacles"], rows, cols)}
        if "agent" not in start or set(start) - set(goal) - {"agent"} or set(goal) - set(start) or len(set(start.values())) < len(start):
            raise ValueError("start and goal do not fit together")
        self.names = list(start)
        self.agent = self.names.index("agent")
        self.start = tuple(start.values())
        self.homes = [goal.get(name) for name in self.names]

    def split(self, moves):
        return list(moves)

    def play(self, state, way):
        row, col = state[self.agent]
        to = (row + WAYS[way][0], col + WAYS[way][1])
        if not (0 <= to[0] < self.rows and 0 <= to[1] < self.cols) or to in self.walls:
            return None
        return tuple(to if i == self.agent else state[self.agent] if at == to else at for i, at in enumerate(state))

    def is_goal(self, state):
        return all(home is None or home == at for home, at in zip(self.homes, state))

    def next(self, state):
        return filter(None, (self.play(state, way) for way in "UDLR"))

    def can_be_solved(self):
        return distance(self) is not None


class Bricks:
    """A state is the frozenset of (kind, first cell) of all bricks.  The kind is the shape, and whether it is the master:
    bricks of one shape are alike.  A move names a brick by the number it has row by row, the master always 2."""

    def __init__(self, answer, rows, cols):
        self.rows, self.cols, self.metric = rows, cols, answer["metric"]
        numbers = [int(word) for word in answer["start"].replace(",", " ").split()]
        if numbers[:2] != [cols, rows] or len(numbers) != rows * cols + 2 or min(numbers) < -1:
            raise ValueError("not a matrix of %dx%d: %s" % (rows, cols, answer["start"]))
        if self.metric not in ("step", "line", "any") or answer["goal_cells"] not in ("gate", "shared"):
            raise ValueError("unknown rules")
        cells = {divmod(i, cols): number for i, number in enumerate(numbers[2:])}
        self.walls = {at for at, number in cells.items() if number == 1}
        self.goals = {at for at, number in cells.items() if number == -1}
        if {at for _, at in places(answer["goal"], rows, cols)} != self.goals:
            raise ValueError("start and goal differ about the goal cells")
        self.gate = self.goals if answer["goal_cells"] == "gate" else set()
        bricks = []
        for number in sorted({n for n in cells.values() if n >= 2}):
            own = sorted(at for at, n in cells.items() if n == number)
            first = own[0]
            bricks.append(((number == 2, tuple((r - first[0], c - first[1]) for r, c in own)), first))
        if not bricks or not bricks[0][0][0]:
            raise ValueError("there is no master brick")
        self.start = frozenset(bricks)

    def split(self, moves):
        return moves.split(" ") if moves else []

    @staticmethod
    def cells(brick):
        (_, shape), (row, col) = brick
        return {(row + r, col + c) for r, c in shape}

    def numbered(self, state):
        """The bricks by their numbers: the master is 2, the others follow in the order of their first cells."""
        order = sorted(state, key=lambda brick: (not brick[0][0], brick[1]))
        return {number: brick for number, brick in enumerate(order, 2)}

    def step(self, state, brick, way):
        """The brick one cell further, or None where something is in the way."""
        kind, (row, col) = brick
        moved = (kind, (row + WAYS[way][0], col + WAYS[way][1]))
        taken = set().union(*(self.cells(other) for other in state if other != brick))
        for at in self.cells(moved):
            if not (0 <= at[0] < self.rows and 0 <= at[1] < self.cols) or at in self.walls or at in taken:
                return None
            if not kind[0] and at in self.gate:
                return None
        return moved

    def play(self, state, move):
        form = re.fullmatch(r"(\d+):((?:up|down|left|right)(?::[1-9]\d*)?(?:\+(?:up|down|left|right)(?::[1-9]\d*)?)*)", move)
        if not form:
            raise ValueError("no move of a brick: " + move)
        turns = [part.partition(":") for part in form[2].split("+")]
        ways = [way for way, _, count in turns for _ in range(int(count or 1))]
        if (self.metric == "step" and len(ways) > 1) or (self.metric == "line" and len(turns) > 1):
            return None
        brick = old = self.numbered(state).get(int(form[1]))
        for way in ways:
            brick = brick and self.step(state - {old}, brick, way)
        return brick and (state - {old}) | {brick}

    def is_goal(self, state):
        master = next(brick for brick in state if brick[0][0])
        return self.goals <= self.cells(master)

    def next(self, state):
        """Every state one move away, in the metric of the answer."""
        for brick in state:
            rest = state - {brick}
            reached, waiting = {brick}, [(brick, None)]
            while waiting:
                at, came = waiting.pop()
                for way in ("up", "down", "left", "right"):
                    if (self.metric == "step" and came) or (self.metric == "line" and came not in (None, way)):
                        continue
                    moved = self.step(rest, at, way)
                    if moved and (moved not in reached or self.metric == "line"):
                        reached.add(moved)
                        waiting.append((moved, way))
            for moved in reached - {brick}:
                yield rest | {moved}

    def can_be_solved(self):
        return distance(self) is not None


DOMAINS = {"tiles": Tiles, "agent": Agent, "bricks": Bricks}


def distance(puzzle):
    """The length of a shortest solution by breadth-first search; None: there is none."""
    layer, seen, depth = {puzzle.start}, {puzzle.start}, 0
    while layer:
        if any(puzzle.is_goal(state) for state in layer):
            return depth
        layer = {state for old in layer for state in puzzle.next(old)} - seen
        seen |= layer
        depth += 1
        if len(seen) > MOST_STATES:
            raise OverflowError("more than %d states" % MOST_STATES)
    return None


def check(answer, solve_again):
    if answer["domain"] not in DOMAINS:
        raise ValueError("unknown domain " + repr(answer["domain"]))
    rows, cols = (int(side) for side in answer["size"].split("x"))
    puzzle = DOMAINS[answer["domain"]](answer, rows, cols)
    known, bound = answer.get("known_optimum"), answer.get("lower_bound") or 0
    if answer["status"] == "unsolvable":
        if puzzle.can_be_solved():
            raise Untrue("said to be unsolvable, but it can be solved")
        return
    if answer["status"] != "solved":
        if answer["status"] not in ("limit", "interrupted"):
            raise ValueError("unknown status " + repr(answer["status"]))
        if known is not None and bound > known:
            raise Untrue("lower bound %d above the known optimum %d" % (bound, known))
        return
    state, moves = puzzle.start, puzzle.split(answer["moves"])
    for number, move in enumerate(moves, 1):
        state = puzzle.play(state, move)
        if state is None:
            raise Untrue("move %d (%s) is not possible" % (number, move))
    length = len(moves)
    if not puzzle.is_goal(state):
        raise Untrue("the moves do not lead to the goal")
    if length != answer["length"]:
        raise Untrue("%d moves, but the length is said to be %d" % (length, answer["length"]))
    if bound > length:
        raise Untrue("the lower bound %d is above the length %d" % (bound, length))
    if known is not None and (length < known or (answer["optimal"] and length != known)):
        raise Untrue("length %d, but the known optimum is %d" % (length, known))
    if solve_again and answer["optimal"] and (answer["domain"] != "tiles" or rows * cols <= 9):
        try:
            if distance(puzzle) != length:
                raise Untrue("said to be optimal, but there is a shorter solution")
        except OverflowError:
            pass  # too large to be solved again; the rest holds


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
                except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as fault:
                    print("%s:%d: cannot be understood: %r" % (name, number, fault), file=sys.stderr)
                    status = 2
    print("%d answers hold" % good)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
