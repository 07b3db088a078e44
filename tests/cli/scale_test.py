# SPDX-License-Identifier: Apache-2.0
"""tessera scale: the files it leaves, what they say, and going on after an interruption."""
import csv
import html.parser
import re
import shutil
import time
import xml.dom.minidom

from support import *

QUICK = ["--set", "8-puzzle-levels:1-3", "--probe", "2ms", "--threads", "1,2"]


def scale(folder, *more, **how):
    return run("scale", *QUICK, "--out", os.path.join(folder.path, "out"), *more, **how)


def read(folder, name):
    with open(os.path.join(folder.path, "out", name), encoding="utf-8") as file:
        return file.read()


def rows(folder, name):
    return list(csv.DictReader(read(folder, name).splitlines()))


@test
def files():
    "a measurement leaves data, chart and page, and they agree"
    with Folder() as folder:
        result = scale(folder, "--algorithm", "idastar,hdastar", "--repeat", "2", "--mode", "both")
        expect_code(result, 0)
        for word in ("strong scaling", "throughput", "machine itself", "of a possible", "balance"):
            expect(word in result.out, word, result)
        data = json.loads(read(folder, "scale.json"))
        # two searches, two modes, two thread counts; two limits of the machine, likewise; twice each
        expect(data["complete"] and len(data["runs"]) == (8 + 4) * 2, len(data["runs"]))
        expect(len(data["summary"]) == 12, len(data["summary"]))
        expect(len({(r["mode"], r["algorithm"], r["heuristic"], r["threads"], r["repeat"]) for r in data["runs"]}) == 24)
        for name in ("cpu", "processors", "caches", "memory_bytes", "governor", "load", "compiler", "flags", "revision"):
            expect(name in data["context"], name)
            expect(data["context"][name] is not None or data["context"]["unknown"][name], name)
        for run_ in data["runs"]:
            expect(run_["seconds"] > 0 and run_["generated"] > 0 and run_["peak_bytes"] > 1 << 20, run_)
        searches = [r for r in data["runs"] if r["mode"] != "limit"]
        expect(len({r["length"] for r in searches}) == 1, "every search finds the same lengths")
        expect(all(r["boards"] == 3 for r in searches), searches)
        for row in data["summary"]:
            expect(row["seconds_least"] <= row["seconds"] <= row["seconds_most"], row)
            expect(abs(row["efficiency"] * row["threads"] - row["speedup"]) < 1e-9, row)
            if row["threads"] == 1:
                expect(row["speedup"] == 1 and row["search_overhead"] in (0, None), row)
            if row["mode"] != "limit":
                expect(row["possible_speedup"] > 0, row)
                total = row["useful"] + row["extra_nodes"] + row["slower_nodes"] + row["waiting"]
                expect(abs(total - 1) < 1e-6, row, total)
        expect([r["seconds"] for r in rows(folder, "scale.csv")] == [json.dumps(r["seconds"]) for r in data["runs"]])
        expect(len(rows(folder, "summary.csv")) == 12)
        hda = [r for r in data["runs"] if r["algorithm"] == "hdastar" and r["mode"] == "strong" and r["threads"] == 2]
        expect(all(r["sent"] > 0 for r in hda), hda)
        needs("gnuplot")
        svg = read(folder, "speedup.svg")
        xml.dom.minidom.parseString(svg.encode())
        for word in ("Speedup", "Efficiency", "ideal", "machine: compute", "hdastar manhattan"):
            expect(word in svg, word)
        expect(open(os.path.join(folder.path, "out", "speedup.png"), "rb").read(4) == b"\x89PNG")
        # The figures can be drawn again from the table alone.
        other = os.path.join(folder.path, "again")
        os.mkdir(other)
        for name in ("summary.csv", "scale.gnuplot"):
            shutil.copy(os.path.join(folder.path, "out", name), other)
        subprocess.run(["gnuplot", "scale.gnuplot"], cwd=other, check=True)
        expect(open(os.path.join(other, "speedup.svg")).read() == svg, "the same table gives the same picture")


@test
def compared():
    "two results are compared from either kind of file: the worst change first, with a verdict"
    with Folder() as folder:
        expect_code(scale(folder, "--repeat", "4"), 0)
        data = json.loads(read(folder, "scale.json"))
        for number, one in enumerate(data["runs"]):
            one["seconds"] = 1 + number / 1000
        old = folder.write("old.json", json.dumps(data))
        for one in data["runs"]:
            if one["mode"] == "strong":
                one["seconds"] *= 2 if one["threads"] == 2 else 0.5
        new = folder.write("new.json", json.dumps(data))
        result = run("bench", "--compare", old, new, "--json")
        expect_code(result, 0)
        changes = result.json()[0]["changes"]
        expect(changes[0]["name"] == "idastar manhattan, 2 threads" and changes[0]["verdict"] == "slower", changes)
        expect(changes[-1]["name"] == "idastar manhattan, 1 thread" and changes[-1]["verdict"] == "faster", changes)
        expect(all(c["verdict"] == "no difference seen" for c in changes[1:-1]), changes)
        table = run("bench", "--compare", old, new)
        expect("slower" in table.out.splitlines()[1] and "Mann and Whitney" in table.out, table)
        csv_file = os.path.join(folder.path, "out", "scale.csv")
        same = run("bench", "--compare", csv_file, csv_file, "--json").json()[0]["changes"]
        expect(len(same) == 6 and all(c["verdict"] == "no difference seen" for c in same), same)
        expect(result.json()[0]["differences"] == [] and "beware" not in table.out, result)
        data["plan"]["sets"], data["context"]["cpu"] = ["korf100:9"], "another"
        other = folder.write("other.json", json.dumps(data))
        result = run("bench", "--compare", old, other, "--json").json()[0]
        expect([text.split(":")[0] for text in result["differences"]] == ["other boards", "other processor"], result)
        expect(all((c["verdict"] == "other work") == (not c["name"].startswith("machine")) for c in result["changes"]), result)
        table = run("bench", "--compare", old, other)
        expect(table.out.startswith("beware: other boards: ") and "the times say nothing" in table.out, table)
        more = folder.write("more.csv", open(csv_file).read().replace("8-puzzle-levels:1-3", "8-puzzle-levels:4-6"))
        expect("other boards" in run("bench", "--compare", csv_file, more).out)
        expect_complaint(run("bench", "--compare", old, folder.write("empty", "")), 33, "holds no runs")
        expect_complaint(run("bench", "--compare", old, folder.path + "/missing"), 35, "missing")
        expect_complaint(run("bench", "--compare", old), 2, "--compare")


@test
def page():
    "the page is well-formed, complete in itself, and lets nothing in"
    with Folder() as folder:
        expect_code(scale(folder, "--repeat", "1"), 0)
        text = read(folder, "report.html")
        expect("Content-Security-Policy" in text and "default-src 'none'" in text)
        expect(not re.search(r"(src|href)=.?(?!data:)[a-z]*:?//", text), "no address")
        expect("of a possible" in text and "Machine and program" in text and "fewer than three runs" in text)
        opened = []

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                if tag not in ("meta", "br", "img"):
                    opened.append(tag)
                expect(not [a for a, _ in attributes if a == "style" or a.startswith("on")], attributes)

            def handle_endtag(self, tag):
                expect(opened.pop() == tag, tag)

        Reader().feed(text)
        expect(opened == [], opened)


@test
def interrupted():
    "an interrupted measurement keeps its runs and goes on without doubling one"
    with Folder() as folder:
        out = os.path.join(folder.path, "out")
        words = ["scale", *QUICK, "--repeat", "40", "--out", out]
        process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=default_signals)
        journal = os.path.join(out, "journal.jsonl")
        end = time.monotonic() + 60
        while time.monotonic() < end and not (os.path.exists(journal) and open(journal).read().count("\n") >= 8):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        shown, complaint = process.communicate(timeout=60)
        expect(process.returncode == -signal.SIGINT, process.returncode, complaint)
        expect(b"--resume" in complaint, complaint)
        before = open(journal).read().splitlines()
        first = json.loads(read(folder, "scale.json"))
        expect(not first["complete"] and len(first["runs"]) == len(before) - 1 < 40 * 6, len(before))
        with open(journal, "a") as file:
            file.write('{"mode": "str')  # as if the power had gone
        expect_complaint(run(*words), 2, "--resume")
        expect_complaint(run(*["3ms" if word == "2ms" else word for word in words], "--resume"), 2, "other options")
        repeat = str(max(json.loads(line)["repeat"] for line in before[1:]) + 1)
        words[words.index("40")] = repeat
        expect_code(run(*words, "--resume"), 0)
        lines = open(journal).read().splitlines()
        expect(lines[: len(before)] == before, "what was there stays")
        keys = [(r["mode"], r["algorithm"], r["threads"], r["repeat"]) for r in map(json.loads, lines[1:])]
        expect(len(keys) == len(set(keys)) == 6 * int(repeat), len(keys), repeat)
        expect(json.loads(read(folder, "scale.json"))["complete"])
        # A complete one is only drawn again.
        expect_code(run(*words, "--resume"), 0)
        expect(open(journal).read().splitlines() == lines)
        with open(journal, "w") as file:
            file.write("nonsense\n")
        expect_complaint(run(*words, "--resume"), 33, "journal")


@test
def wrong_usage():
    "wrong usage is told in one sentence and leaves nothing behind"
    with Folder() as folder:
        expect_complaint(scale(folder, "--algorithm", "astar"), 2, "not parallel", "throughput")
        expect_complaint(scale(folder, "--algorithm", "idstar"), 2, "did you mean 'idastar'")
        expect_complaint(scale(folder, "--heuristic", "manhatan"), 2, "did you mean 'manhattan'")
        expect_complaint(scale(folder, "--probe", "soon"), 2, "--probe")
        expect_complaint(scale(folder, "--mode", "weak"), 2, "--mode")
        expect_complaint(run("scale", *QUICK), 2, "--out")
        expect(os.listdir(folder.path) == [], os.listdir(folder.path))
        expect_complaint(run("scale", *QUICK, "--out", folder.write("file", "")), 35, "file")
        late = run("scale", "--set", "hardest80:1", "--heuristic", "blind", "--threads", "1", "--time", "50ms", "--probe", "0",
                   "--out", os.path.join(folder.path, "out"), "--quiet")
        expect_code(late, 23)
        expect("was not solved" in late.err, late)


@test
def without_gnuplot():
    "without gnuplot the data and the page are still there, and one sentence says what is not"
    with Folder() as folder:
        result = scale(folder, "--repeat", "1", env={"PATH": folder.path})
        expect_code(result, 0)
        expect(result.err.count("gnuplot-nox") == 1, result)
        names = os.listdir(os.path.join(folder.path, "out"))
        expect("report.html" in names and "speedup.svg" not in names, names)


main()
