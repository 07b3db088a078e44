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
    *" -s "*)
        cat "$PRETEND/plan"
        for word in $*; do
            [ ! -e "$PRETEND/plan.$word" ] || cat "$PRETEND/plan.$word"
        done
        ;;
    *" update "*) cat "$PRETEND/update" ;;
    *" download "*) cp "$PRETEND/package" "./$(echo "$*" | sed 's/.* download \\([^=]*\\)=.*/\\1/')_1_all.deb" ;;
    *" install "*)
        echo "$*" >>"$PRETEND/changes"
        for word in $*; do
            word=${word##*/}
            grep " ${word%%_*} " "$PRETEND/wanted" >>"$PRETEND/installed" || true
        done
        ;;
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
       "libopenmpi-dev openmpi-bin chromium chromium-driver python3-jsonschema graphviz pkgconf valgrind python3").split()
EVERYTHING = "".join(f"installed {name} 9999:1\n" for name in ALL)


class Pretend:
    """A system with the given packages, and a package manager that offers the given versions."""

    def __init__(self, installed=EVERYTHING, candidate="9999:1", backports="(none)", next_release="(none)",
                 architecture="all", plan="Inst new (1 mirror)\n", update="", plans={}):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        files = dict(installed=installed, wanted=EVERYTHING, candidate=candidate, backports=backports,
                     next_release=next_release, architecture=architecture, plan=plan, update=update, package="",
                     changes="", **{"plan." + name: text for name, text in plans.items()})
        for name, text in files.items():
            (self.folder / name).write_text(text)
        for name, text in {"apt-get": APT_GET, "apt-cache": APT_CACHE, "dpkg-query": DPKG_QUERY,
                           "sudo": '#!/bin/sh\nexec "$@"\n', "chown": "#!/bin/sh\n"}.items():
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def setup(self, *arguments, path=None, upgrade=""):
        environment = dict(os.environ, PRETEND=str(self.folder), PATH=path or f"{self.folder}:{os.environ['PATH']}",
                           XDG_CACHE_HOME=str(self.folder / "memory"), TESSERA_SETUP_UPGRADE=upgrade)
        done = subprocess.run([str(SETUP), *arguments], env=environment, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)
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
    check(not system.changes, "and nothing is changed", done)


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


def point_updates(system):
    done = system.setup("run")
    check(done.returncode == 1 and one_line(done.stderr) and "libevent" in done.stderr and not system.changes,
          "a needed package that asks for updates is left to the user", done)
    check("tools/setup --upgrade run" in done.stderr and "TESSERA_SETUP_UPGRADE=1" in done.stderr, "who is told how", done)
    done = system.setup("run", upgrade="1")
    check(done.returncode == 0 and "g++" in system.changes, "and may allow updates of the same release", done)


def foreign_upgrade(system):
    done = system.setup("--upgrade", "run")
    check(done.returncode == 1 and "libc6" in done.stderr and not system.changes,
          "what is allowed does not reach to another release, nor to a removal", done)


def welcome(system):
    done = system.setup("test")
    check(done.returncode == 0 and one_line(done.stdout) and not done.stderr, "welcome packages stop nothing", done)
    check("libtbb-dev" in system.changes and "fish" in system.changes, "what changes nothing is installed", done)
    check("zsh" not in system.changes and "openmpi" not in system.changes,
          "what needs updates is left out, with what goes with it", done)
    check("zsh (completions in zsh: needs an update of libpcre)" in done.stdout and
          "libopenmpi-dev openmpi-bin (search over MPI: needs an update of libevent)" in done.stdout and
          "tools/setup --upgrade test" in done.stdout, "the line tells what, what for, why and the remedy", done)
    before = system.changes
    (system.folder / "apt-get").write_text("#!/bin/sh\necho called >>$PRETEND/changes\n")
    done = system.setup("test")
    check(done.returncode == 0 and system.changes == before and "left out: " in done.stdout,
          "a second run remembers, asks nobody, and still tells", done)
    memory = system.folder / "memory" / "tessera-setup" / "test"
    os.utime(memory, (time.time() - 90000,) * 2)
    system.setup("test")
    check(system.changes != before, "a day later it is tried again", done)


def welcome_after_updates(system):
    system.setup("test")
    check("zsh" not in system.changes, "left out first", system.setup("test"))
    (system.folder / "plan.zsh").unlink()
    with open(system.folder / "installed", "a") as installed:
        installed.write("installed libpcre 9999:2\n")
    done = system.setup("test")
    check(done.returncode == 0 and "zsh" in system.changes, "and tried again once the packages here have changed", done)


def welcome_with_upgrade(system):
    done = system.setup("--upgrade", "test")
    check(done.returncode == 0 and "zsh" in system.changes and "left out" not in done.stdout,
          "with --upgrade it is installed", done)


def welcome_offline(system):
    done = system.setup("test")
    check(done.returncode == 0 and one_line(done.stdout) and "cannot be reached" in done.stdout,
          "without network, welcome packages are left out", done)


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
    release = dict(line.split("=", 1) for line in open("/etc/os-release") if "=" in line)
    own = "Debian-Security:%s/stable" % release.get("VERSION_ID", "0").strip().strip('"')
    event, pcre = (f"Inst {name} [1] (2 {own} [amd64])\n" for name in ("libevent", "libpcre"))
    with_system(point_updates, installed=without("g++"), plan=event + "Inst g++ (1 mirror)\n")
    with_system(foreign_upgrade, installed=without("g++"), plan="Inst libc6 [1] (1:99.2 Debian:99/stable [amd64])\n")
    with_system(foreign_upgrade, installed=without("g++"), plan="Remv libc6 [1]\n")
    behind = dict(installed=without("libtbb-dev", "zsh", "fish", "libopenmpi-dev", "openmpi-bin"),
                  plans={"zsh": pcre, "libopenmpi-dev": event})
    with_system(welcome, **behind)
    with_system(welcome_after_updates, **behind)
    with_system(welcome_with_upgrade, **behind)
    with_system(welcome_offline, installed=without("zsh"), candidate="(none)",
                update="W: Failed to fetch pretend://mirror/x  Temporary failure resolving 'mirror'\n")
    with_system(would_upgrade, installed=without("g++"), plan="Inst libc6 [1] (2 mirror)\nInst g++ (1 mirror)\n")
    with_system(would_remove, installed=without("g++"), plan="Remv precious [1]\nInst g++ (1 mirror)\n")
    with_system(offline, installed=without("libtbb-dev"), candidate="(none)",
                update="W: Failed to fetch pretend://mirror/x  Temporary failure resolving 'mirror'\n")
    with_system(too_old, installed=without("libtbb-dev"), candidate="1", backports="2")
    with_system(compiled_next_release, installed=without("libtbb-dev"), candidate="1", next_release="9999:1",
                architecture="amd64")
    with_system(borrowed, installed=without("libparallel-hashmap-dev"), candidate="(none)", backports="9999:1")
