# SPDX-License-Identifier: Apache-2.0
"""A real Chromium, driven over plain WebDriver, for tests of the pages.

Needs chromium and chromedriver (Debian: chromium, chromium-driver), which tools/setup installs where it can; without
them every test marked @browser_test is skipped, and ctest shows it.
"""
import shutil
import time
import urllib.error
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
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=120) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError("%s: %s" % (error, error.read().decode(errors="replace"))) from None

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
