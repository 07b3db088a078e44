# SPDX-License-Identifier: Apache-2.0
"""README and documentation show what the program really does: every command in them is run.

A block ```console has commands behind "$ ", each followed by what it prints, times and sizes apart; a block ```sh has
commands that must succeed.  Commands of one page run one after the other in one directory of their own, in which
build/tessera, instances and tools are those of the tree, and with a cache of tables of their own.  After a change of the
output, `docs_test.py PROGRAM --renew` writes it into the pages.
"""
import re
import shutil

from support import *

DOCS = ROOT / "tools" / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
FENCE = re.compile(r"^```(console|sh)\n(.*?)^```$", re.M | re.S)


class Desk(Folder):
    """Where the commands of a page run."""

    def __enter__(self):
        super().__enter__()
        os.mkdir(os.path.join(self.path, "build"))
        os.symlink(PROGRAM, os.path.join(self.path, "build", "tessera"))
        for name in ("instances", "tools"):
            os.symlink(ROOT / name, os.path.join(self.path, name))
        return self

    def run(self, command):
        environment = {**os.environ, "TESSERA_CACHE": os.path.join(self.path, "cache")}
        done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.path,
                              env=environment, preexec_fn=default_signals, timeout=600)
        return done.returncode, done.stdout.decode().replace(self.path + "/", "")


def commands_of(block):
    """[(command, what the page says it prints), ...]"""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)
    expect(parts[0] == "", "a console block begins with a command", block)
    return list(zip(parts[1::2], parts[2::2]))


def without_measurements(text):
    """Times, rates and memory differ from run to run; so do the gaps beside them."""
    text = re.sub(r"\d[\d.,]* (us|ms|s|min|h|B|KiB|MiB|GiB|/s|k/s|M/s|G/s)(?![\w/])", "#", text)
    return re.sub(r"(# )*#", "#", re.sub(r"[ \t]+", " ", text))


def check_page(page):
    text = page.read_text()
    with Desk() as desk:
        for kind, block in FENCE.findall(text):
            if kind == "sh":
                code, out = desk.run("set -e\n" + block)
                expect(code == 0, page.name, block, out)
                continue
            for command, shown in commands_of(block):
                out = desk.run(command)[1]
                expect(without_measurements(shown) == without_measurements(out), page.name, command, "--- page", shown, "--- now", out)


def renewed(page):
    with Desk() as desk:
        def renew(match):
            if match[1] == "sh":
                desk.run(match[2])
                return match[0]
            return "```console\n%s```" % "".join("$ %s\n%s" % (command, desk.run(command)[1]) for command, _ in commands_of(match[2]))
        return FENCE.sub(renew, page.read_text())


def page_test(page):
    def one():
        check_page(page)
    one.__doc__ = "every command of %s does what the page says" % page.name
    test(one)


for each in PAGES:
    if FENCE.search(each.read_text()):
        page_test(each)


@test
def enough():
    "README and the pages for users have examples, and link to pages and files that are there"
    names = [page.name for page in PAGES if FENCE.search(page.read_text())]
    expect({"README.md", "tutorial.md", "howto.md", "formats.md"} <= set(names), names)
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            expect((page.parent / target).exists(), page.name, target)
    readme = (ROOT / "README.md").read_text()
    for page in DOCS.glob("*.md"):
        expect("tools/docs/" + page.name in readme, "README.md does not name " + page.name)


@test
def made_pages():
    "the pages made from other files can be made, and the fields are those of the schemas"
    with Folder() as folder:
        shutil.copytree(DOCS, os.path.join(folder.path, "tools", "docs"))
        for name in ("results", "rows.py"):
            source = ROOT / "bench" / name
            target = os.path.join(folder.path, "bench", name)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
        subprocess.run([sys.executable, os.path.join(folder.path, "tools", "docs", "pages.py")], check=True)
        made = pathlib.Path(folder.path, "tools", "docs")
        expect((made / "fields.md").read_text() == (DOCS / "fields.md").read_text(), "run tools/docs/pages.py")
        if (made / "performance.md").read_text() != (DOCS / "performance.md").read_text():
            print("        performance.md is older than bench/results; tools/docs/pages.py makes it again")


@test
def exit_codes():
    "every exit code of the program is in the table"
    header = (ROOT / "include" / "tessera" / "core" / "error.hpp").read_text()
    codes = re.findall(r"^ +\w+ = (\d+),$", header, re.M)
    table = (ROOT / "README.md").read_text().split("## Exit codes")[1].split("##")[0]
    expect(len(codes) >= 12 and all(re.search(r"\b%s\b" % code, table) for code in codes), codes)


@test
def counters():
    "every counter of the searches is described where fields are"
    header = (ROOT / "include" / "tessera" / "core" / "stats.hpp").read_text()
    names = re.findall(r'StatField\{"(\w+)"', header)
    page = (DOCS / "fields.md").read_text()
    expect(len(names) >= 8 and all("| `%s` |" % name in page for name in names), names)


if "--renew" in sys.argv:
    for each in PAGES:
        text = renewed(each)
        if text != each.read_text():
            each.write_text(text)
            print("renewed " + each.name)
    sys.exit()
main()
