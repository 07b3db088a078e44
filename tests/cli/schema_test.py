# SPDX-License-Identifier: Apache-2.0
"""Every JSON object that leaves the program is as tools/docs/schema/ describes it, field by field.

The schemas admit fields that are not described, for the sake of those who read later versions with them.  Here they are
not admitted: what the program writes must be described.  Where there is the library jsonschema (Debian:
python3-jsonschema), it has to agree with the few lines here that know as much of JSON Schema as these files use.
"""
import copy
import re
import warnings

from support import *

try:
    import jsonschema
except ImportError:
    jsonschema = None

warnings.simplefilter("ignore", DeprecationWarning)  # of newer versions of the library; older ones know no other way
FILES = {path.stem: json.loads(path.read_text()) for path in (ROOT / "tools" / "docs" / "schema").glob("*.json")}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int, "number": (int, float)}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "minimum", "maximum", "pattern", "items",
         "properties", "required", "patternProperties", "additionalProperties"}


def resolved(reference, root):
    name, _, path = reference.partition("#")
    schema = root = FILES[name.removesuffix(".json")] if name else root
    for part in path.strip("/").split("/"):
        schema = schema[part]
    return schema, root


def faults(value, schema, root, at="$"):
    """What is wrong with the value; fields that are not described are wrong too."""
    unknown = set(schema) - KNOWN
    if unknown:
        yield "%s: the schema uses %s, which is not understood here" % (at, unknown)
    if "$ref" in schema:
        yield from faults(value, *resolved(schema["$ref"], root), at)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds):
        yield "%s: %r is no %s" % (at, value, " or ".join(kinds))
        return
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        yield "%s: %r is none of %r" % (at, value, schema.get("enum", schema.get("const")))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield "%s: %r is out of range" % (at, value)
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        yield "%s: %r is not like %s" % (at, value, schema["pattern"])
    for number, item in enumerate(value if isinstance(value, list) else []):
        yield from faults(item, schema.get("items", {}), root, "%s[%d]" % (at, number))
    if isinstance(value, dict) and ("properties" in schema or "additionalProperties" in schema):
        for name in schema.get("required", []):
            if name not in value:
                yield "%s: there is no %s" % (at, name)
        for name, item in value.items():
            matching = [sub for form, sub in schema.get("patternProperties", {}).items() if re.search(form, name)]
            inner = schema.get("properties", {}).get(name, matching[0] if matching else schema.get("additionalProperties"))
            if inner is None:
                yield "%s: %s is not described" % (at, name)
            else:
                yield from faults(item, inner, root, at + "." + name)


def library_faults(value, kind):
    """What the library says; its store has the files under their names."""
    resolver = jsonschema.RefResolver("", FILES[kind], store={name + ".json": schema for name, schema in FILES.items()})
    return list(jsonschema.Draft202012Validator(FILES[kind], resolver=resolver).iter_errors(value))


def expect_valid(value, kind):
    found = list(faults(value, FILES[kind], FILES[kind]))
    expect(not found, kind, *found[:5])
    expect(value["kind"] == kind, value)
    if jsonschema:
        found = library_faults(value, kind)
        expect(not found, kind, *[error.message for error in found[:5]])


def expect_all(result, kind, count=None):
    objects = result.json()
    expect(objects and (count is None or len(objects) == count), result)
    for value in objects:
        expect_valid(value, kind)
    return objects


def solve(*words, **how):
    return run("solve", *words, "--json", **how)


@test
def schemas():
    "the schemas are schemas, and every field has a description"

    def described(schema, at):
        for name, inner in schema.get("properties", {}).items():
            expect("description" in inner or "$ref" in inner, at + name)
            described(inner, at + name + ".")
            described(inner.get("items", {}), at + name + ".")
    for kind, schema in FILES.items():
        described(schema, kind + ".")
        expect(schema["properties"]["kind"]["const"] == kind and "schema_version" in schema["required"], kind)
        if jsonschema:
            jsonschema.Draft202012Validator.check_schema(schema)


@test
def answers():
    "answers of every domain, every algorithm and every status"
    listed = expect_all(run("list", "--json"), "catalog", 1)[0]
    seen = set()
    agent, bricks = ROOT / "instances" / "agent", ROOT / "instances" / "bricks"
    for algorithm in [entry["name"] for entry in listed["algorithms"]]:
        for threads in ("1", "2"):
            results = [solve(EASY, "-a", algorithm, "-j", threads), solve(UNSOLVABLE, "-a", algorithm),
                       solve("--domain", "agent", str(agent / "verify.txt"), "-a", algorithm, "-j", threads, "--nodes", "1M"),
                       solve("--domain", "bricks", str(bricks / "own-r05.txt"), "-a", algorithm, "-j", threads, "--nodes", "100k")]
            for result in results:
                seen |= {(a["domain"], a["status"]) for a in expect_all(result, "answer", 1)}
    for metric in ("step", "line", "any"):
        expect_all(solve("--domain", "bricks", str(bricks / "own-r05.txt"), "--metric", metric, "--goal-cells", "shared"), "answer", 1)
    expect_all(solve("--domain", "bricks", str(bricks / "own-d-unsolvable.txt")), "answer", 1)
    expect_all(solve(*ENDLESS, "--time", "50ms"), "answer", 1)
    expect_all(solve(*ENDLESS, "--nodes", "1000"), "answer", 1)
    expect_all(solve(*ENDLESS, "--max-cost", "5"), "answer", 1)
    expect_all(solve("--set", "korf100:3", "-a", "astar", "-H", "manhattan", "--memory", "64M"), "answer", 1)
    expect_all(solve("--set", "8-puzzle-levels", "--split", "boards", "-j", "2"), "answer", 10)
    expect({"steps"} <= set(expect_all(solve(EASY, "--trace=solution"), "answer", 1)[0]))
    workers = expect_all(solve("--set", "korf100:12", "-a", "hdastar", "-H", "linear-conflict", "-j", "2"), "answer", 1)[0]
    expect(len(workers["workers"]) == 2 and "load_balance" in workers, workers)
    for domain in ("tiles", "agent", "bricks"):
        expect((domain, "solved") in seen, seen)
    process = subprocess.Popen([PROGRAM, "solve", *ENDLESS, "--json"], stdout=subprocess.PIPE, preexec_fn=default_signals)
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    [interrupted] = [json.loads(line) for line in process.communicate()[0].splitlines()]
    expect(interrupted["status"] == "interrupted", interrupted)
    expect_valid(interrupted, "answer")


@test
def tables():
    "what pdb build, info, verify and list write"
    with Cache() as cache:
        built = expect_all(cache.run("pdb", "build", "5-5-5", "--json"), "table", 3)
        expect(all(table["built"] for table in built))
        expect(not any(table["built"] for table in expect_all(cache.run("pdb", "build", "5-5-5", "--json"), "table", 3)))
        expect_all(cache.run("pdb", "info", "5-5-5", "--json"), "table", 3)
        expect_all(cache.run("pdb", "verify", "5-5-5", "--json"), "verdict", 3)
        expect_all(cache.run("pdb", "list", "--json"), "partition")


@test
def measurements():
    "machine, signature, scaling measurement and comparison"
    expect_all(run("info", "--json"), "machine", 1)
    expect_all(run("bench", "--json"), "signature", 1)
    with Folder() as folder:
        out = os.path.join(folder.path, "out")
        expect_code(run("scale", "--set", "8-puzzle-levels:1-3", "--algorithm", "idastar,hdastar", "--probe", "2ms", "--threads", "1,2",
                        "--repeat", "2", "--mode", "both", "--out", out), 0)
        with open(os.path.join(out, "scale.json")) as file:
            expect_valid(json.load(file), "scale")
        path = os.path.join(out, "scale.json")
        expect_all(run("bench", "--compare", path, path, "--json"), "comparison", 1)


@test
def refusals():
    "the check can say no: every change below is noticed, by the library as well"
    good = solve(EASY).json()[0]
    expect_valid(good, "answer")
    for change in ({"schema_version": 1}, {"kind": "table"}, {"status": "maybe"}, {"length": "2"}, {"length": -1}, {"optimal": 1},
                   {"size": "3 by 3"}, {"threads": 0}, {"iterations": [{}]}, {"context": {}}, {"moves": 5}, {"domain": None}):
        bad = {**copy.deepcopy(good), **change}
        expect(list(faults(bad, FILES["answer"], FILES["answer"])), change)
        expect(not jsonschema or library_faults(bad, "answer"), change)
    for name in good:
        bad = {key: value for key, value in good.items() if key != name}
        expect(list(faults(bad, FILES["answer"], FILES["answer"])), name)
    expect(list(faults({**good, "novelty": 1}, FILES["answer"], FILES["answer"])))


@test
def no_names():
    "no result tells the name of host or user"
    import getpass
    import socket
    text = solve(EASY).out + run("info", "--json").out + run("info").out
    names = {socket.gethostname(), getpass.getuser(), os.path.basename(os.path.expanduser("~"))}
    for name in names - {"", "root", "localhost", "linux"}:
        expect(not re.search(r"\b%s\b" % re.escape(name), text), name)


main()
