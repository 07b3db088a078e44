# SPDX-License-Identifier: Apache-2.0
"""The pages of tessera view and tessera scale in a real Chromium."""
from browser import *

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
                            expect("Mnodes" not in text, text)
                            powers = window.js("return Array.from(document.querySelectorAll('#chart > text')).map((t) => t.textContent)")
                            expect("1 M" in powers and not any("." in power for power in powers), powers)
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
