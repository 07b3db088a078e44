# SPDX-License-Identifier: Apache-2.0
"""dead_rank.py TESSERA-MPI MPIRUN WORD...: one rank of a long search is killed; all must end soon, with an error and
without an answer."""
import time

from ranks_of import expect_gone, wait_for_ranks
from support import *

RANKS = 3
mpirun, *words = sys.argv[2:]
del sys.argv[2:]  # no names of tests


@test
def one_is_killed():
    "all ranks end within ten seconds of the death of one, and nothing is printed"
    with Promise("R26", "ranks killed in the middle of a search") as promise:
        for round in range(tries(10)):
            run = subprocess.Popen([mpirun, "-n", str(RANKS), PROGRAM, *words], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            try:
                ranks = wait_for_ranks(run, PROGRAM, RANKS)
                time.sleep(1 + 0.1 * round)  # in the middle of a search
                os.kill(ranks[(1 + round) % RANKS], signal.SIGKILL)
                began = time.monotonic()
                out, _ = run.communicate(timeout=10)
                # MPICH's mpirun tells of the death on standard output.
                promise.kept(run.returncode != 0 and b"{" not in out, "exit", run.returncode, out)
                expect_gone(ranks.values(), 10 - (time.monotonic() - began))
            finally:
                run.kill()


main()
