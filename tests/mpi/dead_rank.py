# SPDX-License-Identifier: Apache-2.0
"""dead_rank.py MPIRUN PROGRAM: one rank of a search is killed; all must end soon, with an error and without an answer."""
import os
import pathlib
import signal
import subprocess
import sys
import time

RANKS = 3
mpirun, program = sys.argv[1:3]


def ranks_of(parent):
    """Process ids of PROGRAM among the descendants of a process."""
    children = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
                children.setdefault(int(status.rpartition(")")[2].split()[1]), []).append(int(entry.name))
            except OSError:
                pass  # it has just ended
    found, waiting = [], [parent]
    while waiting:
        for child in children.get(waiting.pop(), []):
            waiting.append(child)
            try:
                if os.path.realpath("/proc/%d/exe" % child) == os.path.realpath(program):
                    found.append(child)
            except OSError:
                pass
    return found


def is_alive(pid):
    try:
        return pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


run = subprocess.Popen([mpirun, "-n", str(RANKS), program, "1", "1000000"], stdout=subprocess.PIPE,
                       stderr=subprocess.DEVNULL)
try:
    deadline = time.monotonic() + 60
    while len(ranks := ranks_of(run.pid)) < RANKS and run.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(ranks) == RANKS, "the ranks did not start: %s" % ranks
    time.sleep(1)  # in the middle of a search
    os.kill(ranks[1], signal.SIGKILL)
    began = time.monotonic()
    out, _ = run.communicate(timeout=10)
    print("all ended after %.1f s with exit status %d" % (time.monotonic() - began, run.returncode))
    assert run.returncode != 0, "a search with a dead rank ended as if nothing had happened"
    assert out == b"", "an answer was printed: %r" % out
    while (left := list(filter(is_alive, ranks))) and time.monotonic() - began < 10:
        time.sleep(0.1)
    assert not left, "still there: %s" % left
finally:
    run.kill()
