# SPDX-License-Identifier: Apache-2.0
"""Names from outside: they lead nowhere but where they should, and reach no terminal raw."""
import pty
import random
import re
import select

from support import *

# Whatever steers a terminal or a reader's eye: escapes, C1, broken UTF-8, marks of writing direction.
NASTY = [b"\x1b[31m", b"\x1b]0;title\x07", b"\x9b2J", b"\x00", b"\r", b"\n", b"\x08", b"\x7f", b"\xc2\x9b", b"\xff\xfe", b"\xc0\xaf",
         "\u202e".encode(), "\u2066".encode(), "\u200b".encode(), "\u2028".encode(), "\ufeff".encode(), b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\t", b"\x0e"]
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def in_terminal(arguments, stdin=b""):
    """All that a terminal on both streams gets."""
    master, slave = pty.openpty()
    process = subprocess.Popen([os.fsencode(PROGRAM), *arguments], stdin=subprocess.PIPE, stdout=slave, stderr=slave,
                               env={**os.environ, "TERM": "xterm", "NO_COLOR": "1"}, preexec_fn=default_signals)
    os.close(slave)
    try:
        process.stdin.write(stdin)
        process.stdin.close()
    except BrokenPipeError:
        pass
    seen = b""
    while True:
        select.select([master], [], [])
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(master)
    process.wait()
    return seen


def harmless(seen):
    """Only our own status line may steer: it is taken away first.  Line ends of a terminal are \\r\\n."""
    text = seen.replace(b"\r\n", b"\n").replace(b"\x1b[K", b"").replace(b"\r", b"")
    try:
        return STEERING.search(text.decode("utf-8", "strict").replace("\n", "").replace("\t", "")) is None
    except UnicodeDecodeError:
        return False


@test
def nothing_raw():
    "nasty names in files, boards, ids, options, sets, JSON and worlds are shown escaped"
    dice = random.Random(23)
    with Folder() as folder, Promise("R23", "nasty names on a terminal") as promise:
        for round in range(tries(200, 6)):
            name = b"".join(dice.choice(NASTY + [b"a", b"b"]) for _ in range(dice.randrange(1, 5)))
            word = name.replace(b"\x00", b"\x01")  # no argument can hold a NUL
            file_name = word.replace(b"/", b"_")
            path = os.path.join(os.fsencode(folder.path), b"f" + file_name)
            board = b"1 2 3 4 5 6 0 7 8"
            with open(path, "wb") as file:
                file.write(b"id" + name.replace(b"\n", b"").replace(b"\r", b"") + b" " + board + b"\n" + name + b" 1 2 3\n# size: " + name + b"\n")
            world = os.path.join(os.fsencode(folder.path), b"w" + file_name)
            with open(world, "wb") as file:
                file.write(b"size 3x3\nstart " + name + b" 0,0\ngoal " + name + b" 2,2\nstart agent 1,1\n" + name + b"\n")
            answer = json.dumps({"id": word.decode("latin-1"), "domain": word.decode("latin-1"), "status": word.decode("latin-1")}).encode()
            raw = b'{"id":"' + name + b'","domain":"tiles","size":"3x3","start":"' + name + b'"}'
            for arguments, stdin in [
                ([b"solve", path], b""), ([b"solve", path + b"x"], b""), ([b"solve", b"-"], name + b" 1 2 3 4\n"),
                ([b"solve", b"1 2 " + word + b" 4 5 6 7 8 0"], b""), ([b"solve", board, b"--heuristic", word], b""),
                ([b"solve", board, b"--heuristic", b"pdb:" + word], b""), ([b"solve", board, b"--algorithm", word], b""),
                ([b"solve", board, b"--domain", word], b""), ([b"solve", board, b"--size", word], b""),
                ([b"solve", board, b"--goal", word], b""), ([b"solve", board, b"--memory", word], b""), ([b"solve", b"--" + word], b""),
                ([b"solve", b"--set", word], b""), ([b"solve", b"--set", b"korf100:" + word], b""), ([word], b""),
                ([b"solve", b"--domain", b"agent", world], b""), ([b"solve", b"--domain", b"bricks", world], b""),
                ([b"check", b"-"], answer + b"\n" + raw + b"\n" + name), ([b"check", path + b"x"], b""),
                ([b"pdb", b"info", path], b""), ([b"pdb", b"verify", path], b""), ([b"pdb", b"build", word], b""), ([b"pdb", word], b""),
                ([b"pdb", b"remove", word], b""), ([b"gen", b"--size", word], b""), ([b"gen", b"-n", word], b""),
                ([b"experiment", word], b""), ([b"walk", b"3", world], b""), ([b"walk", word, world], b""), ([b"list", word], b""),
            ]:
                seen = in_terminal(arguments, stdin)
                promise.kept(harmless(seen), arguments, stdin, seen)


@test
def names_stay_in_the_cache():
    "names of tables cannot lead out of the cache"
    needs("strace")
    with Cache() as c, Promise("R22", "names that want to leave the cache") as promise:
        outside = os.path.join(c.path, "outside")
        os.mkdir(outside)
        names = ["../outside/x", "../../etc/passwd", outside + "/x", "..", ".", "/", "4-4/../../outside/x", "x" * 4096, "4-4\n", "a\nb",
                 "pdb:../x", "~", "$HOME", "4-4;touch x", "%2e%2e%2f", "..\\x", "\u2025/x", "4-4\t", " 4-4", "-", "4-4.pdb", "../cache/4-4"]
        for name in names[:tries(100, 8)] if EFFORT < 10 else names:
            for command in (["pdb", "build", name, "-q"], ["pdb", "remove", name], ["solve", EASY, "-H", "pdb:" + name]):
                trace = os.path.join(c.path, "trace")
                done = subprocess.run(["strace", "-f", "-o", trace, "-e", "trace=openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,symlinkat",
                                       PROGRAM, *command], env={**os.environ, **c.env}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, timeout=100)
                touched = [line for line in open(trace, errors="replace")
                           if re.search(r"O_WRONLY|O_RDWR|O_CREAT|mkdir|rename|unlink|symlink", line) and " = -1 " not in line
                           and c.cache not in line and not re.search(r"\((\d+), \"[^/]*\"", line) and "/dev/" not in line
                           and "/tmp/tsan." not in line]  # the thread sanitizer's own
                promise.kept(done.returncode in (0, 2, 33, 34, 35) and not touched, command, done, touched)
        promise.kept(os.listdir(outside) == [] and sorted(os.listdir(c.path)) == sorted(set(os.listdir(c.path)) & {"outside", "cache", "trace"}),
                     os.listdir(c.path))
        for name in c.files():
            mode = os.stat(os.path.join(c.cache, name)).st_mode & 0o7777
            promise.kept(mode == 0o600, name, oct(mode))


main()
