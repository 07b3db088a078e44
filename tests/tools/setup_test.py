# SPDX-License-Identifier: Apache-2.0
"""tools/setup against a pretended package manager: what it installs, and what it refuses to do.

The real one is tried on fresh systems by hand; here apt-get, apt-cache and dpkg-query are small scripts first in the
PATH, which answer from files and write down every call that would change the system.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

SETUP = pathlib.Path(__file__).resolve().parents[2] / "tools" / "setup"
DEBIAN = pathlib.Path("/etc/debian_version").exists()

APT_GET = """#!/bin/sh
case " $* " in
    *" indextargets "*) echo pretend://mirror ;;
    *" -s "*) cat "$PRETEND/plan" ;;
    *" update "*) cat "$PRETEND/update" ;;
    *" download "*) cp "$PRETEND/package" "./$(echo "$*" | sed 's/.* download \\([^=]*\\)=.*/\\1/')_1_all.deb" ;;
    *" install "*) echo "$*" >>"$PRETEND/changes" ; cp "$PRETEND/wanted" "$PRETEND/installed" ;;
esac
"""
APT_CACHE = """#!/bin/sh
case " $* " in
    *" show "*) echo "Architecture: $(cat "$PRETEND/architecture")" ;;
    *-backports/sources.list*) echo "  Candidate: $(cat "$PRETEND/backports")" ;;
    *SourceList*) echo "  Candidate: $(cat "$PRETEND/next_release")" ;;
    *) echo "  Candidate: $(cat "$PRETEND/candidate")" ;;
esac
"""
DPKG_QUERY = """#!/bin/sh
cat "$PRETEND/installed"
"""
ALL = ("g++ cmake ninja-build libtbb-dev libmimalloc-dev libcli11-dev nlohmann-json3-dev libfmt-dev libxxhash-dev "
       "libparallel-hashmap-dev libcatch2-dev librapidcheck-dev libbenchmark-dev gnuplot-nox strace zsh fish man-db "
       "libopenmpi-dev openmpi-bin python3").split()
EVERYTHING = "".join(f"installed {name} 9999:1\n" for name in ALL)


class Pretend:
    """A system with the given packages, and a package manager that offers the given versions."""

    def __init__(self, installed=EVERYTHING, candidate="9999:1", backports="(none)", next_release="(none)",
                 architecture="all", plan="Inst new (1 mirror)\n", update=""):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        files = dict(installed=installed, wanted=EVERYTHING, candidate=candidate, backports=backports,
                     next_release=next_release, architecture=architecture, plan=plan, update=update, package="",
                     changes="")
        for name, text in files.items():
            (self.folder / name).write_text(text)
        for name, text in {"apt-get": APT_GET, "apt-cache": APT_CACHE, "dpkg-query": DPKG_QUERY,
                           "sudo": '#!/bin/sh\nexec "$@"\n', "chown": "#!/bin/sh\n"}.items():
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def setup(self, *arguments, path=None):
        environment = dict(os.environ, PRETEND=str(self.folder), PATH=path or f"{self.folder}:{os.environ['PATH']}")
        started = time.monotonic()
        done = subprocess.run([str(SETUP), *arguments], env=environment, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)
        self.seconds = time.monotonic() - started
        self.changes = (self.folder / "changes").read_text()
        return done

    def close(self):
        shutil.rmtree(self.folder)


def check(truth, what, done):
    if not truth:
        raise SystemExit(f"not so: {what}\nexit {done.returncode}\nstdout: {done.stdout}\nstderr: {done.stderr}")
    print("ok:", what)


def one_line(text):
    return text.count("\n") == 1


def with_system(body, **system):
    pretend = Pretend(**system)
    try:
        body(pretend)
    finally:
        pretend.close()


def wrong_arguments(system):
    for arguments in (["tests"], ["run", "test"], ["--help"]):
        done = system.setup(*arguments)
        check(done.returncode == 2 and "usage:" in done.stderr, f"{arguments} is answered with the usage", done)


def nothing_to_do(system):
    done = system.setup("test")
    check(done.returncode == 0 and one_line(done.stdout) and "already here" in done.stdout,
          "with everything here, one line says so", done)
    check(not system.changes and system.seconds < 1, "and nothing is changed, at once", done)


def without_apt(system):
    for name in ("apt-get", "apt-cache", "dpkg-query"):
        (system.folder / name).unlink()
    for name in ("sh", "awk"):
        (system.folder / name).symlink_to(shutil.which(name))
    done = system.setup("run", path=str(system.folder))
    check(done.returncode == 3 and "oneTBB" in done.stderr and "-DTESSERA_FETCH=ON" in done.stderr,
          "without apt, a sentence names the packages and the other way", done)


def ordinary(system):
    done = system.setup("run")
    check(done.returncode == 0 and one_line(done.stdout), "one line tells what was installed", done)
    check(system.changes.count("\n") == 1 and "libtbb-dev" in system.changes and "g++" not in system.changes,
          "one transaction installs what is missing and only that", done)


def would_upgrade(system):
    done = system.setup("run")
    check(done.returncode == 1 and "libc6" in done.stderr and not system.changes,
          "nothing is installed where that would upgrade a package", done)


def would_remove(system):
    done = system.setup("run")
    check(done.returncode == 1 and "precious" in done.stderr and not system.changes,
          "nothing is installed where that would remove a package", done)


def offline(system):
    done = system.setup("run")
    check(done.returncode == 1 and one_line(done.stderr) and "cannot be reached" in done.stderr and not system.changes,
          "without network one sentence says so", done)


def too_old(system):
    done = system.setup("run")
    check(done.returncode == 1 and "libtbb-dev" in done.stderr and "TESSERA_FETCH" in done.stderr and not system.changes,
          "a package that is nowhere new enough is named, with the other way", done)


def compiled_next_release(system):
    done = system.setup("run")
    check(done.returncode == 1 and not system.changes, "a compiled package of the next release is not borrowed", done)


def borrowed(system):
    done = system.setup("run")
    check(done.returncode == 0 and "borrowed: libparallel-hashmap-dev" in done.stdout, "what is borrowed is said", done)
    check("libparallel-hashmap-dev_1_all.deb" in system.changes, "and comes as a file", done)


def without(*names):
    return "".join(line for line in EVERYTHING.splitlines(True) if line.split()[1] not in names)


with_system(wrong_arguments)
with_system(nothing_to_do)
with_system(without_apt)
if DEBIAN:  # the rest compares versions with the real dpkg
    with_system(ordinary, installed=without("libtbb-dev"))
    with_system(would_upgrade, installed=without("g++"), plan="Inst libc6 [1] (2 mirror)\nInst g++ (1 mirror)\n")
    with_system(would_remove, installed=without("g++"), plan="Remv precious [1]\nInst g++ (1 mirror)\n")
    with_system(offline, installed=without("libtbb-dev"), candidate="(none)",
                update="W: Failed to fetch pretend://mirror/x  Temporary failure resolving 'mirror'\n")
    with_system(too_old, installed=without("libtbb-dev"), candidate="1", backports="2")
    with_system(compiled_next_release, installed=without("libtbb-dev"), candidate="1", next_release="9999:1",
                architecture="amd64")
    with_system(borrowed, installed=without("libparallel-hashmap-dev"), candidate="(none)", backports="9999:1")
