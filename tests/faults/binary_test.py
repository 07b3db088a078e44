# SPDX-License-Identifier: Apache-2.0
"""The program is hardened, and does not use what it does not need: no network, no other programs."""
import re

from support import *


# The program for MPI, where there is one, and the program that is handed on, where it was built: all are releases.
BESIDE = os.path.join(os.path.dirname(PROGRAM), "tessera-mpi")
PORTABLE = ROOT / "build-portable" / "tessera"


def marks_kept(promise, program, compiled):
    def readelf(*options):
        return subprocess.run(["readelf", "-W", *options, program], stdout=subprocess.PIPE, check=True).stdout.decode()

    promise.kept(re.search(r"Type:\s+DYN", readelf("-h")), program, "not position-independent")
    promise.kept("GNU_RELRO" in readelf("-l"), program, "no RELRO")
    promise.kept(re.search(r"BIND_NOW|Flags:.*NOW", readelf("-d")), program, "binds lazily")
    promise.kept(re.search(r"GNU_STACK.* RW ", readelf("-l")), program, "executable stack")
    promise.kept("TEXTREL" not in readelf("-d"), program, "text is relocated")
    if compiled:
        symbols = readelf("--dyn-syms")
        promise.kept("__stack_chk_fail" in symbols, program, "no stack protector")
        promise.kept(re.search(r"__\w+_chk", symbols.replace("__stack_chk_fail", "")), program, "no FORTIFY")


@test
def hardened():
    "a release is position-independent, binds at once and keeps its tables read-only; a hardened one guards stacks and checks calls"
    marks = os.environ.get("TESSERA_BINARY_MARKS", "")
    if not marks:
        raise Skipped("not a release")
    needs("readelf")
    with Promise("R27", "hardening marks of the program") as promise:
        for program in filter(os.path.exists, (PROGRAM, BESIDE)):
            marks_kept(promise, program, marks == "compiled")
    if PORTABLE.exists() and str(PORTABLE) != PROGRAM:
        with Promise("R27", "hardening marks of the portable program") as promise:
            marks_kept(promise, PORTABLE, True)


@test
def few_powers():
    "no socket is opened and no other program is started"
    needs("strace")
    with Cache() as c, Promise("R27", "runs without network and exec") as promise:
        trace = os.path.join(c.path, "trace")
        board = "8 6 7 2 5 4 3 0 1"
        answers = c.write("answers", run("solve", board, "--json", "-H", "manhattan").out)
        for command in (["solve", board, "-H", "pdb:4-4"], ["solve", board, "-a", "hdastar", "-j", "2"], ["solve", "--set", "8-puzzle-spiral"],
                        ["pdb", "build", "4-4", "--force"], ["pdb", "list"], ["pdb", "verify", "4-4"], ["check", answers], ["gen"], ["info"],
                        ["list"], ["solve", "--help"], ["walk", "3", str(ROOT / "instances/bricks/klotski-gate.txt")],
                        ["solve", "--domain", "agent", str(ROOT / "instances/agent/verify.txt")], ["nonsense"]):
            done = subprocess.run(["strace", "-f", "-o", trace, "-e", "trace=%network,execve,execveat,fork,vfork", PROGRAM, *command],
                                  env={**os.environ, **c.env}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            calls = [line for line in open(trace) if re.match(r"\d+ +\w+\(", line)]
            promise.kept(len(calls) == 1 and "execve(" in calls[0] and done.returncode in (0, 2), command, calls, done)


main()
