# SPDX-License-Identifier: Apache-2.0
"""Whatever names an answer brings along, the page of tessera view shows them as text: no code of theirs runs and nothing
is asked for, in a real browser, with the page's own policy and where that is taken away."""
import random
import re

from browser import *

# What a name would have to hold to get out of a string, a block of JSON, an attribute, an element or a comment.
PARTS = ["</script>", "<script>window.caught=1</script>", "<img src=x onerror=window.caught=1>", "<svg onload=window.caught=1>",
         "<iframe src='http://127.0.0.1:9/'>", "<link rel=stylesheet href='http://127.0.0.1:9/'>", "<base href='http://127.0.0.1:9/'>",
         "javascript:window.caught=1", "url(http://127.0.0.1:9/)", "${window.caught=1}", "</title>", "</style>", "</svg>", "<!--", "-->", "]]>",
         "\"", "'", "`", "\\", "\\u003c", "\\\"", "&lt;", "&#60;", "&amp;", "\u2028", "\u2029", "\u00a0", "__proto__", "\U0001f9e9", "=", ";", "/"]
NAMES = 20  # on one page


def hostile(answer, name):
    """The answer with the name wherever an answer may have a text of its own."""
    changed = {**answer, **dict.fromkeys(("id", "algorithm", "heuristic", "version", "revision", "limit", "machine"), name)}
    if answer["domain"] == "agent":  # where pieces have names, without white space and a few signs
        label = re.sub(r"[\s()=,#]", "", name) or "x"
        for field in ("start", "goal"):
            changed[field] = re.sub(r"\bA\(", lambda _: label + "(", answer[field])
    return changed


@browser_test
def hostile_names():
    "names made of markup, code and quotes stay text"
    dice = random.Random(24)
    tiles, world = json.loads(run("solve", EASY, "--json").out), json.loads(answers_of("agent", "verify.txt"))
    expect("A(" in world["start"], world)
    with Folder() as folder, Promise("R24", "hostile names in a real browser") as promise:
        window = Browser()
        try:
            for _ in range(0, tries(200, NAMES), NAMES):
                names = ["".join(dice.choices(PARTS, k=dice.randrange(1, 6))) for _ in range(NAMES)]
                answers = [hostile(world if n % 4 == 3 else tiles, name) for n, name in enumerate(names)]
                guarded = page(folder, "\n".join(map(json.dumps, answers)))
                text = open(guarded).read()
                open_page = folder.write("open.html", re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text))
                expect(open(open_page).read() != text, "no policy in the page")
                for path in (guarded, open_page):
                    window.open(path)
                    seen = window.js("""
                        const seen = [];
                        for (let i = 0; i < %d; ++i) {
                            if (i > 0) document.getElementById("next-board").click();
                            seen.push([document.getElementById("title").textContent, window.caught === undefined,
                                document.querySelectorAll("script:not([type])").length, document.querySelectorAll("img, iframe, link, base, body style").length]);
                        }
                        return seen;""" % NAMES)
                    for name, (title, quiet, scripts, strangers) in zip(names, seen, strict=True):
                        promise.kept(title == name and quiet and (scripts, strangers) == (1, 0), path, repr(name), repr(title), quiet, scripts, strangers)
                    window.expect_silence(path)
        finally:
            window.close()


main()
