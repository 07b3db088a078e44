# SPDX-License-Identifier: Apache-2.0
"""tessera view without a browser: what it refuses, and what the page admits.  browser_test.py looks at the page."""
import stat

from support import *

GOOD = run("solve", "--set", "8-puzzle-spiral:easy", "--json").out


@test
def bad_input():
    "bad input is refused with its line and the reason, and no page is written"
    good = json.loads(GOOD)
    for bad, reason in [("nonsense", "not JSON"), (json.dumps({**good, "moves": "UUUUU"}), "leaves the board"),
                        (json.dumps({**good, "moves": good["moves"][:-1]}), "length"), ("{}", "'domain'"),
                        (json.dumps({**good, "goal": good["start"]}), "goal"), (json.dumps({**good, "seconds": "x"}), "'seconds'")]:
        expect_complaint(run("view", "-", stdin=GOOD + bad), 33, "stdin:2: ", reason)
    expect_complaint(run("view", "-", stdin=""), 33, "no answer")
    expect_complaint(run("view", "/nowhere/at/all"), 35)


@test
def policy():
    "the page admits what it inlines and nothing else"
    html = run("view", "-", stdin=GOOD).out
    expect("default-src 'none'" in html and "unsafe" not in html and "http://www.w3.org" not in html.split("<script>")[0], html[:600])


@test
def whole_or_not():
    "the page is written whole or not at all, with the rights the user's mask gives, through links, and into pipes"
    with Folder() as folder:
        path = folder.write("page.html", "old")
        expect_complaint(run("view", "-", "-o", path, stdin="nonsense"), 33)
        expect(open(path).read() == "old", "a failure leaves the old page")
        link = os.path.join(folder.path, "link.html")
        os.symlink("page.html", link)
        expect_code(run("view", "-", "-o", link, stdin=GOOD), 0)
        expect(os.path.islink(link) and "</html>" in open(path).read(), "the link")
        os.remove(path)
        expect_code(run("view", "-", "-o", path, stdin=GOOD), 0)
        mask = os.umask(0)
        os.umask(mask)
        expect(os.stat(path).st_mode & 0o777 == 0o666 & ~mask, oct(os.stat(path).st_mode))
        expect(sorted(os.listdir(folder.path)) == ["link.html", "page.html"], os.listdir(folder.path))
        pipe = os.path.join(folder.path, "pipe")
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
        expect_code(run("view", "-", "-o", pipe, stdin=GOOD), 0)
        expect(b"</html>" in reader.communicate(timeout=60)[0] and stat.S_ISFIFO(os.stat(pipe).st_mode), "the pipe")
        expect_complaint(run("view", "-", "-o", folder.path + "/missing/page.html", stdin=GOOD), 35, "missing")


main()
