# SPDX-License-Identifier: Apache-2.0
"""--checkpoint and --resume: what was saved is gone on with, and what does not fit is refused.  Runs that are killed
again and again have a test of their own, tests/faults/chains_test.py."""
import time

from support import *

BOARDS = ["--set", "korf100:19,30,48,13", "--heuristic", "manhattan", "--json", "--checkpoint-every", "1ms"]


def counts(answers):
    """What must not depend on kills or threads: answers, and the nodes of completed rounds."""
    return [(a["id"], a["status"], a["length"],
             [(r["bound"], r["expanded"], r["generated"]) for r in a["iterations"] if r["completed"]]) for a in answers]


def plain():
    result = run("solve", *BOARDS, "-j", "1")
    expect_code(result, 0)
    return counts(result.json())


@test
def interrupted_run():
    "a run ended by SIGINT is saved at once and goes on where it stopped"
    with Folder() as folder:
        path = os.path.join(folder.path, "run.ckpt")
        arguments = ["solve", "--set", "korf100:1", "--heuristic", "manhattan", "--json", "--checkpoint", path, "-j", "1"]
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, preexec_fn=default_signals)
        while not os.path.exists(path) and process.poll() is None:
            time.sleep(0.01)
        time.sleep(0.03)  # most likely the search has begun now; a run that is ended before has no answer
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        before = json.loads(out or b'{"status": "interrupted", "seconds": 0}')
        if before["status"] == "interrupted":
            again = run(*arguments, "--resume").json()[0]
            expect(again["status"] == "solved" and again["generated"] == 276361933, again)
            expect(again["seconds"] > before["seconds"], before, again)


@test
def finished_run():
    "a finished run that is resumed only tells its answers again"
    with Folder() as folder:
        path = os.path.join(folder.path, "run.ckpt")
        first = run("solve", *BOARDS, "--checkpoint", path)
        expect_code(first, 0)
        again = run("solve", *BOARDS, "--checkpoint", path, "--resume", "-j", "1")
        expect_code(again, 0)
        expect(counts(first.json()) == counts(again.json()), first, again)
        expect([a["moves"] for a in first.json()] == [a["moves"] for a in again.json()])


@test
def limited_run():
    "a run that a limit ended goes on from there, with pattern databases too, and side by side or not"
    for heuristic in ("manhattan", "pdb:5-5-5"):
        search = ["solve", "--set", "korf100:2,5,12", "--heuristic", heuristic, "--json"]
        expected = counts(run(*search, "-j", "1").json())
        for split in ("boards", "tree"):
            with Folder() as folder:
                saved = [*search, "--checkpoint", os.path.join(folder.path, "run.ckpt"), "--split", split]
                expect_code(run(*saved, "--nodes", "50k", "-j", "4", "--oversubscribe"), 23)
                result = run(*saved, "--resume", "-j", "2")
                expect_code(result, 0)
                expect(counts(result.json()) == expected, heuristic, split, expected, result)


@test
def torn_record():
    "of a file that ends in the middle of a record, the whole records are used"
    expected = plain()
    with Folder() as folder:
        path = os.path.join(folder.path, "run.ckpt")
        expect_code(run("solve", *BOARDS, "--checkpoint", path, "--nodes", "300k"), 23)
        data = open(path, "rb").read()
        for missing in (1, 17, 200):
            torn = folder.write("torn%d.ckpt" % missing, data[:-missing])
            result = run("solve", *BOARDS, "--checkpoint", torn, "--resume", "-j", "2")
            expect_code(result, 0)
            expect(counts(result.json()) == expected, missing, result)


@test
def refused():
    "what does not fit is refused: an old file without --resume, another run's, a damaged one, another algorithm's"
    with Folder() as folder:
        path = os.path.join(folder.path, "run.ckpt")
        expect_code(run("solve", *BOARDS, "--checkpoint", path), 0)
        expect_complaint(run("solve", *BOARDS, "--checkpoint", path), 2, "--resume")
        expect_complaint(run("solve", *BOARDS, "--resume"), 2, "--checkpoint")
        other = run("solve", "--set", "korf100:42", "-H", "manhattan", "--checkpoint", path, "--resume")
        expect(other.code == 33 and "another run" in other.err, other)
        algorithm = run("solve", EASY, "-a", "astar", "--checkpoint", os.path.join(folder.path, "new.ckpt"))
        expect(algorithm.code == 34 and "idastar" in algorithm.err, algorithm)
        data = bytearray(open(path, "rb").read())
        data[len(data) // 3] ^= 4
        expect_complaint(run("solve", *BOARDS, "--checkpoint", folder.write("bad.ckpt", bytes(data)), "--resume"), 33, "damaged")
        expect_complaint(run("solve", *BOARDS, "--checkpoint", folder.write("text.ckpt", "hello\n"), "--resume"), 33, "not a checkpoint")
        expect_complaint(run("solve", *BOARDS, "--checkpoint", os.path.join(folder.path, "no", "x")), 35, "checkpoint")


main()
