# SPDX-License-Identifier: Apache-2.0
"""Completions in the real shells, and the manual page: both know every command and option of the help."""
import fcntl
import pty
import re
import select
import struct
import termios
import time

from support import *


def commands(path=()):
    """Every command with its options, as --help shows them."""
    text = run(*path, "--help").out
    options = set()
    for line in text.splitlines():
        found = re.match(r"  ((?:-\w, )?--[a-z][\w-]*|-\w)(?=[\s\[,]|$)", line)
        if found:
            options.update(found[1].split(", "))
    below = re.search(r"^Subcommands:\n((?:  .*\n?)*)", text, re.M)
    names = re.findall(r"^  ([a-z]\w*)", below[1], re.M) if below else []
    known = {path: (names, options)}
    for name in names:
        known.update(commands((*path, name)))
    return known


KNOWN = commands()
VALUES = [(("solve", "--color"), "always"), (("solve", "--algorithm"), "hdastar"), (("scale", "--mode"), "throughput"),
          (("solve", "--heuristic"), "linear-conflict"), (("solve", "--set"), "korf100")]


def cases():
    """Words before the cursor, the beginning of the word at it, and what must be offered."""
    for path, (names, options) in KNOWN.items():
        if names:
            yield path, "", set(names)
        yield path, "-", options
    for path, value in VALUES:
        yield path, value[:2], {value}


def script(folder, shell):
    result = run("completions", shell)
    expect_code(result, 0)
    return folder.write("completions." + shell, result.out)


@test
def the_help_was_understood():
    "the help shows the commands and options that the other tests look for"
    expect({"solve", "scale", "pdb", "completions", "man"} <= set(KNOWN[()][0]), KNOWN[()])
    expect(("pdb", "build") in KNOWN and "--force" in KNOWN[("pdb", "build")][1], KNOWN)
    expect({"-a", "--algorithm", "--color", "-h", "--help"} <= KNOWN[("solve",)][1], KNOWN[("solve",)])


@test
def in_bash():
    "bash offers every command, option and value"
    with Folder() as folder:
        lines = ["set -u", "source " + script(folder, "bash")]
        wanted = list(cases())
        for path, begun, _ in wanted:
            words = ["tessera", *path, begun]
            lines.append("COMP_WORDS=(%s); COMP_CWORD=%d; _tessera 2>/dev/null; echo \"${COMPREPLY[*]-}\"" %
                         (" ".join("'%s'" % w for w in words), len(words) - 1))
        done = subprocess.run(["bash", "--norc", "-c", "\n".join(lines)], capture_output=True, text=True)
        answers = done.stdout.splitlines()
        expect(done.returncode == 0 and done.stderr == "" and len(answers) == len(wanted), done)
        for (path, begun, words), answer in zip(wanted, answers):
            expect(words <= set(answer.split()), path, begun, words - set(answer.split()), answer)
            expect(all(w.startswith(begun) for w in answer.split()), answer)


@test
def in_fish():
    "fish offers every command, option and value"
    needs("fish")
    with Folder() as folder:
        path_of_script = script(folder, "fish")
        wanted = list(cases())
        lines = ["source " + path_of_script]
        for path, begun, words in wanted:
            for start in {begun} if begun != "-" else {"-", "--"}:  # fish shows short and long ones apart
                lines.append("complete -C '%s'" % " ".join(["tessera", *path, start]))
            lines.append("echo END")
        done = subprocess.run(["fish", "--no-config", "-c", "\n".join(lines)], capture_output=True, text=True,
                              env={**os.environ, "HOME": folder.path})
        expect(done.returncode == 0 and done.stderr == "", done)
        answers = done.stdout.split("END\n")
        for (path, begun, words), answer in zip(wanted, answers):
            offered = {line.split("\t")[0] for line in answer.splitlines()}
            expect(words <= offered, path, begun, words - offered, answer)


def missing_in_zsh(cases, script_file, folder):
    """Types each line into a zsh in a terminal and asks for completions; what was not shown of the words that must be."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm", "HOME": folder, "ZDOTDIR": folder, "PS1": "", "LC_ALL": "C"})
        os.execlp("zsh", "zsh", "-f", "-i")
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 400, 200, 0, 0))

    def say(text):
        os.write(terminal, text.encode())

    def not_shown(words, seconds):
        """Reads until all words were there, as words of their own, or the time is over."""
        seen, left, end = "", set(words), time.monotonic() + seconds
        while left and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 65536).decode(errors="replace")
                left = set(words) - set(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", seen).split())
        return left

    say("unsetopt zle_bracketed_paste; LISTMAX=10000; autoload -U compinit; compinit -u -D; source %s; "
        "bindkey '^T' list-choices; echo READ'Y'\n" % script_file)
    expect(not not_shown({"READY"}, 60), "zsh starts")
    missing = []
    for number, (line, words) in enumerate(cases):
        for attempt in range(3):
            say(line + "\x14")  # not ^D: the terminal itself takes that while zsh is not reading
            left = not_shown(words, 5 * (attempt + 1))
            end = "END%d.%d" % (number, attempt)
            say("\x15echo %s'%s'\n" % (end[0], end[1:]))
            not_shown({end}, 60)
            if not left:
                break
        else:
            missing.append((line, left))
    say("exit\n")
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass
    os.waitpid(child, 0)
    os.close(terminal)
    return missing


@test
def in_zsh():
    "zsh offers every command, option and value"
    needs("zsh")
    with Folder() as folder:
        lines = [(" ".join(["tessera", *path, begun]), words) for path, begun, words in cases()]
        missing = missing_in_zsh(lines, script(folder, "zsh"), folder.path)
        expect(not missing, missing)


@test
def manual():
    "the manual page has every command and option, and man shows it without a warning"
    page = run("man")
    expect_code(page, 0)
    plain = page.out.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "")
    sections = dict(re.findall(r"^\.SS tessera ([\w ]+)\n((?:(?!\.SS).*\n)*)", plain, re.M))
    for path, (_, options) in KNOWN.items():
        text = sections[" ".join(path)] if path else plain.split(".SH COMMANDS")[0]
        for option in options:
            expect(re.search(r"(^|, )%s(,| |$)" % re.escape(option), text, re.M), path, option, text)
    needs("man")
    with Folder() as folder:
        done = subprocess.run(["man", "--warnings=all", "-E", "UTF-8", "-l", folder.write("tessera.1", page.out)],
                              capture_output=True, text=True,
                              env={**os.environ, "MANPAGER": "cat", "LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
        expect(done.returncode == 0 and done.stderr == "", done.stderr)
        expect("TESSERA(1)" in done.stdout and "--algorithm" in done.stdout, done.stdout[:500])


@test
def unknown_shell():
    "another shell is refused, and a mistyped command gets the nearest one"
    expect_complaint(run("completions", "tcsh"), 2, "bash")
    expect_complaint(run("solv"), 2, "did you mean 'solve'")
    expect_complaint(run("scael", "--out", "x"), 2, "did you mean 'scale'")


main()
