#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the searches over MPI should do on machines that we do not have.

Measured, here: searches in two ranks of one worker, over the network that there is and over slower ones (bench/mpi_delayed
holds letters back by a latency, and lets bytes through at a limited rate).  Modelled: what the same letters would cost
between 16 to 4096 cores.  The numbers of the model come from the runs without delay; one, the number of journeys at the
end of a layer of hdastar, is fitted to a single delayed run, the slowest.  All other delayed runs are predicted, and the
table shows both.

Writes cluster_model.csv (a row per run), cluster_check.csv (measured against predicted), cluster_prediction.csv and a
picture of the last two, cluster_prediction.svg.
"""
import csv
import json
import math
import os
import pathlib
import shutil
import statistics
import tempfile

from rows import Bench, Skip, read, show

bench = Bench(__doc__, title="Two ranks over slower networks")
bench.parser.add_argument("--cores-per-machine", type=int, default=32, help="one rank with so many workers on each (default 32)")
bench.parser.add_argument("--overhead", type=float, default=2.0, help="assumed microseconds of a processor for a letter, whatever its size")
options = bench.parse()
PROGRAM = str(pathlib.Path(bench.program).parent / "bench" / "mpi_delayed")
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none")
# Of korf100: number, cells, optimum.
EASY, SMALL, LONG = ((12, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45), (1, "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
                     (88, "15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4", 65))
# Letters on the way to one rank at once, states of a full letter to another rank, and the states a mailbox holds: as in
# the program.
WINDOW, BATCH, MAILBOX = 16, 4 * 512, 1 << 14
LOOK = 1e-3  # until a busy rank looks at its words, in a deepening search: a wave of its kernel

FITTED = 5000  # microseconds: the delay that shows best
NETWORKS = [(0, 0), (200, 0), (1000, 0), (5000, 0), (0, 200), (0, 50), (1000, 50)]  # microseconds, MB/s


def solve(ranks, algorithm, board, latency, rate):
    if not os.access(PROGRAM, os.X_OK) or not shutil.which("mpirun"):
        raise Skip("there is no %s: configure with -DTESSERA_BENCH=ON where MPI is" % PROGRAM)
    number, cells, optimum = board
    answer = json.loads(bench.output(["mpirun", "-n", ranks, PROGRAM, algorithm, 1, latency, rate, *cells.split()], env=ENVIRONMENT))
    assert answer["length"] == optimum, (number, answer)
    return {"ranks": ranks, "board": number, "latency_us": latency, "mb_per_second": rate} | answer


for algorithm, board in (("hdastar", EASY if options.quick else SMALL), ("idastar", EASY if options.quick else LONG)):
    bench.case("%s, alone" % algorithm, lambda a=algorithm, b=board: solve(1, a, b, 0, 0))
    for latency, rate in NETWORKS if algorithm == "hdastar" else NETWORKS[:4]:
        bench.case("%s, %s us, %s" % (algorithm, latency, "%d MB/s" % rate if rate else "no limit"),
                   lambda a=algorithm, b=board, l=latency, r=rate: solve(2, a, b, l, r))
bench.run(same=["length"])


# ---- the model ----------------------------------------------------------------------------------------------------------

class Medians:
    """Of a case, by name of the value."""

    def __init__(self, rows, case):
        self.rows = [row for row in rows if row["case"] == case]

    def __getattr__(self, name):
        return statistics.median(float(row[name]) for row in self.rows)


rows = read(bench.path)
overhead = options.overhead * 1e-6


class HdaStar:
    """Time is the largest of what processors, cables, the window of letters and the taker of letters allow; and at the end
    of each layer some journeys and two waves of questions, in which nobody works.  Not in the model: that the cores of a
    machine share its memory, and that some owners have more work than others."""

    def __init__(self):
        alone, two = Medians(rows, "hdastar, alone"), Medians(rows, "hdastar, 0 us, no limit")
        self.node = alone.seconds / alone.generated
        self.shared = two.sent / two.generated  # of two owners; half of the states would stay by chance
        # What a processor pays for a state that is sent and received, beyond its own work.
        self.sending = max(0.0, (2 * two.seconds / two.generated - self.node) / self.shared)
        self.bytes = two.message_bytes / two.sent
        self.state_bytes = alone.peak_bytes / alone.stored
        self.mail_bytes = self.bytes
        self.generated, self.stored, self.layers = two.generated, two.stored, two.layers
        self.journeys = 0.0
        fitted = Medians(rows, "hdastar, %d us, no limit" % FITTED)
        if fitted.rows:  # the one number that is fitted
            missing = fitted.seconds - self.time(2, 2, FITTED * 1e-6, math.inf, fitted.generated)[0]
            self.journeys = max(0.0, missing / (self.layers * FITTED * 1e-6))

    def time(self, workers, ranks, latency, rate, generated):
        """Seconds, and the part of them in which nobody waits for the end of a layer."""
        share = min(1.0, 2 * self.shared * (1 - 1 / workers))
        sent = generated * share
        crossing = sent * (1 - 1 / ranks) / (1 - 1 / workers) if ranks > 1 else 0.0
        pairs = workers * (workers - workers / ranks)  # of a worker and an owner elsewhere
        letters = max(crossing / BATCH, self.layers * pairs) if ranks > 1 else 0.0
        processors = (generated * self.node + sent * self.sending + letters * overhead) / workers
        cables = crossing * self.bytes / ranks / rate
        taking = letters / ranks * overhead  # by the one worker of a rank that looks at its mail
        window = letters / max(1, ranks * (ranks - 1)) / WINDOW * latency
        waves = self.layers * ((5 + self.journeys) * latency + 4 * ranks * overhead) if ranks > 1 else 0.0
        busy = max(processors, cables, window, taking)
        return busy + waves, processors

    def memory(self, workers, stored):
        """Of one worker."""
        return stored * self.state_bytes / workers + (workers * BATCH + MAILBOX) * self.mail_bytes

    efficiency = lambda self, workers, ranks, latency, rate, generated: (
        generated * self.node / workers / self.time(workers, ranks, latency, rate, generated)[0])


class IdaStar:
    """A rank without work asks for pieces; it waits for the journeys of its letters, and until somebody looks up from his
    work.  Pieces are chosen so large that they make up for that, so there are few of them; with more ranks every piece is
    divided once more as their number doubles.  Between two ranks a piece takes two journeys, among more, four: rank 0
    passes on both the question and the answer.  What the ranks lose beyond that without any delay is put down to
    processors that disturb each other, and taken to be the same on every machine."""

    def __init__(self):
        alone, two = Medians(rows, "idastar, alone"), Medians(rows, "idastar, 0 us, no limit")
        self.node = alone.seconds / alone.generated
        self.generated = alone.generated
        self.handovers = two.messages / 2 / 2  # of a rank: a word there, and one back
        waiting = 2 * self.handovers * LOOK
        self.slower = max(1.0, (2 * two.seconds - waiting) / (two.generated * self.node))

    def time(self, workers, ranks, latency, rate, generated):
        processors = generated * self.node / workers * (self.slower if workers > 1 else 1.0)
        if ranks == 1:
            return processors, processors
        handovers, journeys = self.handovers * math.log2(ranks), 2 if ranks == 2 else 4
        waiting = handovers * (LOOK + journeys * latency)
        dealer = handovers * ranks * journeys * overhead  # rank 0 alone
        return max(processors, dealer) + waiting, processors

    def memory(self, workers, stored):
        return 0.0

    efficiency = HdaStar.efficiency


def write(name, table):
    path = pathlib.Path(options.out) / name
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, table[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    return path


models = {"hdastar": HdaStar(), "idastar": IdaStar()}
check = []
for algorithm, model in models.items():
    for latency, rate in NETWORKS:
        case = Medians(rows, "%s, %s us, %s" % (algorithm, latency, "%d MB/s" % rate if rate else "no limit"))
        if not case.rows:
            continue
        predicted = model.time(2, 2, latency * 1e-6, rate * 1e6 if rate else math.inf, case.generated)[0]
        fitted = (latency, rate) == (0, 0) or algorithm == "hdastar" and (latency, rate) == (FITTED, 0)
        check.append({"algorithm": algorithm, "latency_us": latency, "mb_per_second": rate or "", "measured": "%.3f" % case.seconds,
                      "least": "%.3f" % min(float(row["seconds"]) for row in case.rows),
                      "most": "%.3f" % max(float(row["seconds"]) for row in case.rows), "predicted": "%.3f" % predicted,
                      "ratio": "%.2f" % (predicted / case.seconds), "model": "fitted to this" if fitted else "predicted"})
write("cluster_check.csv", check)
print("\n%-8s %8s %8s %10s %10s %6s" % ("", "us", "MB/s", "measured", "predicted", "ratio"))
for row in check:
    print("%-8s %8s %8s %8s s %8s s %6s  %s" % (row["algorithm"], row["latency_us"], row["mb_per_second"] or "-", row["measured"],
                                               row["predicted"], row["ratio"], row["model"]))

# Networks by name: latency in seconds, bytes per second of a machine.
FABRICS = {"2 us, 12 GB/s": (2e-6, 12e9), "30 us, 1.2 GB/s": (30e-6, 1.2e9)}
SIZES = {"hdastar": (1e9, 1e11), "idastar": (1e11, 1e13)}  # generated nodes
prediction = []
for algorithm, model in models.items():
    for fabric, (latency, rate) in FABRICS.items():
        for size in SIZES[algorithm]:
            for cores in (16, 32, 64, 128, 256, 512, 1024, 2048, 4096):
                ranks = max(1, cores // options.cores_per_machine)
                stored = size * model.stored / model.generated if algorithm == "hdastar" else 0
                prediction.append({"algorithm": algorithm, "network": fabric, "generated": "%.0e" % size, "cores": cores, "ranks": ranks,
                                   "seconds": "%.4g" % model.time(cores, ranks, latency, rate, size)[0],
                                   "efficiency": "%.3f" % model.efficiency(cores, ranks, latency, rate, size),
                                   "bytes_per_core": "%.0f" % model.memory(cores, stored)})
write("cluster_prediction.csv", prediction)
print("\nModelled, not measured: %d cores a machine, one rank each" % options.cores_per_machine)
print("%-8s %-16s %8s %6s %12s %10s %12s" % ("", "network", "nodes", "cores", "time", "efficiency", "memory/core"))
for row in prediction:
    print("%-8s %-16s %8s %6d %12s %10s %12s" % (row["algorithm"], row["network"], row["generated"], row["cores"], show(float(row["seconds"]), "s"),
                                                row["efficiency"], show(float(row["bytes_per_core"]), "B")))


def draw(path):
    groups = list(dict.fromkeys((r["algorithm"], r["network"], r["generated"]) for r in prediction))
    lines = ["set terminal svg size 1000,430 font 'DejaVu Sans,12' background 'white'", "set output %s" % json.dumps(str(path)),
             "set multiplot layout 1,2", "set grid linecolor '#e2e0d9'", "set border 3 linecolor '#c9c6bd'", "set tics nomirror",
             "$check << END", *("%s %s %s %s" % (r["predicted"], r["measured"], r["least"], r["most"]) for r in check), "END"]
    most = 1.2 * max(max(float(r["predicted"]), float(r["most"])) for r in check)
    least = 0.8 * min(min(float(r["predicted"]), float(r["least"])) for r in check)
    lines += ["set title 'Two ranks, network delayed: measured against predicted'", "set logscale xy", "set key top left",
              "set xrange [%g:%g]" % (least, most), "set yrange [%g:%g]" % (least, most), "set xlabel 'predicted, seconds'", "set ylabel 'measured, seconds'",
              "plot x with lines linecolor '#c9c6bd' title 'equal', $check using 1:2:3:4 with yerrorbars pointtype 7 pointsize 0.7 linecolor '#0f7c86' title 'median, least to greatest'"]
    for number, group in enumerate(groups):
        lines += ["$g%d << END" % number, *("%s %s" % (r["cores"], r["efficiency"]) for r in prediction
                                            if (r["algorithm"], r["network"], r["generated"]) == group), "END"]
    lines += ["unset logscale", "set logscale x 2", "set title 'Modelled efficiency, %d cores a machine'" % options.cores_per_machine, "set key bottom left font ',10'",
              "set xrange [16:4096]", "set yrange [0:1.05]", "set xlabel 'cores'", "set ylabel ''",
              "plot " + ", ".join("$g%d using 1:2 with linespoints pointsize 0.5 title '%s'" % (n, " ".join(g[:1]) + ", " + g[1] + ", " + g[2] + " nodes")
                                  for n, g in enumerate(groups))]
    with tempfile.NamedTemporaryFile("w", suffix=".gnuplot") as script:
        script.write("\n".join(lines) + "\n")
        script.flush()
        bench.output(["gnuplot", script.name])


if shutil.which("gnuplot"):
    draw(pathlib.Path(options.out) / "cluster_prediction.svg")
