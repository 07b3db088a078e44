# SPDX-License-Identifier: Apache-2.0
"""dead_rank.py MPIRUN PROGRAM WORD...: one rank of a long search is killed; all must end soon, with an error and without
an answer."""
import os
import signal
import subprocess
import sys
import time

from ranks_of import expect_gone, wait_for_ranks

RANKS = 3
mpirun, program, *words = sys.argv[1:]
run = subprocess.Popen([mpirun, "-n", str(RANKS), program, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL)
try:
    ranks = wait_for_ranks(run, program, RANKS)
    time.sleep(1)  # in the middle of a search
    os.kill(list(ranks.values())[1], signal.SIGKILL)
    began = time.monotonic()
    out, _ = run.communicate(timeout=10)
    print("all ended after %.1f s with exit status %d" % (time.monotonic() - began, run.returncode))
    assert run.returncode != 0, "a search with a dead rank ended as if nothing had happened"
    assert out == b"", "an answer was printed: %r" % out
    expect_gone(ranks.values(), 10 - (time.monotonic() - began))
finally:
    run.kill()
