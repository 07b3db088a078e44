# SPDX-License-Identifier: Apache-2.0
"""scale_test.py MPIRUN TESSERA-MPI TESSERA: tessera scale over ranks x threads, and what it says when that cannot be."""
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

mpirun, _, program = sys.argv[1:4]
QUICK = ["--set", "korf100:12", "--heuristic", "manhattan", "--probe", "0", "--quiet"]


def starter(folder, *more):
    """A directory whose mpirun is the one that this build belongs to; words in `more` are added to every command."""
    os.makedirs(folder)
    path = os.path.join(folder, "mpirun")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexec %s \"$@\" %s\n" % (shlex.quote(shutil.which(mpirun)), " ".join(more)))
    os.chmod(path, 0o755)
    return folder


def scale(out, *words, path, what=program):
    return subprocess.run([what, "scale", *QUICK, "--out", out, *words], capture_output=True, text=True, timeout=200,
                          env=dict(os.environ, PATH=path + os.pathsep + os.environ["PATH"]))


def read(out):
    with open(os.path.join(out, "scale.json"), encoding="utf-8") as file:
        return json.load(file)


def check_measurement(folder):
    out = os.path.join(folder, "out")
    words = ["--algorithm", "idastar,hdastar", "--threads", "1,2", "--ranks", "1,2", "--repeat", "2"]
    path = starter(os.path.join(folder, "bin"))
    result = scale(out, *words, path=path)
    assert result.returncode == 0, result
    data = read(out)
    assert data["complete"]
    runs = [(r["algorithm"], r.get("ranks", 1), r["threads"], r["repeat"]) for r in data["runs"]]
    wanted = {(algorithm, ranks, ranks * threads, repeat) for algorithm in ("idastar", "hdastar") for ranks in (1, 2)
              for threads in (1, 2) for repeat in (1, 2)}
    assert len(runs) == len(wanted) and set(runs) == wanted, runs
    for run in data["runs"]:
        assert run["boards"] == 1 and run["length"] == 45 and run["seconds"] > 0, run
        assert run["generated"] >= run["expanded"] > 0 and run["peak_bytes"] > 1 << 20, run
        assert run["balance"] > 0.999, run  # the busiest worker has its share; the start was made by none of them
        assert (run["sent"] > 0) == (run["algorithm"] == "hdastar" and run["threads"] > 1), run
    # Every speedup is held against one thread of one process.
    for row in data["summary"]:
        one = next(r for r in data["summary"] if r["algorithm"] == row["algorithm"] and r["threads"] == 1)
        least, most = one["seconds_least"] / row["seconds_most"], one["seconds_most"] / row["seconds_least"]
        assert least - 1e-9 <= row["speedup"] <= most + 1e-9, (row, one)
        assert abs(row["efficiency"] * row["threads"] - row["speedup"]) < 1e-9, row
    for name in ("idastar", "hdastar"):
        assert "%s manhattan in 2 processes" % name in result.stdout, result.stdout
    # Two ranks of one thread and one rank of two are two rows, not one; and a complete measurement is not run again.
    before = data["runs"]
    assert scale(out, *words, "--resume", path=path).returncode == 0 and read(out)["runs"] == before
    print("ranks x threads: %d runs, the same lengths in all of them" % len(runs))


def check_refusals(folder):
    words = ["--threads", "1", "--ranks", "2", "--repeat", "1"]
    path = starter(os.path.join(folder, "short"), "--nodes", "1000")
    result = scale(os.path.join(folder, "limit"), *words, path=path)
    assert result.returncode == 23 and "board 12 was not solved" in result.stderr, result
    lonely = os.path.join(folder, "lonely")
    shutil.copy(program, lonely)
    result = scale(os.path.join(folder, "none"), *words, path=path, what=lonely)
    assert result.returncode == 35 and "no tessera-mpi beside" in result.stderr, result
    broken = os.path.join(folder, "broken")
    os.makedirs(broken)
    with open(os.path.join(broken, "mpirun"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexit 7\n")
    os.chmod(os.path.join(broken, "mpirun"), 0o755)
    result = scale(os.path.join(folder, "failed"), *words, path=broken)
    assert result.returncode == 35 and "mpirun failed with exit status 7" in result.stderr, result
    print("a limit, no tessera-mpi and a failing mpirun are told apart")


with tempfile.TemporaryDirectory() as place:
    check_measurement(place)
    check_refusals(place)
