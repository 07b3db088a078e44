# SPDX-License-Identifier: Apache-2.0
"""tessera view: what it refuses, and its page in a real Chromium, driven over plain WebDriver.

Without chromium and chromedriver (Debian: chromium, chromium-driver) the browser tests are skipped.
"""
import shutil
import time
import urllib.request

from support import *

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")


class Browser:
    """One window.  Collects console messages and requests."""

    def __init__(self, *more):
        self.driver = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.url = None
        for line in self.driver.stdout:
            if b"started successfully on port" in line:
                self.url = "http://127.0.0.1:%d" % int(line.split()[-1].strip(b"."))
                break
        options = {"binary": CHROMIUM, "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *more]}
        session = self.ask("/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.session = "/session/" + session["sessionId"]

    def ask(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=120) as reply:
            return json.load(reply)["value"]

    def close(self):
        try:
            self.ask(self.session, method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def open(self, path):
        self.ask(self.session + "/url", {"url": pathlib.Path(path).as_uri()})

    def js(self, script):
        return self.ask(self.session + "/execute/sync", {"script": script, "args": []})

    def press(self, key):
        self.ask(self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

    def log(self, kind):
        return self.ask(self.session + "/se/log", {"type": kind})

    def move(self):
        return self.js("return Number(document.body.dataset.move)")

    def wait(self, condition):
        for _ in range(300):
            if self.js("return " + condition):
                return
            time.sleep(0.05)
        raise AssertionError("waited in vain for " + condition + ", at move %s" % self.move())

    def expect_silence(self, path):
        """Nothing on the console; nothing asked for but the page itself."""
        console = self.log("browser")
        expect(console == [], console)
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        expect(set(asked) <= {pathlib.Path(path).as_uri()}, asked)


def page(folder, answers, name="page.html"):
    path = os.path.join(folder.path, name)
    result = run("view", "-", "-o", path, stdin=answers)
    expect_code(result, 0)
    return path


def browser_test(function):
    def maybe():
        if not CHROMIUM or not DRIVER:
            raise Skipped("no chromium or no chromedriver here: install chromium and chromium-driver")
        function()
    maybe.__doc__ = function.__doc__
    return test(maybe)


def answers_of(domain, *names, more=()):
    files = [str(ROOT / "instances" / domain / name) for name in names]
    return run("solve", "--domain", domain, *files, *more, "--json").out


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


@browser_test
def korf():
    "Korf's hundred in a real Chromium: every last frame is the goal, no console message, no request"
    with Folder() as folder:
        answers = run("solve", "--set", "korf100", "-H", "pdb:5-5-5", "--json", timeout=600)
        expect_code(answers, 0)
        path = page(folder, answers.out)
        window = Browser()
        try:
            window.open(path)
            expect(window.js("return document.querySelectorAll('#boards option').length") == 100)
            seen = window.js("""
                const seen = [];
                const goal = Array.from({length: 15}, (_, i) => i + 1).concat(0);
                for (let i = 0; i < 100; ++i) {
                    if (i > 0) document.getElementById('next-board').click();
                    const before = document.body.dataset.goal;
                    document.getElementById('last').click();
                    const board = new Array(16).fill(0);
                    for (const piece of document.querySelectorAll('.piece')) {
                        const [x, y] = piece.getAttribute('transform').match(/[-.0-9]+/g).map(Number);
                        board[y * 4 + x] = Number(piece.dataset.label);
                    }
                    seen.push([before, document.body.dataset.goal, board, Number(document.body.dataset.move)]);
                }
                return seen;""")
            goals = [[int(word) for word in answer["goal"].split()] for answer in answers.json()]
            for (before, after, board, moves), goal, answer in zip(seen, goals, answers.json()):
                expect(before == "false" and after == "true" and board == goal and moves == answer["length"], before, after, board, moves)
            window.expect_silence(path)
        finally:
            window.close()


@browser_test
def keyboard():
    "space, arrows, home and end"
    right, left, home, end = "\ue014", "\ue012", "\ue011", "\ue010"
    with Folder() as folder:
        path = page(folder, GOOD)
        length = json.loads(GOOD)["length"]
        window = Browser()
        try:
            window.open(path)
            expect(window.move() == 0)
            window.press(right)
            window.wait("document.body.dataset.move === '1'")
            window.press(right)
            window.wait("document.body.dataset.move === '2'")
            window.press(left)
            window.wait("document.body.dataset.move === '1'")
            window.press(end)
            expect(window.move() == length)
            window.press(home)
            expect(window.move() == 0)
            window.press(" ")
            expect(window.js("return document.body.dataset.playing") == "true")
            window.wait("document.body.dataset.move === '%d' && document.body.dataset.playing === 'false'" % length)
            expect(window.js("return document.body.dataset.goal") == "true")
            window.expect_silence(path)
        finally:
            window.close()


@browser_test
def worlds():
    "the agent world and bricks, longer slides included, end at the goal, also where motion is unwanted"
    answers = answers_of("agent", "verify.txt", "obst1234.txt") + answers_of("bricks", "klotski-gate.txt", "own-r05.txt", more=("--metric", "any"))
    with Folder() as folder:
        path = page(folder, answers)
        window = Browser("--force-prefers-reduced-motion")
        try:
            window.open(path)
            for number in range(4):
                if number > 0:
                    window.js("document.getElementById('next-board').click()")
                window.press("\ue014")
                expect(window.move() == 1, "a step is made at once")
                window.press("\ue010")
                expect(window.js("return document.body.dataset.goal") == "true", number)
            window.expect_silence(path)
        finally:
            window.close()


@browser_test
def hostile_names():
    "names that look like markup or code stay text"
    name = "</script><script>window.caught=1</script><img src=x onerror=window.caught=1>\"'\u2028&amp;"
    hostile = json.dumps({**json.loads(GOOD), "id": name, "algorithm": name, "heuristic": name})
    world = json.loads(answers_of("agent", "verify.txt"))
    tile = "<b>\"'</svg>"
    world["start"] = world["start"].replace("A(", tile + "(")
    world["goal"] = world["goal"].replace("A(", tile + "(")
    with Folder() as folder:
        path = page(folder, hostile + "\n" + hostile + "\n" + json.dumps(world))
        window = Browser()
        try:
            window.open(path)
            expect(window.js("return document.getElementById('title').textContent") == name)
            expect(window.js("return window.caught === undefined && document.images.length === 0 && document.scripts.length === 2"))
            window.js("document.getElementById('next-board').click(); document.getElementById('next-board').click()")
            expect(window.js("return Array.from(document.querySelectorAll('.piece'), (piece) => piece.dataset.label).includes(arguments[0] || %s)" % json.dumps(tile)))
            expect(window.js("return document.querySelectorAll('svg b').length") == 0)
            window.expect_silence(path)
        finally:
            window.close()


main()
