# SPDX-License-Identifier: Apache-2.0
"""What the measurements of bench/ share: cases in turn, a row per run, machine facts, a table for people, a picture.

A measurement is a script of a few lines, and one line in bench/run:

    #!/usr/bin/env python3
    "bench/build.py: how long tables take to build."
    from rows import Bench

    bench = Bench(__doc__, title="Building pattern databases", unit="s")

    def build(threads):
        tables = bench.json("pdb", "build", "5-5-5", "--force", "--json", "--threads", str(threads))
        return {"seconds": sum(t["seconds"] for t in tables), "states": sum(t["states"] for t in tables)}

    for threads in (1, 2):
        bench.case("5-5-5, %d threads" % threads, lambda n=threads: build(n), against="5-5-5, 1 threads")
    bench.run(same=["states"])

`bench/build.py` then writes bench/results/build.csv (a row per run) and build.svg (median and spread per case).  All
scripts take the same options: --program, --repeat, --out, --quick, --redraw, --resume; add more to bench.parser and
call bench.parse() before the first case.

 * Cases run in turn, repeat by repeat, each repeat beginning with another case: what changes slowly on the machine meets
   all of them alike.  A ratio is the median over the repeats of the ratio within one repeat.
 * A case is a function that returns the measured values by name.  The value that is drawn comes first in the tables;
   it is "seconds" unless Bench(value=...) names another.  A function that cannot measure here raises Skip(reason).
 * bench.run(same=[...]) names values that all runs of one case must share: answers agree before times are compared.
 * Every row carries revision, compiler, flags, processor, memory, huge pages, governor and load; no names of host or user.
 * A run that is broken off keeps its rows in NAME.csv.part; --resume goes on from there if the program is the same one.
"""
import argparse
import csv
import json
import mmap
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FACTS = ["revision", "compiler", "flags", "system", "cpu", "processors", "memory_bytes", "transparent_huge_pages", "governor"]
COLOURS = ["#0f7c86", "#e4572e", "#5b6bc0", "#b58900", "#7a4fa3", "#626a78"]


class Skip(Exception):
    """This case cannot be measured here, and why."""


def show(value, unit=""):
    """A number for people: three digits, with a unit."""
    if unit == "s":
        for factor, name in ((1, "s"), (1e3, "ms"), (1e6, "us")):
            if abs(value) * factor >= 1:
                return "%s %s" % (digits(value * factor), name)
        return "%s us" % digits(value * 1e6)
    for factor, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return "%s %s%s" % (digits(value / factor), name, unit)
    return "%s %s" % (digits(value), unit) if unit else digits(value)


def digits(value):
    return "%.0f" % value if abs(value) >= 100 else "%.1f" % value if abs(value) >= 10 else "%.2f" % value


def touch_memory(size):
    """Touches so many bytes and gives them back.  The host of a virtual machine may have to find a page when it is first
    touched, and that can take ten times longer than all the work; what was just given back stays with the machine for a
    moment.  Call it before a run that takes much memory, or the run after it has the advantage."""
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(mmap.MADV_HUGEPAGE)
        for page in range(0, size, mmap.PAGESIZE):
            memory[page] = 1


class Case:
    def __init__(self, name, series, measure, against):
        self.name, self.series, self.measure, self.against = name, series, measure, against

    def key(self):
        return (self.name, self.series)

    def title(self):
        return self.name + (", " + self.series if self.series else "")


class Bench:
    def __init__(self, description, title, value="seconds", unit="s", name=None):
        self.title, self.value, self.unit = title, value, unit
        self.name = name or pathlib.Path(sys.argv[0]).stem
        self.cases, self.options = [], None
        self.parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.parser.add_argument("--program", default=str(ROOT / "build" / "tessera"), help="tessera, the release build")
        self.parser.add_argument("--repeat", type=int, default=7, help="runs of each case (default 7)")
        self.parser.add_argument("--out", default=str(ROOT / "bench" / "results"), help="directory for the rows and the picture")
        self.parser.add_argument("--quick", action="store_true", help="small cases: to see that all of it works")
        self.parser.add_argument("--redraw", action="store_true", help="measure nothing; table and picture from the rows there are")
        self.parser.add_argument("--resume", action="store_true", help="go on with a measurement that was broken off")

    # ---- for the scripts -----------------------------------------------------------------------------------------

    def parse(self):
        """The options; called by the first use unless the script has called it."""
        if self.options is None:
            self.options = self.parser.parse_args()
            self.program = os.path.abspath(self.options.program)
            if not self.options.redraw and not os.access(self.program, os.X_OK):
                sys.exit("%s: there is no program %s; build it with tools/build, or name it with --program" % (self.name, self.program))
        return self.options

    @property
    def quick(self):
        return self.parse().quick

    def output(self, words, **more):
        """What a program prints; its failure ends the measurement."""
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
        if done.returncode != 0:
            sys.exit("%s: exit %d of %s\n%s" % (self.name, done.returncode, " ".join(map(str, words)), done.stderr))
        return done.stdout

    def json(self, *words, **more):
        """The objects that tessera prints with these words, one per line."""
        self.parse()
        return [json.loads(line) for line in self.output([self.program, *words], **more).splitlines()]

    def case(self, name, measure, series="", against=None):
        """One thing to measure.  `against`: the name of a case, or (name, series), that it is compared with."""
        if isinstance(against, str):
            against = (against, "")
        self.cases.append(Case(name, series, measure, against))

    def run(self, same=()):
        options = self.parse()
        directory = pathlib.Path(options.out)
        self.path = directory / (self.name + ".csv")
        if options.redraw:
            if not self.path.exists():
                sys.exit("%s: there are no rows to draw at %s" % (self.name, self.path))
            rows = read(self.path)
        else:
            directory.mkdir(parents=True, exist_ok=True)
            rows = self.measure_all(same)
        self.tell(rows)
        self.draw(rows)

    # ---- measuring -----------------------------------------------------------------------------------------------

    def measure_all(self, same):
        info = self.json("info", "--json")[0]
        facts = {name: info.get(name) for name in FACTS}
        load = os.getloadavg()[0]
        if load > 0.5:
            print("%s: beware: the load is %.1f, so others share the processors" % (self.name, load), file=sys.stderr)
        part = pathlib.Path(str(self.path) + ".part")
        rows = read(part) if self.options.resume and part.exists() else []
        if rows and (rows[0]["revision"] != str(facts["revision"]) or rows[0]["flags"] != str(facts["flags"])):
            sys.exit("%s: %s was begun by another build (%s); remove it to begin anew" % (self.name, part, rows[0]["revision"]))
        skipped = set()
        for repeat in range(1, self.options.repeat + 1):
            for i in range(len(self.cases)):
                case = self.cases[(i + repeat - 1) % len(self.cases)]
                if case.key() in skipped or any(key(row) == case.key() and row["run"] == str(repeat) for row in rows):
                    continue
                before = os.getloadavg()[0]
                try:
                    measured = case.measure()
                except Skip as reason:
                    print("%s: %s is left out: %s" % (self.name, case.title(), reason), file=sys.stderr)
                    skipped.add(case.key())
                    continue
                row = {"case": case.name, "series": case.series, "run": str(repeat)}
                row.update((name, text(value)) for name, value in measured.items())
                row.update((name, text(value)) for name, value in facts.items())
                row["load"] = "%.2f" % before
                for name in same:
                    for other in rows:
                        if key(other) == case.key() and other[name] != row[name]:
                            sys.exit("%s: %s: %s is %s in run %s and %s in run %d" % (
                                self.name, case.title(), name, other[name], other["run"], row[name], repeat))
                rows.append(row)
                write(part, rows)
                print("%s: run %d of %d: %s: %s" % (self.name, repeat, self.options.repeat, case.title(),
                                                    show(float(row[self.value]), self.unit)), file=sys.stderr)
        if not rows:
            sys.exit("%s: nothing was measured" % self.name)
        order = [case.key() for case in self.cases]
        rows.sort(key=lambda row: (order.index(key(row)) if key(row) in order else len(order), int(row["run"])))
        write(part, rows)
        os.replace(part, self.path)
        return rows

    # ---- showing -------------------------------------------------------------------------------------------------

    def values(self, rows, case):
        """Of a case (name, series): the drawn value by repeat."""
        return {row["run"]: float(row[self.value]) for row in rows if key(row) == case and row.get(self.value)}

    def groups(self, rows):
        """(name, series) and its values, in the order of the file."""
        keys = list(dict.fromkeys(key(row) for row in rows))
        return [(k, self.values(rows, k)) for k in keys if self.values(rows, k)]

    def tell(self, rows):
        against = {case.key(): case.against for case in self.cases}
        lines = [["", "runs", "median", "spread", "against", "ratio", "spread"]]
        for (name, series), values in self.groups(rows):
            line = [name + (", " + series if series else ""), str(len(values)), show(statistics.median(values.values()), self.unit),
                    "%s to %s" % (show(min(values.values()), self.unit), show(max(values.values()), self.unit))]
            other = against.get((name, series))
            base = self.values(rows, other) if other else {}
            ratios = [base[run] / values[run] for run in values if run in base]
            if ratios and other != (name, series):
                line += [", ".join(filter(None, other)), "%.2f" % statistics.median(ratios), "%.2f to %.2f" % (min(ratios), max(ratios))]
            lines.append(line + [""] * (7 - len(line)))
        widths = [max(len(line[i]) for line in lines) for i in range(7)]
        for line in lines:
            print("  ".join(word.ljust(width) if i in (0, 4) else word.rjust(width) for i, (word, width) in enumerate(zip(line, widths))).rstrip())

    def draw(self, rows):
        if not shutil.which("gnuplot"):
            print("%s: there is no gnuplot here to draw %s" % (self.name, self.path.with_suffix(".svg").name), file=sys.stderr)
            return
        with tempfile.NamedTemporaryFile("w", suffix=".gnuplot") as script:
            script.write(picture(self.title, self.unit, self.value, self.groups(rows), rows[0], self.path.with_suffix(".svg")))
            script.flush()
            self.output(["gnuplot", script.name])
        print("%s: wrote %s and %s" % (self.name, self.path.name, self.path.with_suffix(".svg").name), file=sys.stderr)


def key(row):
    return (row["case"], row["series"])


def text(value):
    return "" if value is None else "%.6f" % value if isinstance(value, float) else str(value)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, rows):
    """Values measured in some cases only get a column all the same."""
    tail = FACTS + ["load"]
    names = [name for name in dict.fromkeys(name for row in rows for name in row) if name not in tail] + tail
    with open(str(path) + ".new", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    os.replace(str(path) + ".new", path)


def quoted(words):
    """A string of gnuplot; signs that its enhanced text would read as commands stay themselves."""
    for sign in "\\_^{}@&~":
        words = words.replace(sign, "\\" + sign)
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def picture(title, unit, value, groups, facts, path):
    """A bar per case, as long as its median, with a whisker from the least to the greatest run; points on a logarithmic
    axis where bars would not be seen."""
    names = list(dict.fromkeys(series for (_, series), _ in groups))
    medians = [statistics.median(values.values()) for _, values in groups]
    wide = max(medians) > 60 * min(medians)
    # The bars of one case stand closer together, and its name stands beside their middle.
    places, at = [], 1.0
    for number, ((case, _), _) in enumerate(groups):
        at -= 0.68 if number > 0 and groups[number - 1][0][0] == case else 1.0
        places.append(at)
    tics = {case: [place for ((other, _), _), place in zip(groups, places) if other == case] for (case, _), _ in groups}
    lines = ['%g %g %g %g %d "%s"' % (place, middle, min(values.values()), max(values.values()), names.index(series), show(middle, unit))
             for ((_, series), values), middle, place in zip(groups, medians, places)]
    axis = "seconds" if value == "seconds" else value.replace("_", " ") + (", " + unit if unit else "")
    runs = len(groups[0][1])
    under = "%s; median of %d run%s, whiskers from least to greatest (%s, revision %s)" % (
        axis, runs, "" if runs == 1 else "s", facts["cpu"] or "unknown processor", facts["revision"] or "unknown")
    several = len(names) > 1
    height = 136 - 27 * places[-1] + 26 * several
    out = ["set terminal svg size 860,%d font 'DejaVu Sans,13' background 'white'" % height,
           "set output %s" % json.dumps(str(path)), "set encoding utf8",
           "set label 1 %s font ',17' at screen 0.5, screen %g center" % (quoted(title), 1 - 22 / height), "set tmargin %g" % (4 if several else 2.4),
           "set xlabel %s textcolor '#626a78' offset screen -0.1,0" % quoted(under),
           "set border 1 linecolor '#c9c6bd'", "set tics nomirror scale 0.4 textcolor '#1d2129'", "set ytics scale 0",
           "set grid xtics linecolor '#e2e0d9' linetype 1", "set yrange [%g:0.6]" % (places[-1] - 0.6),
           "set lmargin %d" % min(44, 3 + max(map(len, tics))), "set rmargin 4", "set bmargin 4",
           "set ytics (%s)" % ", ".join("%s %g" % (quoted(case), sum(at) / len(at)) for case, at in tics.items()),
           "set key %s" % ("at screen 0.5, screen %g center horizontal reverse Left samplen 1" % (1 - 52 / height) if several else "off"),
           "$data << END", *lines, "END"]
    top = max(max(values.values()) for _, values in groups)
    if wide:
        out += ["set logscale x", "set xrange [%g:%g]" % (min(min(v.values()) for _, v in groups) / 1.5, top * 2.2)]
    else:
        out += ["set xrange [0:%g]" % (top * 1.13), "set style fill solid 0.9 noborder"]
    parts = []
    for number, series in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        only = "($5==%d?$1:1/0)" % number
        name = "title %s" % quoted(series) if several else "notitle"
        if wide:
            parts.append("$data using 2:%s with points pointtype 7 pointsize 0.9 linecolor '%s' %s" % (only, colour, name))
        else:
            parts.append("$data using ($2/2):%s:(0):2:(%s-0.31):(%s+0.31) with boxxyerror linecolor '%s' %s" % (only, only, only, colour, name))
    parts += ["$data using 2:1:3:4 with xerrorbars pointtype 0 linewidth 1.4 linecolor '#1d2129' notitle",
              "$data using 4:1:6 with labels left offset 0.8,0 textcolor '#1d2129' notitle"]
    return "\n".join(out) + "\nplot " + ", \\\n     ".join(parts) + "\n"
