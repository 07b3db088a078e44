# SPDX-License-Identifier: Apache-2.0
"""A program that is not tuned for one machine runs on the oldest x86-64 processor, and gives the same answers there.

Needs QEMU's user mode (Debian: qemu-user); without it every test here is skipped, and ctest shows it."""
from support import *

OLD = {
    "qemu64": "nothing beyond SSE3",
    "Nehalem": "SSE4.2 and POPCNT, but neither AVX nor BMI2",
}
# What must not depend on the processor.
KEPT = ("kind", "id", "status", "length", "moves", "expanded", "generated", "stored", "duplicates", "largest_queue",
        "entries", "states", "depth", "mean", "file_bytes", "checksum", "right")


def on(processor, cache, *arguments):
    """Run on such a processor, or on the one that is here."""
    needs("qemu-x86_64")
    command = ["qemu-x86_64", "-cpu", processor] if processor else []
    done = subprocess.Popen([*command, PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**os.environ, "TESSERA_CACHE": os.path.join(cache, processor or "here")})
    out, err = patiently(done, 600)
    expect(done.returncode == 0, processor, arguments, done.returncode, err.decode())
    return [{name: row[name] for name in KEPT if name in row} for row in map(json.loads, out.splitlines())]


def same_everywhere(*commands):
    with Folder() as folder:
        here = [on(None, folder.path, *command) for command in commands]
        for processor, has in OLD.items():
            for command, expected in zip(commands, here):
                seen = on(processor, folder.path, *command)
                expect(seen == expected, "%s (%s)" % (processor, has), command, seen, expected)


@test
def tables():
    "tables have the same bytes, and are proved"
    same_everywhere(["pdb", "build", "5-5-5", "--json", "-q", "-j", "2"], ["pdb", "verify", "5-5-5", "--json", "-q", "-j", "2"])


@test
def searches():
    "searches count the same nodes"
    boards = ["--set", "korf100:12,42,55", "--json", "-j", "1"]
    same_everywhere(["pdb", "build", "5-5-5", "--json", "-q", "-j", "2"],
                    ["solve", *boards, "-H", "pdb:5-5-5"],
                    ["solve", *boards, "-H", "manhattan"],
                    ["solve", *boards, "-H", "linear-conflict", "-a", "astar"],
                    ["solve", *boards, "-H", "manhattan", "-a", "hdastar"])


@test
def control():
    "the test can fail: a program for this machine alone is noticed where the machine has more"
    needs("qemu-x86_64", "c++")
    if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text():
        raise Skipped("this processor is an old one itself")
    with Folder() as folder:
        source = folder.write("new.cpp", "#include <immintrin.h>\nint main(int n, char**) { return _mm256_movemask_epi8(_mm256_set1_epi8(char(n))); }\n")
        program = os.path.join(folder.path, "new")
        subprocess.run(["c++", "-mavx2", source, "-o", program], check=True)
        expect(subprocess.run([program]).returncode == 0, "here")
        expect(subprocess.run(["qemu-x86_64", "-cpu", "qemu64", program]).returncode == -signal.SIGILL, "there")


main()
