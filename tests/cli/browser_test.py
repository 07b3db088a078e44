# SPDX-License-Identifier: Apache-2.0
"""The pages of tessera view and tessera scale in a real Chromium, driven over plain WebDriver.

Needs chromium and chromedriver (Debian: chromium, chromium-driver), which tools/setup installs where it can; without
them every test here is skipped, and ctest shows it.
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

    def command(self, name, **parameters):
        """A command of the browser's own protocol."""
        self.ask(self.session + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def be(self, width, height, scheme):
        """A window of that size, with dark or light wanted."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def expect_fit(self, what):
        """Nothing sticks out at the sides, and text can be told from its ground."""
        expect(self.js("return document.documentElement.scrollWidth <= window.innerWidth"), what, "wider than the window")
        seen = self.js("""
            const light = (colour) => { const [r, g, b] = colour.match(/[.0-9]+/g).map(Number); return (r * 299 + g * 587 + b * 114) / 255000; };
            const style = getComputedStyle(document.body);
            return [light(style.backgroundColor), light(style.color)];""")
        expect(abs(seen[0] - seen[1]) > 0.5, what, seen)
        return seen[0]

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
        expect({url for url in asked if not url.startswith("data:")} <= {pathlib.Path(path).as_uri()}, asked)


def page(folder, answers, name="page.html"):
    path = os.path.join(folder.path, name)
    result = run("view", "-", "-o", path, stdin=answers)
    expect_code(result, 0)
    return path


def browser_test(function):
    def maybe():
        if not (CHROMIUM and DRIVER):
            raise Skipped("there is no chromium or no chromedriver: install chromium and chromium-driver")
        function()
    maybe.__doc__ = function.__doc__
    return test(maybe)


def answers_of(domain, *names, more=()):
    files = [str(ROOT / "instances" / domain / name) for name in names]
    return run("solve", "--domain", domain, *files, *more, "--json").out


GOOD = run("solve", "--set", "8-puzzle-spiral:easy", "--json").out if CHROMIUM and DRIVER else ""


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
def sizes():
    "the viewer fits a phone and a desk, dark and light; labels of the chart are whole; numbers have units"
    answers = run("solve", "--set", "korf100:3", "-H", "manhattan", "--json").out
    answers += answers_of("agent", "obst1234.txt") + answers_of("bricks", "klotski-gate.txt")
    with Folder() as folder:
        path = page(folder, answers)
        window = Browser()
        try:
            for width, height in ((390, 844), (768, 1024), (1280, 900)):
                for scheme in ("light", "dark"):
                    window.be(width, height, scheme)
                    window.open(path)
                    for number in range(3):
                        if number > 0:
                            window.js("document.getElementById('next-board').click()")
                        ground = window.expect_fit((width, scheme, number))
                        expect((ground < 0.5) == (scheme == "dark"), width, scheme, ground)
                        if number == 0:
                            expect(window.js("return Array.from(document.querySelectorAll('#chart text')).every((t) => t.getBBox().x >= 0)"), "cut labels")
                            expect("nodes/s" in window.js("return document.getElementById('facts').textContent"))
                            text = window.js("return document.getElementById('facts').textContent + document.getElementById('chart').textContent")
                            expect("Mnodes" not in text and "1.00 " not in text, text)
            window.expect_silence(path)
        finally:
            window.close()


@browser_test
def report():
    "the report of scale opens without a message or a request, fits a phone, and shows chart and figures"
    with Folder() as folder:
        out = os.path.join(folder.path, "out")
        expect_code(run("scale", "--set", "8-puzzle-levels:1-3", "--probe", "2ms", "--threads", "1,2", "--repeat", "2", "--mode", "both", "--out", out), 0)
        path = os.path.join(out, "report.html")
        window = Browser()
        try:
            for width, scheme in ((390, "light"), (1280, "dark")):
                window.be(width, 900, scheme)
                window.open(path)
                window.expect_fit((width, scheme))
                expect("of a possible" in window.js("return document.body.textContent"))
                if shutil.which("gnuplot"):
                    expect(window.js("return Array.from(document.images).length > 0 && Array.from(document.images).every((i) => i.naturalWidth > 0)"))
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
            expect(window.js("return document.getElementById('title').textContent") == name, "title")
            expect(window.js("return window.caught === undefined && document.images.length === 0 && document.scripts.length === 2"))
            window.js("document.getElementById('next-board').click(); document.getElementById('next-board').click()")
            expect(window.js("return Array.from(document.querySelectorAll('.piece'), (piece) => piece.dataset.label).includes(arguments[0] || %s)" % json.dumps(tile)))
            expect(window.js("return document.querySelectorAll('svg b').length") == 0)
            window.expect_silence(path)
        finally:
            window.close()


main()
