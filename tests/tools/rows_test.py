# SPDX-License-Identifier: Apache-2.0
"""bench/rows.py, which all measurements share: rows, facts, order, agreement, going on, and the picture."""
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from support import *

SCRIPT = """
import sys
sys.path.insert(0, %r)
from rows import Bench, Skip
bench = Bench("doc", title="A title with_signs {and} braces")
bench.parser.add_argument("--fail-at", type=int, default=0)
bench.parser.add_argument("--drift", action="store_true")
options = bench.parse()
count = 0
def measure(seconds):
    global count
    count += 1
    print("measured", seconds)
    if count == options.fail_at:
        sys.exit("broken off")
    return {"seconds": seconds + count / 100, "nodes": count if options.drift else 7}
def absent():
    raise Skip("there is none")
bench.case("slow", lambda: measure(2.0), series="a")
bench.case("fast", lambda: measure(1.0), series="b", against=("slow", "a"))
bench.case("absent", absent)
bench.run(same=["nodes"])
""" % str(ROOT / "bench")


def measure(folder, *options):
    script = folder.write("some.py", SCRIPT)
    done = subprocess.run([sys.executable, script, "--program", PROGRAM, "--out", folder.path, *options], capture_output=True, text=True)
    return Result(done)


def rows_in(folder):
    with open(os.path.join(folder.path, "some.csv"), newline="") as file:
        return list(csv.DictReader(file))


@test
def rows():
    "every run is a row with the facts of the machine; cases take turns; the table gives median, spread and ratio"
    with Folder() as folder:
        result = measure(folder, "--repeat", "3")
        expect_code(result, 0)
        words = [line for line in result.out.splitlines() if line.startswith("measured")]
        expect(words == ["measured %s" % s for s in (2.0, 1.0, 1.0, 2.0, 2.0, 1.0)], words)
        found = rows_in(folder)
        expect([(r["case"], r["run"], r["nodes"]) for r in found] == [(c, r, "7") for c in ("slow", "fast") for r in "123"], found)
        info = run("info", "--json").json()[0]
        for row in found:
            expect(row["revision"] == str(info["revision"] or "") and row["compiler"] == info["compiler"] and row["flags"] == info["flags"], row)
            expect(float(row["load"]) >= 0 and row["processors"] == str(info["processors"]), row)
        line = next(line for line in result.out.splitlines() if line.startswith("fast, b"))
        ratios = sorted([2.01 / 1.02, 2.04 / 1.03, 2.05 / 1.06])
        expect("1.03 s" in line and "1.02 s to 1.06 s" in line and "%.2f" % ratios[1] in line, line)
        expect("absent is left out: there is none" in result.err, result)
        expect("text" in (pathlib.Path(folder.path) / "some.svg").read_text())


@test
def going_on():
    "what was measured before a break is kept and not measured again; a table is whole or not there"
    with Folder() as folder:
        expect(measure(folder, "--repeat", "2", "--fail-at", "3").code != 0)
        expect(not os.path.exists(os.path.join(folder.path, "some.csv")))
        result = measure(folder, "--repeat", "2", "--resume")
        expect_code(result, 0)
        expect(result.out.count("measured") == 2 and len(rows_in(folder)) == 4, result)
        before = (pathlib.Path(folder.path) / "some.svg").read_bytes()
        os.remove(os.path.join(folder.path, "some.svg"))
        result = measure(folder, "--redraw")
        expect("measured" not in result.out and before == (pathlib.Path(folder.path) / "some.svg").read_bytes(), result)


@test
def agreement():
    "runs of one case whose answers differ are no measurement"
    with Folder() as folder:
        result = measure(folder, "--repeat", "2", "--drift")
        expect(result.code == 1 and "nodes is" in result.err, result)


@test
def list_of_tables():
    "bench/run refuses unknown tables and options, and names those there are"
    done = subprocess.run([str(ROOT / "bench" / "run"), "--redraw", "nonsense"], capture_output=True, text=True)
    expect(done.returncode == 2 and "idastar-manhattan" in done.stderr, done)
    done = subprocess.run([str(ROOT / "bench" / "run"), "--nonsense"], capture_output=True, text=True)
    expect(done.returncode == 2 and "--redraw" in done.stderr, done)


main()
