# SPDX-License-Identifier: Apache-2.0
"""program_test.py MPIRUN TESSERA-MPI TESSERA: over several ranks the program says what it says alone."""
import json
import os
import signal
import subprocess
import sys
import time

from ranks_of import expect_gone, wait_for_ranks

mpirun, program, alone = sys.argv[1:4]
EASY = "korf100:12"  # 45 moves
LONG = ["--set", "korf100:88", "--heuristic", "manhattan"]
ENDLESS = ["--set", "korf24x50:1", "--heuristic", "manhattan"]


def mpi(ranks, *words, feed=""):
    return subprocess.run([mpirun, "-n", str(ranks), program, *words], input=feed, capture_output=True, text=True,
                          timeout=120)


def own_words(stderr):
    """What tessera itself says; mpirun adds a box of its own to every exit status but 0."""
    return [line for line in stderr.splitlines() if line.startswith("tessera")]


def answers(text):
    # MPICH's mpirun prints its own box, for an exit status but 0, among the answers.
    keep = ("id", "status", "limit", "length", "optimal", "lower_bound", "initial_h", "algorithm", "heuristic", "goal")
    return [{name: answer.get(name) for name in keep} for answer in map(json.loads, filter(lambda line: line.startswith("{"), text.splitlines()))]


def rounds(text):
    """Of the first board: the nodes of completed rounds."""
    return [(r["bound"], r["expanded"], r["generated"]) for r in json.loads(text.splitlines()[0])["iterations"]
            if r["completed"]]


def check_answers():
    for algorithm, heuristic in (("idastar", "manhattan"), ("idastar", "pdb:5-5-5"), ("hdastar", "linear-conflict")):
        words = ["solve", "--set", EASY, "--algorithm", algorithm, "--heuristic", heuristic, "--json", "--threads"]
        one = subprocess.run([alone, *words, "1"], capture_output=True, text=True, check=True).stdout
        many = mpi(2, *words, "2", "--oversubscribe")
        assert many.returncode == 0, many.stderr
        assert answers(many.stdout) == answers(one), (many.stdout, one)
        assert rounds(many.stdout) == rounds(one), (rounds(many.stdout), rounds(one))
        assert json.loads(many.stdout)["threads"] == 4, many.stdout
        assert not own_words(many.stderr), many.stderr
        print("2 ranks of 2 threads agree with one thread:", algorithm, heuristic)


def check_input():
    """Boards of standard input come to all ranks; a bad one is told once, and the others are solved."""
    many = mpi(3, "solve", "-", "--json", "--threads", "1", feed="1 2 3 4 5 6 0 7 8\n1 2 3\n1 2 3 4 5 6 7 8 0\n")
    assert many.returncode == 33, (many.returncode, many.stderr)
    assert [a["length"] for a in answers(many.stdout)] == [2, 0], many.stdout
    assert len(own_words(many.stderr)) == 1 and "stdin" in many.stderr, many.stderr
    print("standard input reaches all ranks, and a bad board is told once")


def check_codes():
    unsolvable = "2 1 3 4 5 6 7 8 0"
    for words, code, text in (
            (["solve", unsolvable], 11, ""),
            (["solve", "--set", EASY, "--max-cost", "40", "--heuristic", "manhattan"], 12, ""),
            (["solve", *LONG, "--nodes", "1M"], 23, ""),
            (["solve", *LONG, "--algorithm", "hdastar", "--memory", "150M"], 22, ""),
            (["solve", *LONG, "--time", "300ms"], 23, ""),
            (["solve", "1 2 3 4 5 6 7 7 0"], 33, "7"),
            (["solve", "1 2 3 4 5 6 0 7 8", "--algorithm", "nosuch"], 2, "nosuch"),
            (["solve", "1 2 3 4 5 6 0 7 8", "--algorithm", "bfs"], 34, "idastar and hdastar"),
            (["solve", "1 2 3 4 5 6 0 7 8", "--checkpoint", "x.ckpt"], 34, "one process"),
            (["solve", "1 2 3 4 5 6 0 7 8", "--pdb-map"], 34, "one process"),
            (["solve", "1 2 3 4 5 6 0 7 8", "--nonsense"], 2, "tessera-mpi solve --help"),
    ):
        run = mpi(2, *words, "--threads", "1") if "--nonsense" not in words else mpi(2, *words)
        assert run.returncode == code, (words, run.returncode, code, run.stderr)
        said = own_words(run.stderr)
        assert len(said) == (1 if text else 0) and text in "".join(said), (words, run.stderr)
    assert mpi(1, "solve", "1 2 3 4 5 6 0 7 8", "--algorithm", "bfs").returncode == 0
    assert "mpirun" in mpi(2, "--help").stdout
    print("exit codes and messages pass through mpirun")


def check_signals():
    mpich = "Open MPI" not in subprocess.run([mpirun, "--version"], capture_output=True, text=True).stdout
    for name, to_rank in (("SIGINT", True), ("SIGTERM", True), ("SIGTERM", False), ("SIGINT", False)):
        run = subprocess.Popen([mpirun, "-n", "2", program, "solve", *ENDLESS, "--json", "--threads", "1"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        try:
            ranks = wait_for_ranks(run, program, 2)
            time.sleep(1)
            os.kill(ranks[0] if to_rank else run.pid, getattr(signal, name))
            out, err = run.communicate(timeout=10)
            # MPICH's mpirun passes Ctrl-C on to the ranks, and forgets their exit status.
            stopped = [answer["status"] for answer in answers(out)] == ["interrupted"]
            assert run.returncode != 0 or mpich and stopped, (out, err)
            if to_rank:  # as srun does it; mpirun rather ends the ranks itself
                assert stopped, (out, err)
                # MPICH's mpirun makes one status of those of all ranks, the ones that it then ends included.
                assert run.returncode == 128 + getattr(signal, name) or mpich, run.returncode
            expect_gone(ranks.values(), 5)
            print(name, "to", "rank 0" if to_rank else "mpirun", "ends all ranks, exit status", run.returncode)
        finally:
            run.kill()


check_answers()
check_input()
check_codes()
check_signals()
