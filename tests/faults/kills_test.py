# SPDX-License-Identifier: Apache-2.0
"""A build of tables killed at any time leaves whole files or none, and the next run is right."""
import random
import time

from support import *

BUILD = ["pdb", "build", "5-5-5", "--threads", "2", "--force", "-q"]


@test
def killed_at_random_times():
    "a build of 5-5-5 killed at a random time: whole files, and the next build is tidy"
    dice = random.Random(20)
    with Cache() as c, Promise("R10", "kills at random times of a build of 5-5-5") as promise:
        begin = time.monotonic()
        expect_code(c.run(*BUILD), 0)
        lasts = time.monotonic() - begin
        good = {name: data for name, data in c.contents().items() if name.endswith(".pdb")}
        for round in range(tries(500, 8)):
            if round % 2:  # half of them into an empty cache
                for name in c.files():
                    os.remove(os.path.join(c.cache, name))
            process = subprocess.Popen([PROGRAM, *BUILD], env={**os.environ, **c.env}, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(dice.random() * lasts)
            process.kill()
            process.wait()
            whole = all(good.get(name) == data for name, data in c.contents().items()
                        if name.endswith(".pdb") and not name.startswith("."))
            promise.kept(whole, "half a file after kill", round, c.files())
            if round % 10 == 9:
                expect_code(c.run(*BUILD), 0)
                left = {name: data for name, data in c.contents().items() if not name.endswith(".lock")}
                promise.kept(left == good, "not tidy", sorted(left))
        expect_code(c.run(*BUILD), 0)
        promise.kept({n: d for n, d in c.contents().items() if not n.endswith(".lock")} == good, c.files())


main()
