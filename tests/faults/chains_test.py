# SPDX-License-Identifier: Apache-2.0
"""A run that is killed again and again, and resumed with other numbers of threads, ends as if nothing had happened."""
import random
import time

from support import *

BOARDS = ["--set", "korf100:19,30,48,13", "--heuristic", "manhattan", "--json", "--checkpoint-every", "1ms"]
SEED = random.randrange(10**6)


def counts(out):
    """What must not depend on kills or threads: answers, and the nodes of completed rounds."""
    return [(a["id"], a["status"], a["length"],
             [(r["bound"], r["expanded"], r["generated"]) for r in a["iterations"] if r["completed"]])
            for a in map(json.loads, out.splitlines())]


@test
def kill_chains():
    "runs that are killed and resumed with other numbers of threads give the same answers and the same counts"
    begun = time.monotonic()
    plain = run("solve", *BOARDS, "-j", "1")
    patience = time.monotonic() - begun
    expect_code(plain, 0)
    expected = counts(plain.out)
    chance = random.Random(SEED)
    kills = chains = 0
    with Promise("R20", "chains of kills and resumptions") as promise:
        for _ in range(tries(100, 6)):
            kills_before = kills
            with Folder() as folder:
                path = os.path.join(folder.path, "run.ckpt")
                for attempt in range(200):
                    resume = ["--resume"] if attempt else []
                    process = subprocess.Popen([PROGRAM, "solve", *BOARDS, "--checkpoint", path, *resume, "-j", chance.choice("1247"), "--oversubscribe"],
                                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                    try:
                        out, err = process.communicate(timeout=chance.uniform(0.1, 1) * patience * (1 + attempt / 10))
                        break
                    except subprocess.TimeoutExpired:
                        process.kill()
                        process.communicate()
                        kills += 1
                promise.kept(process.returncode == 0 and counts(out) == expected, "seed %d" % SEED, process.returncode, err)
            if kills > kills_before:
                chains += 1
            else:
                patience /= 2  # the machine has become faster
        expect(2 * chains >= promise.tried, "hardly a chain had a kill: %d of %d" % (chains, promise.tried))


main()
