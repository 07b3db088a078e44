# SPDX-License-Identifier: Apache-2.0
"""tessera pdb: build, list, info, verify, remove; what is said and what is left on disk."""
import ctypes
import ctypes.util
import time

from support import *

XXHASH = ctypes.CDLL(ctypes.util.find_library("xxhash")) if ctypes.util.find_library("xxhash") else None

# The checksums of the entries: a table is a function of its pattern, whatever built it.  To renew after a change of
# format or numbering: tessera pdb build NAME --json, and verify.
GOLDEN = {
    "4-4": ["213fc7420e1ca2d6d6fc9729500663c2", "4bc539fdd1b1bec0ec94f84a5943d823"],
    "5-3": ["49c1fb658f034e5f1628c6a3a21d3ab3", "bdd20f8d42cb908a820bbddfc2b66a39"],
    "6-6-3": ["d52970544d5767fe9f562bbb2ce0b951", "8ffb018d213e0b3a4fa176096fd99dab", "4e566807652f303053467d6f9b1a1de5"],
    "5-5-5": ["edbce832e8aa00a2c13778bbd3a4107d", "906368c984db70f5e34e51304ef53a99", "63c718ef47733a8d8441bbf588f13c29"],
}


class Hash128(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def xxh3(data):
    XXHASH.XXH3_128bits.restype = Hash128
    XXHASH.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    hash = XXHASH.XXH3_128bits(data, len(data))
    return hash.high.to_bytes(8, "big") + hash.low.to_bytes(8, "big")


def forge(path, offset, value):
    """Changes a byte of the entries and makes the checksums right again, as somebody who knows the format can."""
    data = bytearray(open(path, "rb").read())
    data[128 + offset] = value(data[128 + offset])
    data[80:96] = xxh3(b"".join(xxh3(bytes(data[i:i + (4 << 20)])) for i in range(128, len(data), 4 << 20)))
    data[112:128] = xxh3(bytes(data[:112]))
    open(path, "wb").write(data)


@test
def golden():
    "tables have the same bytes for every number of threads, and always the same"
    for name, sums in GOLDEN.items():
        for threads in ("1", "2", "7"):
            with Cache() as c:
                result = c.run("pdb", "build", name, "--threads", threads, "--json")
                expect_code(result, 0)
                expect([t["checksum"] for t in result.json()] == sums, name, threads, result)


@test
def build():
    "build tells size and time before, writes the tables, and the second time has nothing to do"
    with Cache() as c:
        result = c.run("pdb", "build", "5-5-5", "--json", "--threads", "2")
        expect_code(result, 0)
        tables = result.json()
        expect(len(tables) == 3, result)
        for table in tables:
            for field in ("name", "entries", "states", "depth", "mean", "seconds", "threads", "peak_bytes", "file_bytes", "checksum"):
                expect(field in table, field, table)
            expect(table["name"] == "5-5-5" and table["entries"] == 524160 and table["threads"] == 2, table)
            expect(table["file_bytes"] == 128 + 524160 // 2 == os.path.getsize(table["file"]), table)
        expect("1,572,480 entries" in result.err and "about" in result.err, result)
        expect(len(c.files()) == 3, c.files())
        again = c.run("pdb", "build", "5-5-5", "--json")
        expect_code(again, 0)
        expect([t["built"] for t in again.json()] == [False] * 3 and again.err == "", again)
        expect([t["checksum"] for t in again.json()] == [t["checksum"] for t in tables], again)
        forced = c.run("pdb", "build", "5-5-5", "--json", "--force")
        expect([t["built"] for t in forced.json()] == [True] * 3, forced)


@test
def known_values():
    "states, depth and mean of the seven-tile pattern are the known ones"
    with Cache() as c:
        result = c.run("pdb", "build", "--size", "4x4", "--goal", " ".join(map(str, range(16))), "--patterns", "1,2,3,4,5,6,7", "--json")
        expect_code(result, 0)
        [table] = result.json()
        expect((table["entries"], table["states"], table["depth"]) == (57657600, 139849920, 34), table)
        expect(abs(table["mean"] - 20.9122) < 5e-5, table)


@test
def goals():
    "goals that differ by labels and symmetry share their tables"
    with Cache() as c:
        expect_code(c.run("pdb", "build", "4-4"), 0)
        for goal in ("0 1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 0", "6 7 0 3 4 5 8 1 2"):
            result = c.run("pdb", "build", "4-4", "--goal", goal, "--json")
            expect([t["built"] for t in result.json()] == [False, False], result)
        result = c.run("pdb", "build", "4-4", "--goal", "1 2 3 8 0 4 7 6 5", "--json")
        expect([t["built"] for t in result.json()] == [True, True], result)


@test
def elsewhere():
    "--out takes a directory, or a file for a single table, and replaces nothing unasked"
    with Cache() as c:
        out = os.path.join(c.path, "out")
        os.mkdir(out)
        expect_code(c.run("pdb", "build", "4-4", "--out", out), 0)
        expect(len(os.listdir(out)) == 2 and c.files() == [], os.listdir(out))
        expect_complaint(c.run("pdb", "build", "4-4", "--out", out), 2, "--force")
        expect_code(c.run("pdb", "build", "4-4", "--out", out, "--force"), 0)
        single = os.path.join(c.path, "single.pdb")
        expect_complaint(c.run("pdb", "build", "4-4", "--out", single), 2, "2 tables", "directory")
        expect_code(c.run("pdb", "build", "--size", "3x3", "--patterns", "1,2,3", "--out", single), 0)
        expect_code(c.run("pdb", "verify", single), 0)
        expect_complaint(c.run("pdb", "build", "--size", "3x3", "--patterns", "1,2,3", "--out", c.path + "/missing/x.pdb", "-q"), 35, "missing")


@test
def listing():
    "list shows every partition with picture and size, and what is cached"
    with Cache() as c:
        expect_code(c.run("pdb", "build", "4-4"), 0)
        expect_code(c.run("pdb", "build", "--size", "3x3", "--patterns", "1,5"), 0)
        result = c.run("pdb", "list")
        expect_code(result, 0)
        for name in ("5-5-5", "6-6-3", "7-8", "9-6", "4-4", "5-3", "6-6-6-6"):
            expect("\n" + name in "\n" + result.out, name, result)
        expect(". a a" in result.out and "2 tiles" in result.out and c.cache in result.out, result)
        rows = {row["name"]: row for row in c.run("pdb", "list", "--json").json()}
        expect(rows["4-4"]["cached"] and not rows["7-8"]["cached"] and rows["7-8"]["bytes"] > 288e6, rows)


@test
def information():
    "info says what a file is, from its header alone"
    with Cache() as c:
        expect_complaint(c.run("pdb", "info", "4-4"), 35, "tessera pdb build 4-4")
        expect_code(c.run("pdb", "build", "4-4"), 0)
        result = c.run("pdb", "info", "4-4")
        expect_code(result, 0)
        expect(result.out.count("pattern database") == 2 and "3x3" in result.out, result)
        [row] = c.run("pdb", "info", c.file(), "--json").json()
        expect(row["entries"] == 3024 and row["file"] == c.file(), row)
        expect_complaint(c.run("pdb", "info", "./no.pdb"), 35, "No such file")


@test
def refusals():
    "damaged, cut and foreign files are refused with 33 in one sentence, whatever is asked"
    with Cache() as c:
        expect_code(c.run("pdb", "build", "4-4"), 0)
        good = open(c.file(), "rb").read()
        bad = os.path.join(c.path, "bad.pdb")
        for what, data in {"empty": b"", "header only": good[:128], "cut": good[:-1], "long": good + b"x", "text": b"hello " * 100,
                           "flipped header": good[:30] + bytes([good[30] ^ 1]) + good[31:]}.items():
            open(bad, "wb").write(data)
            for command in ("info", "verify"):
                result = c.run("pdb", command, bad)
                expect_complaint(result, 33, bad)
        open(bad, "wb").write(good[:900] + bytes([good[900] ^ 16]) + good[901:])
        expect_code(c.run("pdb", "info", bad), 0)  # looks at the header alone
        expect_complaint(c.run("pdb", "verify", bad), 33, "checksum")
        with open(bad, "wb") as file:
            file.truncate(1 << 40)
        expect_complaint(c.run("pdb", "verify", bad), 33)


@test
def forgeries():
    "tables with one wrong entry and right checksums are found out by verify, and only by it"
    if XXHASH is None:
        raise Skipped("no libxxhash to forge checksums with; tests/pdb/verify_test.cpp has its own")
    with Cache() as c:
        expect_code(c.run("pdb", "build", "4-4"), 0)
        expect_code(c.run("pdb", "verify", "4-4"), 0)
        good = open(c.file(), "rb").read()
        for n in range(20):
            open(c.file(), "wb").write(good)
            forge(c.file(), (n * 79) % (len(good) - 128), lambda byte: byte + 1)
            expect_code(c.run("pdb", "info", c.file()), 0)
            result = c.run("pdb", "verify", c.file())
            expect_complaint(result, 33, "wrong table", "entry ")
            [row] = c.run("pdb", "verify", c.file(), "--json").json()
            expect(row["right"] is False and row["fault"], row)


@test
def removal():
    "remove takes tables out of the cache, and nothing else"
    with Cache() as c:
        expect_code(c.run("pdb", "build", "4-4"), 0)
        expect_code(c.run("pdb", "build", "5-3"), 0)
        open(os.path.join(c.cache, "notes.txt"), "w").write("mine")
        result = c.run("pdb", "remove", "4-4")
        expect(result.code == 0 and "2 tables removed" in result.out, result)
        expect("0 tables removed" in c.run("pdb", "remove", "4-4").out)
        expect("2 tables removed" in c.run("pdb", "remove", "--all").out)
        expect(c.files() == ["notes.txt"], c.files())


@test
def usage():
    "wrong names and options are told with the nearest right one"
    with Cache() as c:
        expect_complaint(c.run("pdb", "build"), 2, "7-8")
        expect_complaint(c.run("pdb", "build", "7-9"), 2, "'7-9'", "did you mean")
        expect_complaint(c.run("pdb", "build", "--patterns", "1,1"), 2, "twice")
        expect_complaint(c.run("pdb", "build", "--patterns", "1,99"), 2, "tiles 1 to 15")
        expect_complaint(c.run("pdb", "build", "7-8", "--size", "3x3"), 2, "7-8")
        expect_complaint(c.run("pdb", "buidl", "7-8"), 2)
        for help in (["pdb", "--help"], ["pdb", "build", "--help"], ["pdb", "verify", "--help"]):
            result = c.run(*help)
            expect(result.code == 0 and "Examples" in result.out, result)


@test
def names_stay_inside():
    "no name leads out of the cache"
    with Cache() as c:
        for name in ("../x", "/etc/passwd", "..", "7-8/../../x", "a\nb", "x" * 4096, "1,2/../3", "./7-8", "%2e%2e"):
            result = c.run("pdb", "build", name)
            expect(result.code == 2 and len(result.err.splitlines()) == 1, name, result)
            expect_code(c.run("pdb", "remove", name), 2)
        expect(os.listdir(c.path) in ([], ["cache"]) and c.files() == [], os.listdir(c.path))


@test
def interrupted():
    "SIGINT ends a build within a second and leaves no half file"
    with Cache() as c:
        process = subprocess.Popen([PROGRAM, "pdb", "build", "9-6", "--threads", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, **c.env}, preexec_fn=default_signals)
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        patiently(process, 60)
        expect(process.returncode == -signal.SIGINT, process.returncode)
        print("        stopped after %.2f s" % (time.monotonic() - begin))
        expect(c.files() == [], c.files())


@test
def mirror_by_name():
    "+mirror says what is the default, -nomirror the opposite; a goal without mirror image refuses +mirror"
    with Cache() as c:
        board = "8 6 7 2 5 4 3 0 1"
        runs = {}
        for name in ("pdb:4-4", "pdb:4-4+mirror", "pdb:4-4-nomirror"):
            result = c.run("solve", board, "--heuristic", name, "--threads", "1", "--json")
            expect_code(result, 0)
            expect(result.json()[0]["length"] == 31, result)
            runs[name] = result.json()[0]["generated"]
        expect(runs["pdb:4-4"] == runs["pdb:4-4+mirror"] < runs["pdb:4-4-nomirror"], runs)
        result = c.run("solve", "1 2 3 4 5 6 7 8 9 10 0 11", "--size", "3x4", "--heuristic", "pdb:1,2,3/4,5+mirror")
        expect(result.code == 2 and "mirror" in result.err and len(result.err.splitlines()) == 1, result)


@test
def automatic_prefers_the_stronger_sum():
    "the named partitions of a board are listed with the strongest first, which is what auto takes"
    with Cache() as c:
        names = [entry["name"] for entry in c.run("pdb", "list", "--size", "4x4", "--json").json()]
        expect(names == ["7-8", "9-6", "6-6-3", "5-5-5"], names)


@test
def automatic_makes_no_table_for_nothing():
    "a board that cannot be solved is told so before a table is built for it"
    with Cache() as c:
        result = c.run("solve", "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "--json")
        expect_code(result, 11)
        expect(c.files() == [], c.files())
        [answer] = c.run("solve", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", "--json").json()
        expect(answer["heuristic"].startswith("pdb:") and c.files(), answer)


main()
