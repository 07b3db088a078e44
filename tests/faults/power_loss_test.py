# SPDX-License-Identifier: Apache-2.0
"""Whatever a power cut leaves of a build of tables: no bad file is ever accepted.

A small build is recorded call by call.  After every call the power may fail; what was not synced by then may be on the
disk or not, block by block and name by name.  Each such state is made anew and shown to the program."""
import functools
import itertools
import random
import re

from support import *

BUILD = ["pdb", "build", "4-4", "--threads", "1", "-q"]
SOLVE = ["solve", "8 6 7 2 5 4 3 0 1", "--heuristic", "pdb:4-4", "--threads", "1", "--json"]  # 31 moves
CALLS = "openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,fallocate,ftruncate,unlinkat,close"
BLOCK = 256  # bytes that are on the disk as a whole or not at all; small, because the tables are


def record(c):
    """What a build does to the files of its cache, in order: (what, name, number)."""
    trace = os.path.join(c.path, "trace")
    done = subprocess.run(["strace", "-f", "-y", "-o", trace, "-e", "trace=" + CALLS, PROGRAM, *BUILD],
                          env={**os.environ, **c.env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode != 0:
        raise Skipped("strace is not allowed here")
    place = re.escape(os.path.realpath(c.cache))
    steps = []
    for line in open(trace):
        line = re.sub(r"^\d+ +", "", line)
        call = line.split("(")[0]
        if not re.search(r"= \d", line):
            continue  # failed, and changed nothing
        file = re.match(r"\w+\(\d+<%s/([^>]+)>" % place, line)
        directory = re.match(r"\w+\(\d+<%s>" % place, line)
        if call == "openat" and "O_CREAT" in line and directory:
            steps.append(("create", re.search(r'"([^"]+)"', line)[1], 0))
        elif call in ("write", "pwrite64") and file:
            expect(call == "write", "the recording knows writes in order only", line)
            steps.append(("write", file[1], int(re.search(r"= (\d+)", line)[1])))
        elif call == "fallocate" and file:
            steps.append(("allocate", file[1], int(re.search(r", (\d+)\) +=", line)[1])))
        elif call == "ftruncate" and file:
            expect(False, "the recording knows no truncation", line)
        elif call in ("fsync", "fdatasync") and file:
            steps.append(("sync", file[1], 0))
        elif call == "fsync" and directory:
            steps.append(("sync names", "", 0))
        elif call.startswith("rename") and directory:
            steps.append(("rename", re.findall(r'"([^"]+)"', line), 0))
        elif call == "unlinkat" and directory:
            steps.append(("remove", re.search(r'"([^"]+)"', line)[1], 0))
    return [step for step in steps if not str(step[1]).endswith(".lock")]


class Disk:
    """Files by number, names for them, and for both what is certain to be there after a power cut."""

    def __init__(self, content_of, obey_sync=True):
        self.content_of, self.obey_sync = content_of, obey_sync
        self.names, self.safe_names, self.changes = {}, {}, []
        self.files = []  # each: what it will hold, how much of it was written, its length, how much of both is safe

    def apply(self, step):
        what, name, number = step
        if what == "create":
            self.files.append({"content": self.content_of(name), "written": 0, "length": 0, "safe": 0, "safe_length": 0})
            self.change({name: len(self.files) - 1})
        elif what == "allocate":
            file = self.files[self.names[name]]
            file["length"] = max(file["length"], number)
        elif what == "write":
            file = self.files[self.names[name]]
            file["written"] += number
            file["length"] = max(file["length"], file["written"])
        elif what == "sync" and self.obey_sync:
            file = self.files[self.names[name]]
            file["safe"], file["safe_length"] = file["written"], file["length"]
        elif what == "rename":
            self.change({name[0]: None, name[1]: self.names[name[0]]})
        elif what == "remove":
            self.change({name: None})
        elif what == "sync names":
            self.safe_names, self.changes = dict(self.names), []

    def change(self, names):
        self.names = {n: f for n, f in {**self.names, **names}.items() if f is not None}
        self.changes.append(names)

    def name_states(self):
        """The names after a power cut: any of the changes since the last sync may be missing."""
        for kept in itertools.product((False, True), repeat=len(self.changes)):
            names = dict(self.safe_names)
            for change, done in zip(self.changes, kept):
                if done:
                    names.update(change)
            yield {n: f for n, f in names.items() if f is not None}

    def file_states(self, file, most, chance):
        """What a file may hold: all subsets of up to eight blocks that are not safe, else `most` random ones."""
        blocks = range(file["safe"] // BLOCK, (file["written"] + BLOCK - 1) // BLOCK) if file["written"] > file["safe"] else []
        if len(blocks) <= 8:
            subsets = list(itertools.product((False, True), repeat=len(blocks)))
        else:
            subsets = [[chance.random() < density for _ in blocks] for density in (0.1, 0.5, 0.9) for _ in range(most // 3)]
            subsets += [[False] * len(blocks), [True] * len(blocks)] + [[n != m for n in range(len(blocks))] for m in range(len(blocks))]
        for length in sorted({file["safe_length"], file["written"], file["length"]}):
            for subset in subsets:
                data = bytearray(file["content"][:file["safe"]].ljust(length, b"\0")[:length])
                for block, there in zip(blocks, subset):
                    begin, end = max(block * BLOCK, file["safe"]), min((block + 1) * BLOCK, file["written"], length)
                    if there and begin < end:
                        data[begin:end] = file["content"][begin:end]
                yield bytes(data)

    def states(self, most, chance):
        """All that may be there: names and contents; of several files one varies at a time, the others are whole."""
        for names in self.name_states():
            numbers = set(names.values())
            whole = {n: self.files[n]["content"][:self.files[n]["written"]] for n in numbers}
            for number in numbers or {None}:
                for data in self.file_states(self.files[number], most, chance) if number is not None else [b""]:
                    yield {name: data if n == number else whole[n] for name, n in names.items()}


@functools.cache
def recorded():
    """The tables, and the steps of their build."""
    needs("strace")
    with Cache() as c:
        steps = record(c)
        return {name: data for name, data in c.contents().items() if name.endswith(".pdb")}, steps


def content_of(temporary):
    """A temporary file becomes the table of the same name."""
    return recorded()[0][re.sub(r"^\.(.*)\.tmp-.*$", r"\1", temporary)]


def show(state):
    """The program meets what is left: it must give the right answer, whatever it uses for it, and leave good files."""
    good, _ = recorded()
    with Cache() as c:
        os.mkdir(c.cache, 0o700)
        for name, data in state.items():
            with open(os.path.join(c.cache, name), "wb") as file:
                file.write(data)
        result = c.run(*SOLVE)
        bad = [name for name in state if name in good and state[name] != good[name]]
        right = result.code == 0 and result.json()[0]["length"] == 31
        told = len(result.err.splitlines()) == (1 if bad else 0)
        left = {name: data for name, data in c.contents().items() if name.endswith(".pdb")}
        return right and told and left == good, bad, result, sorted(left)


@test
def order():
    "a table is written, synced, renamed, and its directory synced, in this order"
    good, steps = recorded()
    renames = [step for step in steps if step[0] == "rename"]
    expect(sorted(step[1][1] for step in renames) == sorted(good), steps)
    for rename in renames:
        temporary = rename[1][0]
        mine = [what for what, name, _ in steps if name == temporary]
        expect(mine[0] == "create" and mine[-1] == "sync" and "write" in mine, mine)
        at = steps.index(rename)
        expect(("sync", temporary, 0) in steps[:at], "renamed before it was synced", steps)
        expect(steps[at + 1][0] == "sync names", "the directory is not synced at once", steps)


@test
def honest_disk():
    "after a power cut at any point there are whole tables or none, and the next run makes everything good"
    good, steps = recorded()
    disk, chance, seen = Disk(content_of), random.Random(11), set()
    shown = tries(2000, 12)
    with Promise("R11", "states that a power cut leaves") as promise:
        for step in [None] + steps:
            if step:
                disk.apply(step)
            for state in disk.states(2000, chance):
                for name, data in state.items():
                    expect(name not in good or data == good[name], "half a table under its final name", step, name)
                seen.add(tuple(sorted(state.items())))
        expect(len(seen) > 50, "too few states", len(seen))
        for state in chance.sample(sorted(seen), min(shown, len(seen))):
            sound, *rest = show(dict(state))
            promise.kept(sound, *rest)


@test
def lying_disk():
    "even where the disk forgets what it was told to sync, no bad table is accepted"
    good, steps = recorded()
    disk, chance, seen = Disk(content_of, obey_sync=False), random.Random(12), set()
    with Promise("R11", "bad tables after a power cut") as promise:
        for step in steps:
            disk.apply(step)
            for state in disk.states(2000, chance):
                if any(name in good and data != good[name] for name, data in state.items()):
                    seen.add(tuple(sorted(state.items())))
        expect(len(seen) > 20, "the model has no bad tables to show", len(seen))
        for state in chance.sample(sorted(seen), min(tries(2000, 12), len(seen))):
            sound, bad, *rest = show(dict(state))
            promise.kept(sound and bad, bad, *rest)


main()
