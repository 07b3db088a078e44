# SPDX-License-Identifier: Apache-2.0
"""Tables that stay in their files (--pdb-map): the same answers, and one sentence when a file goes away."""
import time

from support import *

LONG = ["solve", "--set", "hardest80:1", "--heuristic", "pdb:5-5-5", "--pdb-map"]
SHORT = ["solve", "--set", "korf100:1-3", "--heuristic", "pdb:5-5-5", "--json"]
LENGTHS = [57, 55, 59]


class DiskCache(Cache):
    """Beside the program, on a real disk: file systems in memory may treat a mapped file in another way."""

    def __enter__(self):
        super().__enter__()
        self.disk = tempfile.TemporaryDirectory(dir=os.path.dirname(PROGRAM))
        self.cache = os.path.join(self.disk.name, "cache")
        self.env = {"TESSERA_CACHE": self.cache}
        expect_code(self.run("pdb", "build", "5-5-5", "-q"), 0)
        return self

    def __exit__(self, *more):
        self.disk.cleanup()
        super().__exit__(*more)

    def tables(self):
        return [os.path.join(self.cache, name) for name in self.files() if name.endswith(".pdb")]

    def start(self, *arguments):
        """A run that has mapped all tables."""
        process = subprocess.Popen([PROGRAM, *arguments], env={**os.environ, **self.env}, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=default_signals)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            with open("/proc/%d/maps" % process.pid) as maps:
                if len([line for line in maps if ".pdb" in line]) == len(self.tables()):
                    return process
        process.kill()
        raise AssertionError("the tables were not mapped", process.communicate())


@test
def same_answers():
    "mapped tables give the same answers with the same counts"
    with DiskCache() as c:
        read, mapped = c.run(*SHORT, "--threads", "1"), c.run(*SHORT, "--threads", "1", "--pdb-map")
        expect_code(mapped, 0)
        for one, other in zip(read.json(), mapped.json(), strict=True):
            expect(one["length"] == other["length"] and one["expanded"] == other["expanded"], one, other)
        expect([answer["length"] for answer in mapped.json()] == LENGTHS, mapped)


@test
def damaged():
    "a damaged table is not used when it is mapped, either"
    with DiskCache() as c:
        path = c.tables()[1]
        good = open(path, "rb").read()
        for at in (130, len(good) // 2, len(good) - 1):
            with open(path, "wb") as file:
                file.write(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
            result = c.run(*SHORT, "--pdb-map")
            expect(result.code == 0 and [answer["length"] for answer in result.json()] == LENGTHS, result)
            expect(len(result.err.splitlines()) == 1 and "checksum" in result.err, result)
            expect(open(path, "rb").read() == good, "not replaced")


@test
def cut_short():
    "a mapped table that is cut short ends the run with 35 and one sentence"
    with DiskCache() as c, Promise("R15", "mapped tables cut short while a search runs") as promise:
        for round in range(tries(50, 3)):
            path = c.tables()[round % 3]
            good = open(path, "rb").read()
            process = c.start(*LONG, "--threads", str(1 + round % 2))
            time.sleep(0.02 * (round % 7))
            os.truncate(path, (0, 128, 4096)[round % 3])
            out, err = patiently(process, 60)
            lines = err.decode().splitlines()
            promise.kept(process.returncode == 35 and len(lines) == 1 and "cut short" in lines[0] and out == b"",
                         process.returncode, out, err)
            with open(path, "wb") as file:
                file.write(good)


@test
def removed():
    "a mapped table that is removed or replaced meanwhile is still used as it was"
    with DiskCache() as c, Promise("R15", "mapped tables removed while a search runs") as promise:
        for round in range(tries(50, 3)):
            process = c.start(*SHORT, "--pdb-map")
            for path in c.tables():
                os.remove(path)
            if round % 2:
                expect_code(c.run("pdb", "build", "5-5-5", "-q"), 0)
            out, err = patiently(process, 60)
            lengths = [json.loads(line)["length"] for line in out.splitlines()]
            promise.kept(process.returncode == 0 and lengths == LENGTHS and err == b"", process.returncode, lengths, err)
            expect_code(c.run("pdb", "build", "5-5-5", "-q"), 0)


main()
