# SPDX-License-Identifier: Apache-2.0
"""Signals at random times and limits of many lengths.

How long the program goes on after a signal is measured by its own processor time, so that a busy machine cannot make
the test fail; a program that sleeps instead of ending runs into the time-out."""
import random
import time

from support import *

TICK = os.sysconf("SC_CLK_TCK")
MEMORY = ["--memory", "1G"]
COMMANDS = [["solve", *ENDLESS, "--json", "-a", name, "-j", threads, *MEMORY]
            for name in "idastar astar hdastar bfs ids dfs ucs".split() for threads in ("1", "2")]
BUILD = ["pdb", "build", "7-8", "--threads", "2", "--force", "-q"]


def start(arguments, env=None):
    return subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=default_signals,
                            env={**os.environ, **(env or {})})


def processor_time(process):
    try:
        fields = open("/proc/%d/stat" % process.pid).read().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def finish(process):
    """Waits; returns what it wrote and the processor time it used in all."""
    before = os.times()
    out, err = patiently(process, 100)
    after = os.times()
    return out.decode(), err.decode(), after.children_user + after.children_system - before.children_user - before.children_system


def whole_lines(out):
    try:
        return all(json.loads(line)["status"] in ("interrupted", "limit", "solved") for line in out.splitlines())
    except (ValueError, KeyError):
        return False


@test
def stopped_at_random_times():
    "SIGINT and SIGTERM at random times end every algorithm and the build within a second, with whole lines"
    dice = random.Random(18)
    with Cache() as c, Promise("R18", "stops at random times") as promise:
        for round in range(tries(200, 2 * len(COMMANDS) // 3 + 2)):
            which = dice.choice((signal.SIGINT, signal.SIGTERM))
            build = round % 10 == 9
            command = BUILD if build else COMMANDS[round % len(COMMANDS)]
            process = start(command, c.env)
            time.sleep(dice.random() ** 2 * 1.5)
            used = processor_time(process)
            process.send_signal(which)
            out, err, total = finish(process)
            threads = 1 if "1" in command else 2
            promise.kept(process.returncode == -which and total - used < 1.0 * threads + 0.2 and (build or whole_lines(out)),
                         command, which, "exit %d" % process.returncode, "%.2f s" % (total - used), out[:500], err[:500])
            promise.kept(not [name for name in c.files() if ".tmp-" in name], "left behind", c.files())


@test
def twice():
    "a second signal ends at once"
    dice = random.Random(19)
    with Promise("R18", "a second signal") as promise:
        for round in range(tries(50, 4)):
            process = start(COMMANDS[round % len(COMMANDS)])
            time.sleep(0.2 + dice.random() * 0.3)
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGINT)
            patiently(process, 60)
            promise.kept(process.returncode == -signal.SIGINT, process.returncode)


@test
def reader_gone():
    "a reader that goes away ends the program quietly"
    with Promise("R18", "SIGPIPE") as promise:
        for round in range(tries(50, 3)):
            process = start(["gen", "-n", "1M", "--seed", str(round)])
            process.stdout.read(1 + 977 * round)
            process.stdout.close()
            err = process.stderr.read()
            promise.kept(process.wait(60) == -signal.SIGPIPE and err == b"", process.returncode, err)


@test
def time_limits():
    "a time limit is kept: not before, and no more than a fifth of a second of work after"
    with Promise("R19", "time limits") as promise:
        for round in range(tries(50, 4)):
            limit = 0.1 if EFFORT < 10 and round % 2 else 0.1 + 9.9 * (round / 50) ** 2
            process = start(["solve", *ENDLESS, "-a", "idastar", "-j", "1", "--time", "%.2f" % limit, "--json"])
            begin = time.monotonic()
            out, err, used = finish(process)
            lasted = time.monotonic() - begin
            promise.kept(process.returncode == 23 and whole_lines(out) and lasted > limit - 0.05 and used < limit + 0.2,
                         limit, "lasted %.2f s, worked %.2f s" % (lasted, used), process.returncode, out, err)


main()
