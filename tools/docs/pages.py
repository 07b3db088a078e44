#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/docs/pages.py [--check]: write the pages that are made from other files.

fields.md comes from schema/*.json, performance.md from the rows in bench/results.  Nothing on these pages is typed by
hand.  With --check nothing is written; exit status 1 if a page is not what it would be.
"""
import ast
import json
import pathlib
import statistics
import sys

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent.parent
RESULTS = ROOT / "bench" / "results"
sys.path.insert(0, str(ROOT / "bench"))
import rows  # noqa: E402  (the measurements' own idea of a number for people)

ORDER = ["answer", "table", "scale", "comparison", "signature", "machine", "verdict", "partition", "catalog"]


# ---- fields ----------------------------------------------------------------------------------------------------------

def kind_of(field):
    if "const" in field:
        return "`%s`" % json.dumps(field["const"])
    if "enum" in field:
        return ", ".join("`%s`" % ("null" if value is None else value) for value in field["enum"])
    kinds = field.get("type", "object")
    return " or ".join([kinds] if isinstance(kinds, str) else kinds)


def table_of(properties, required, schema, lines):
    """The table of one object; the objects in its lists get tables of their own behind it."""
    lines += ["| field | kind | meaning |", "| --- | --- | --- |"]
    inner = []
    for name, field in properties.items():
        if field.get("$ref", "").startswith("#/"):
            target = schema
            for part in field["$ref"][2:].split("/"):
                target = target[part]
            field = target
        kind = "object" if "$ref" in field else kind_of(field)
        absent = "" if name in required else " (not always there)"
        lines.append("| `%s` | %s | %s%s |" % (name, kind, field.get("description", "").replace("|", "\\|"), absent))
        below = field.get("items", field)
        if "properties" in below:
            inner.append((name, below))
    lines.append("")
    for name, below in inner:
        lines += ["%s of `%s`:" % ("Each object" if "items" in properties[name] else "The fields", name), ""]
        table_of(below["properties"], below.get("required", []), schema, lines)


def fields_page():
    lines = ["# Fields", "",
             "What every JSON object of tessera holds, and every column of its CSV files. Made from `tools/docs/schema/` by",
             "`tools/docs/pages.py`; the tests hold the program's real output against the same files.", "",
             "Every object has `schema_version` and `kind`. The version counts up when a field changes its meaning or goes",
             "away; new fields may come at any time, so readers should ignore what they do not know.", "",
             "*Expanded*: successors were produced. *Generated*: a successor was produced. Reports use these words in this",
             "sense only.", ""]
    for kind in ORDER:
        schema = json.loads((DOCS / "schema" / (kind + ".json")).read_text())
        lines += ["## " + kind, "", schema["description"], ""]
        table_of(schema["properties"], schema["required"], schema, lines)
    return "\n".join(lines).rstrip() + "\n"


# ---- performance -----------------------------------------------------------------------------------------------------

def facts_line(row):
    words = [row.get("cpu"), row.get("processors") and row["processors"] + " processors", row.get("compiler"),
             row.get("flags"), row.get("revision") and "revision " + row["revision"]]
    loads = row.get("load")
    return ", ".join(word for word in words if word) + (", load %s at the start" % loads if loads else "")


def markdown(head, body):
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in body]


def scale_section(directory):
    data = json.loads((directory / "scale.json").read_text())
    lines = ["## Scaling: " + directory.name, "", "Boards: `%s`. %s." % (" ".join(data["plan"]["sets"]),
             facts_line({name: str(value) for name, value in data["context"].items() if value is not None})), ""]
    body = []
    for row in data["summary"]:
        searching = row["mode"] != "limit"
        body.append([row["label"], row["threads"], row["runs"], rows.show(row["seconds"], "s") if searching else "",
                     "%.2f" % row["speedup"], "%.2f to %.2f" % (row["speedup_least"], row["speedup_most"]),
                     "%.2f" % row["possible_speedup"] if searching and row["possible_speedup"] else "",
                     rows.show(row["nodes_per_second"], "/s"), rows.show(row["peak_bytes"] / 2**20, "MiB") if searching else ""])
    lines += markdown(["what", "threads", "runs", "median", "speedup", "spread", "possible", "rate", "peak memory"], body) + [""]
    if (directory / "speedup.svg").exists():
        lines += ["![speedup](../../bench/results/%s/speedup.svg)" % directory.name, ""]
    for warning in data["warnings"]:
        lines.append("* beware: " + warning)
    return lines + ([""] if data["warnings"] else [])


def told_by(name):
    """What the script that makes these rows says of itself, in its first paragraph."""
    script = ROOT / "bench" / (name + ".py")
    if not script.exists():
        return []
    words = ast.get_docstring(ast.parse(script.read_text())) or ""
    return [words.split("\n\n")[0], ""]


def together(body, table, seconds):
    """Where one series has cases that another has not: the sums over those that all have, so that they can be compared,
    and over all cases of those that have more."""
    series = list(dict.fromkeys(row[1] for row in body))
    cases = {name: {row[0] for row in body if row[1] == name} for name in series}
    common = set.intersection(*cases.values()) if cases else set()
    if seconds != "seconds" or len(common) < 5 or all(len(have) == len(common) for have in cases.values()):
        return []

    def summed(name, over, words):
        runs = {}
        for row in table:
            if row["series"] == name and row["case"] in over:
                runs.setdefault(row["run"], []).append(float(row["seconds"]))
        whole = [sum(run) for run in runs.values() if len(run) == len(over)]
        return [[words % len(over), name, len(whole), rows.show(statistics.median(whole), "s"),
                 "%s to %s" % (rows.show(min(whole), "s"), rows.show(max(whole), "s"))]] if whole else []

    sums = []
    for name in series:
        sums += summed(name, common, "these %d together")
    for name in series:
        if len(cases[name]) > len(common):
            sums += summed(name, cases[name], "all %d together")
    return sums


LONG = 40  # rows of a table that people still read


def folded(body, path):
    """Of a long table what can be compared: the cases of several series, and how many there are besides."""
    cases = [row[0] for row in body]
    shown = [row for row in body if cases.count(row[0]) > 1]
    if len(body) <= LONG or not shown:
        return body, []
    return shown, ["%d more cases are in [%s](../../bench/results/%s)." % (len(body) - len(shown), path.name, path.name), ""]


def rows_section(path):
    """Tables of bench/rows.py: a row per run, the measured value `seconds` or the one after `run`."""
    table = rows.read(path)
    if not table or not {"case", "series", "run"} <= set(table[0]):
        return []
    names = list(table[0])
    value = "seconds" if "seconds" in names else names[names.index("run") + 1]
    body = []
    for key in dict.fromkeys(rows.key(row) for row in table):
        runs = [float(row[value]) for row in table if rows.key(row) == key and row[value]]
        if runs:
            unit = "s" if value == "seconds" else ""
            body.append([key[0], key[1], len(runs), rows.show(statistics.median(runs), unit),
                         "%s to %s" % (rows.show(min(runs), unit), rows.show(max(runs), unit))])
    sums = together(body, table, value)
    body, more = folded(body, path)
    body += sums
    head = ["case", "of", "runs", "median %s" % value.replace("_", " "), "least to most"]
    if not any(row[1] for row in body):
        head, body = head[:1] + head[2:], [row[:1] + row[2:] for row in body]
    lines = ["## " + path.stem.replace("_", " "), "", *told_by(path.stem), facts_line(table[0]) + ".", ""] + markdown(head, body) + [""] + more
    if path.with_suffix(".svg").exists():
        lines += ["![%s](../../bench/results/%s.svg)" % (path.stem, path.stem), ""]
    return lines


def memory_section():
    """Why A* is slower than IDA* where both were measured: what a table of all boards asks of memory."""
    table, scale = RESULTS / "astar_korf100.csv", RESULTS / "hdastar" / "scale.json"
    if not table.exists() or not scale.exists():
        return []
    astar, idastar = ({row["case"]: row for row in rows.read(table) if row["series"] == name} for name in ("hdastar", "idastar"))
    boards = astar.keys() & idastar.keys()
    reads = [row for row in json.loads(scale.read_text())["summary"] if (row["label"], row["threads"]) == ("machine: memory", 2)]
    if not boards or not reads or any(astar[board]["threads"] != "2" for board in boards):
        return []

    def total(series, value):
        return sum(float(series[board][value]) for board in boards)

    looks, rate, stored = 2 * total(astar, "sent"), reads[0]["nodes_per_second"], total(astar, "stored")
    return ["On the %d boards with the most states A\\* keeps %s boards in all. It looks up every successor that goes to another row, and" % (
                len(boards), rows.show(stored)),
            "half of these are sent to the other of two workers: %s looks. Each reads a line of memory at random, of which this machine" % rows.show(looks),
            "reads %s on two threads (*machine: memory* in the table hdastar): the looks alone take %s, if nothing were written back," % (
                rows.show(rate, "/s"), rows.show(looks / rate, "s")),
            "cleared or computed. IDA\\* has solved all of them after %s. It makes %s successors for each board that A\\* keeps, but makes" % (
                rows.show(total(idastar, "seconds"), "s"), rows.show(total(idastar, "generated") / stored)),
            "them in registers, %.2f ns of processor time for each." % (1e9 * total(idastar, "cpu_seconds") / total(idastar, "generated")), ""]


def model_section():
    """What bench/cluster_model.py says of machines that are not here, and how far it can be believed."""
    check, prediction = (RESULTS / name for name in ("cluster_check.csv", "cluster_prediction.csv"))
    if not check.exists() or not prediction.exists():
        return []
    checked = rows.read(check)
    off = [(max(float(row["ratio"]), 1 / float(row["ratio"])), row) for row in checked if row["model"] == "predicted"]
    lines = ["## Model of a cluster", "",
             "**Measured** is what two ranks of one worker need on this machine when their letters are held back as if the",
             "network were slower. **Predicted** is what the model says for the same, from runs without delay; rows that gave the",
             "model a number are marked. The ratio is predicted to measured time%s." % (
                 "; the worst prediction is off by a factor of %.2f" % max(off, key=lambda pair: pair[0])[0] if off else ""), ""]
    lines += markdown(["search", "latency", "bandwidth", "measured", "least to most", "predicted", "ratio", ""], [
        [row["algorithm"], row["latency_us"] + " us", row["mb_per_second"] + " MB/s" if row["mb_per_second"] else "no limit",
         row["measured"] + " s", "%s to %s s" % (row["least"], row["most"]), row["predicted"] + " s", row["ratio"],
         "" if row["model"] == "predicted" else row["model"]] for row in checked]) + [""]
    lines += ["**Modelled, not measured**: one rank on each machine, a thread for each of its cores. No such machine was at hand;",
              "nothing checks the model beyond two ranks.", ""]
    lines += markdown(["search", "network", "generated nodes", "cores", "ranks", "time", "efficiency", "memory of a core"], [
        [row["algorithm"], row["network"], row["generated"], row["cores"], row["ranks"], rows.show(float(row["seconds"]), "s"),
         row["efficiency"], rows.show(float(row["bytes_per_core"]) / 2**20, "MiB") if float(row["bytes_per_core"]) else ""]
        for row in rows.read(prediction) if row["cores"] in ("16", "64", "256", "1024", "4096")]) + [""]
    if (RESULTS / "cluster_prediction.svg").exists():
        lines += ["![cluster_prediction](../../bench/results/cluster_prediction.svg)", ""]
    return lines


def performance_page():
    lines = ["# Performance", "",
             "Made by `tools/docs/pages.py` from the rows in `bench/results/`, which `bench/run` makes again. Medians of wall",
             "time; absolute times belong to the machine named with them, ratios were measured side by side.", ""]
    for directory in sorted(path.parent for path in RESULTS.glob("*/scale.json")):
        lines += scale_section(directory)
    for path in sorted(RESULTS.glob("*.csv")):
        lines += rows_section(path)
        if path.stem == "cluster_model":
            lines += model_section()
        elif path.stem == "astar_korf100":
            lines += memory_section()
    return "\n".join(lines).rstrip() + "\n"


def main():
    stale = []
    for name, text in (("fields.md", fields_page()), ("performance.md", performance_page())):
        path = DOCS / name
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text() != text:
                stale.append(name)
        else:
            path.write_text(text)
    if stale:
        sys.exit("pages.py: not up to date: %s; run tools/docs/pages.py" % ", ".join(stale))


if __name__ == "__main__":
    main()
