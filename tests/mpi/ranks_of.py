# SPDX-License-Identifier: Apache-2.0
"""The processes that mpirun has started, and whether they are still there."""
import os
import pathlib
import time


def ranks_of(parent, program):
    """Process ids of a program among the descendants of a process, by rank."""
    children = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
                children.setdefault(int(status.rpartition(")")[2].split()[1]), []).append(int(entry.name))
            except OSError:
                pass  # it has just ended
    found, waiting = {}, [parent]
    while waiting:
        for child in children.get(waiting.pop(), []):
            waiting.append(child)
            try:
                if os.path.realpath("/proc/%d/exe" % child) == os.path.realpath(program):
                    found[rank_of(child)] = child
            except OSError:
                pass
    return found


def rank_of(pid):
    """As Open MPI and MPICH tell it."""
    for word in pathlib.Path("/proc/%d/environ" % pid).read_bytes().split(b"\0"):
        name, _, value = word.partition(b"=")
        if name in (b"OMPI_COMM_WORLD_RANK", b"PMI_RANK"):
            return int(value)
    return -pid


def wait_for_ranks(run, program, count):
    deadline = time.monotonic() + 60
    while len(ranks := ranks_of(run.pid, program)) < count and run.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(ranks) == count, "the ranks did not start: %s" % ranks
    return ranks


def is_alive(pid):
    try:
        return pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def expect_gone(pids, seconds):
    deadline = time.monotonic() + seconds
    while (left := list(filter(is_alive, pids))) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left, "still there: %s" % left
