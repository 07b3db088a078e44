# SPDX-License-Identifier: Apache-2.0
"""The examples of the README show what the program really prints.

After a change of the output, `readme_test.py PROGRAM --renew` writes it into the README.
"""
import re

from support import *

README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n\$ (.*)\n((?:.*\n)*?)```")


def output_of(command):
    command = command.replace("build/tessera", '"$PROGRAM"')
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT,
                          env={**os.environ, "PROGRAM": PROGRAM}, preexec_fn=default_signals)
    return done.stdout.decode()


def without_measurements(text):
    """Times, rates and memory differ from run to run; so do the gaps beside them."""
    text = re.sub(r"\d[\d.]* (us|ms|s|min|h|B|KiB|MiB|GiB|/s|k/s|M/s|G/s)(?![\w/])", "#", text)
    return re.sub(r"(# )*#", "#", re.sub(r"[ \t]+", " ", text))


def same(block):
    return without_measurements(block[2]) == without_measurements(output_of(block[1]))


@test
def examples():
    "every example prints what the README says, times apart"
    blocks = list(BLOCK.finditer(README.read_text()))
    expect(len(blocks) >= 5, "expected five examples")
    for block in blocks:
        expect(same(block), block[1], "--- README", block[2], "--- now", output_of(block[1]))


@test
def exit_codes():
    "every exit code of the program is in the table"
    header = (ROOT / "include" / "tessera" / "core" / "error.hpp").read_text()
    codes = re.findall(r"^ +\w+ = (\d+),$", header, re.M)
    table = README.read_text().split("## Exit codes")[1].split("##")[0]
    expect(len(codes) >= 12 and all(re.search(r"\b%s\b" % code, table) for code in codes), codes)


if "--renew" in sys.argv:
    README.write_text(BLOCK.sub(lambda block: "```console\n$ %s\n%s```" % (block[1], output_of(block[1])), README.read_text()))
main()
