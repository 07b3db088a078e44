# SPDX-License-Identifier: Apache-2.0
"""Progress and colour: on a terminal that can, and nowhere else."""
import pty
import select
import time

from support import *


def in_terminal(arguments, env=None, stream="stderr", stop_after=None):
    """Runs with one stream on a terminal; returns what the terminal got, and the other stream."""
    master, slave = pty.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: slave}
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    environment.update({"TERM": "xterm"} if env is None else env)
    process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, env=environment, preexec_fn=default_signals, **streams)
    os.close(slave)
    begin, seen = time.monotonic(), b""
    while True:
        if stop_after and time.monotonic() - begin > stop_after:
            process.send_signal(signal.SIGINT)
            stop_after = None
        if master in select.select([master], [], [], 0.05)[0]:
            try:
                data = os.read(master, 65536)
            except OSError:  # the other end is closed
                data = b""
            if not data:
                break
            seen += data
    other = process.stdout or process.stderr
    rest = other.read()
    process.wait()
    os.close(master)
    return seen.decode(), rest.decode()


@test
def progress_on_a_terminal():
    "progress shows bound, nodes and rate, and leaves a clean line behind"
    seen, out = in_terminal(["solve", *ENDLESS, "--time", "1.2", "--json"])
    expect("bound" in seen and "nodes" in seen and "/s" in seen, seen)
    expect(seen.endswith("\r\033[K"), repr(seen[-60:]))
    expect(json.loads(out)["status"] == "limit", out)
    seen, _ = in_terminal(["solve", *ENDLESS, "--json"], stop_after=0.8)
    expect("bound" in seen and seen.endswith("\r\033[K"), repr(seen[-60:]))


@test
def sets_on_a_terminal():
    "a set shows the boards done of all and the time left; a long board how far its round may be"
    seen, out = in_terminal(["solve", "--set", "korf100:1-8", "-H", "manhattan", "-j", "1", "--split", "tree", "--json"])
    expect("of 8 boards" in seen and "left; board " in seen and "[#" in seen, seen[-2000:])
    expect(len(out.splitlines()) == 8 and seen.endswith("\r\033[K"), repr(seen[-60:]))
    seen, _ = in_terminal(["solve", "--set", "korf100:82", "-H", "manhattan", "-j", "1"])
    expect("; round " in seen and " left" in seen, seen[-2000:])
    with Folder() as folder:
        boards = folder.write("boards.txt", run("gen", "-n", "400", "--seed", "3", "--size", "3x3").out)
        seen, _ = in_terminal(["solve", boards, "-a", "bfs", "-j", "2", "--split", "boards"])
        expect("of 400 boards, about " in seen and "/s boards" in seen, seen[-2000:])


@test
def measuring_on_a_terminal():
    "scale shows a bar, what runs now, and the time left"
    with Folder() as folder:
        seen, _ = in_terminal(["scale", "--set", "korf100:1", "--threads", "1", "--repeat", "5", "--probe", "50ms", "--out", folder.path + "/out"])
        expect("scale [" in seen and "run " in seen and " left" in seen, seen[-2000:])


@test
def no_progress():
    "no progress for quick boards, when quiet, on a dumb terminal, or in a pipe"
    expect(in_terminal(["solve", EASY])[0] == "", "quick")
    slow = ["solve", *ENDLESS, "--time", "0.8"]
    expect(in_terminal(slow + ["--quiet"])[0] == "", "quiet")
    expect(in_terminal(slow, env={"TERM": "dumb"})[0] == "", "dumb")
    expect(in_terminal(slow, env={})[0] == "", "no TERM")
    expect(run(*slow).err == "", "pipe")


@test
def colour():
    "colour follows --color, NO_COLOR, TERM and the terminal"
    for option, env, terminal, expected in [
        ("auto", {"TERM": "xterm"}, True, True),
        ("auto", {"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ("auto", {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {}, True, False),
        ("auto", {"TERM": "xterm"}, False, False),
        ("never", {"TERM": "xterm"}, True, False),
        ("always", {"TERM": "dumb", "NO_COLOR": "1"}, True, True),
        ("always", {"TERM": "xterm"}, False, True),
    ]:
        arguments = ["solve", EASY, "--color", option]
        if terminal:
            shown = in_terminal(arguments, env=env, stream="stdout")[0]
        else:
            shown = in_terminal(arguments, env=env, stream="stderr")[1]
        expect(("\033[" in shown) == expected, option, env, terminal, repr(shown))
        expect("2 moves" in shown, shown)


@test
def nothing_given():
    "with nothing to solve and a terminal to type at, the usage is explained"
    master, slave = pty.openpty()
    done = subprocess.run([PROGRAM, "solve"], stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=10)
    os.close(slave)
    os.close(master)
    expect(done.returncode == 2 and b"nothing to solve" in done.stderr, done)


main()
