# SPDX-License-Identifier: Apache-2.0
"""What the scripts that drive the real program share.  A test is a function with @test; its docstring is its name."""
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "tessera"
ROOT = pathlib.Path(__file__).resolve().parents[2]

ENDLESS = ["--set", "hardest80:1", "--heuristic", "blind"]  # takes far longer than any test lasts
EASY = "1 2 3 4 5 6 0 7 8"
UNSOLVABLE = "1 2 3 4 5 6 8 7 0"

# How much of the full size the tests of faults have, in percent.  tools/soak asks for all of it.
EFFORT = float(os.environ.get("TESSERA_EFFORT", "1"))

tests = []


def test(function):
    tests.append(function)
    return function


class Skipped(Exception):
    """A test, or the rest of one, that cannot be run here.  The script then ends with 77, which ctest shows as skipped."""


def needs(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skipped("no %s here" % program)


def default_signals():
    """A shell that runs tests in the background may have made them deaf."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def tries(full, least=1):
    """How often to try what a full run tries so often."""
    return max(least, math.ceil(full * EFFORT / 100))


class Promise:
    """Counts how often a promise (R1, R2, ...) was put to the test and how often it was broken.  The sum goes to the
    file named by TESSERA_PROMISES, for tools/soak; a broken promise fails the test, but only after all were tried."""

    def __init__(self, number, what):
        self.number, self.what, self.tried, self.lost, self.first = number, what, 0, 0, None

    def __enter__(self):
        return self

    def kept(self, condition, *shown):
        self.tried += 1
        if not condition:
            self.lost += 1
            self.first = self.first or shown
        return condition

    def __exit__(self, kind, *_):
        if kind is not None:
            self.lost += 1  # something unforeseen ended the test
        if "TESSERA_PROMISES" in os.environ:
            with open(os.environ["TESSERA_PROMISES"], "a") as file:
                file.write("%s,%s,%d,%d\n" % (self.number, self.what, self.tried, self.lost))
        print("        %s: %s: tried %d, lost %d" % (self.number, self.what, self.tried, self.lost))
        if kind is None:
            expect(self.lost == 0, "%s is broken" % self.number, *(self.first or ()))
            expect(self.tried > 0, "%s was not tried" % self.number)


class Result:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    def json(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def __repr__(self):
        return "exit %s\n--- stdout\n%s--- stderr\n%s" % (self.code, self.out[:3000], self.err[:3000])


def patiently(process, seconds, data=None):
    """communicate(), for at most so many seconds.  Counted are short naps, not the clock: while a busy machine or somebody
    else keeps all of us from running, no time goes by.  A process that hangs is killed, and its threads are shown."""
    naps = 4 * seconds
    while True:
        try:
            return process.communicate(data, timeout=0.25)
        except subprocess.TimeoutExpired:
            data, naps = None, naps - 1
            if naps <= 0:
                threads = [path.read_text() for path in pathlib.Path("/proc/%d/task" % process.pid).glob("*/stat")]
                process.kill()
                process.communicate()
                raise subprocess.TimeoutExpired("\n".join([" ".join(map(str, process.args)), *threads]), seconds)


def run(*arguments, stdin="", env=None, timeout=120, stdout=subprocess.PIPE):
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    done = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE,
                            env={**os.environ, **(env or {})}, preexec_fn=default_signals)
    out, err = patiently(done, timeout, data)
    done.stdout = (out or b"").decode("utf-8", "strict")
    done.stderr = err.decode("utf-8", "strict")
    return Result(done)


def expect(condition, *shown):
    if not condition:
        raise AssertionError("\n".join(map(str, shown)))


def expect_code(result, code):
    expect(result.code == code, "expected exit %d" % code, result)


def expect_complaint(result, code, *parts):
    """One line on stderr with these parts, nothing on stdout."""
    expect_code(result, code)
    lines = result.err.splitlines()
    expect(len(lines) == 1, "expected one message", result)
    for part in parts:
        expect(part in lines[0], "no %r in the message" % part, result)
    expect(result.out == "", "expected no output", result)


class Folder:
    """A place for files that goes away."""

    def __enter__(self):
        self.holder = tempfile.TemporaryDirectory()
        self.path = self.holder.name
        return self

    def __exit__(self, *_):
        self.holder.cleanup()

    def write(self, name, content):
        path = os.path.join(self.path, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path


class Cache(Folder):
    """A place for tables of its own, and for other files beside it."""

    def __enter__(self):
        super().__enter__()
        self.cache = os.path.join(self.path, "cache")
        self.env = {"TESSERA_CACHE": self.cache}
        return self

    def run(self, *arguments, **more):
        return run(*arguments, env={**self.env, **more.pop("env", {})}, **more)

    def files(self):
        return sorted(os.listdir(self.cache)) if os.path.isdir(self.cache) else []

    def file(self, n=0):
        return os.path.join(self.cache, self.files()[n])

    def contents(self):
        return {name: open(os.path.join(self.cache, name), "rb").read() for name in self.files()}


def main():
    """Runs all tests, or those whose functions are named behind the program."""
    failed = skipped = 0
    for function in tests:
        if sys.argv[2:] and function.__name__ not in sys.argv[2:]:
            continue
        name = function.__doc__ or function.__name__
        try:
            function()
            print("ok      " + name)
        except Skipped as why:
            skipped += 1
            print("skipped %s (%s)" % (name, why))
        except Exception:  # whatever went wrong, the other tests still run
            failed += 1
            print("FAILED  " + name)
            traceback.print_exc(file=sys.stdout)
            if "TESSERA_STOP_AT_FAILURE" in os.environ:  # one is enough for tools/mutants
                break
        sys.stdout.flush()
    print("%d tests, %d failed, %d skipped" % (len(tests), failed, skipped))
    sys.exit(1 if failed or not tests else 77 if skipped else 0)
