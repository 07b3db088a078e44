# SPDX-License-Identifier: Apache-2.0
"""Whatever the system does to a build of tables, the next run finds the old file or the new one, never half of one."""
import re
import shutil
import time

from support import *

BUILD = ["pdb", "build", "4-4", "--threads", "1", "-q"]
BOARD = "8 6 7 2 5 4 3 0 1"  # 31 moves
SOLVE = ["solve", BOARD, "--heuristic", "pdb:4-4", "--threads", "1", "--json"]
CALLS = "openat,open,pread64,write,fsync,rename,renameat,renameat2,fallocate,flock,mkdir,unlinkat,close"


class Traced(Cache):
    def traced(self, arguments, *options):
        done = subprocess.run(["strace", "-f", "-y", "-o", os.path.join(self.path, "trace"), "-e", "trace=" + CALLS, *options,
                               PROGRAM, *arguments], env={**os.environ, **self.env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=120)
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return Result(done)


def strace_works():
    if not shutil.which("strace"):
        return False
    with Traced() as c:
        try:
            return c.traced(["--version"]).code == 0
        except (OSError, subprocess.TimeoutExpired):
            return False


STRACE = strace_works()


def needs_strace(function):
    def wrapped():
        if not STRACE:
            raise Skipped("strace is missing or not allowed here")
        function()
    wrapped.__doc__, wrapped.__name__ = function.__doc__, function.__name__
    return wrapped


def good_files():
    with Traced() as c:
        expect_code(c.run(*BUILD), 0)
        return c.contents()


GOOD = good_files()


def cache_calls(c, arguments):
    """The calls of the main thread that touch the cache, each as (name, how many of that name came before it, and it)."""
    c.traced(arguments)
    lines = open(os.path.join(c.path, "trace")).read().splitlines()
    main_thread = lines[0].split()[0]
    counts, found = {}, []
    for line in lines:
        match = re.match(r"(\d+) +(\w+)\(", line)
        if not match or match[1] != main_thread:
            continue
        counts[match[2]] = counts.get(match[2], 0) + 1
        if c.cache in line:
            found.append((match[2], counts[match[2]]))
    return found


def expect_sound(c, where):
    """Final names hold whole tables; a run without faults makes everything good and tidy."""
    for name, data in c.contents().items():
        if not name.startswith(".") and not name.endswith(".lock"):
            expect(GOOD.get(name) == data, "half a file", where, name)
    result = c.run(*BUILD, "--force")
    expect_code(result, 0)
    left = {name: data for name, data in c.contents().items() if not name.endswith(".lock")}
    expect(left == GOOD, "not tidy", where, sorted(left))


@test
@needs_strace
def killed():
    "a build killed at any call that touches the cache leaves the old state or the new one"
    with Traced() as c:
        calls = cache_calls(c, BUILD)
    names = {name for name, _ in calls}
    expect({"openat", "write", "fsync", "renameat"} <= names, calls)
    with Promise("R10", "kills at every call that touches the cache") as promise:
        for call, number in calls:
            with Traced() as c:
                result = c.traced(BUILD, "-e", "inject=%s:signal=KILL:when=%d" % (call, number))
                expect(result.code != 0, call, number, result)
                expect_sound(c, (call, number))
                promise.kept(True)


@test
@needs_strace
def killed_while_replacing():
    "the same over an existing file"
    with Traced() as c:
        expect_code(c.run(*BUILD), 0)
        calls = cache_calls(c, BUILD + ["--force"])
        for call, number in calls:
            c.traced(BUILD + ["--force"], "-e", "inject=%s:signal=KILL:when=%d" % (call, number))
            for name, data in GOOD.items():
                expect(c.contents().get(name) == data, call, number, name)
        expect_sound(c, "at the end")


@test
@needs_strace
def failing():
    "a call that fails makes build end with 35 or do its work, and never claim what is not there"
    with Traced() as c:
        calls = cache_calls(c, BUILD)
    ended = {}
    with Promise("R12", "failing calls of a build") as promise:
        for error in ("ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES"):
            for call, number in calls:
                if call == "flock" or (error not in ("EIO", "ENOSPC") and call in ("fsync", "close")):
                    continue
                with Traced() as c:
                    result = c.traced(BUILD, "-e", "inject=%s:error=%s:when=%d" % (call, error, number))
                    expect(result.code in (0, 35), error, call, number, result)
                    expect(result.code == 0 or len(result.err.splitlines()) == 1, error, call, number, result)
                    if result.code == 0:
                        expect(GOOD == {n: d for n, d in c.contents().items() if n in GOOD}, error, call, number, c.files())
                    ended[(call, result.code)] = ended.get((call, result.code), 0) + 1
                    promise.kept(True)
                    expect_sound(c, (error, call, number))
        for call in ("write", "fsync", "renameat"):
            expect((call, 35) in ended and (call, 0) not in ended, call, ended)


@test
@needs_strace
def interrupted_calls():
    "a call that a signal interrupts is made again"
    with Traced() as c:
        calls = cache_calls(c, BUILD)
    with Promise("R12", "interrupted calls of a build") as promise:
        for call, number in calls:
            if call in ("openat", "write", "fsync", "flock", "fallocate", "close"):
                with Traced() as c:
                    result = c.traced(BUILD, "-e", "inject=%s:error=EINTR:when=%d" % (call, number))
                    promise.kept(result.code == 0 and {n: d for n, d in c.contents().items() if n in GOOD} == GOOD, call, number, result)


@test
@needs_strace
def failing_reads():
    "a read that fails is told as that, not as a damaged table; one that is interrupted is made again"
    verify = ["pdb", "verify", "4-4"]  # reads the headers; solve reads the entries too
    with Traced() as c, Promise("R12", "failing reads of tables") as promise:
        expect_code(c.run(*BUILD), 0)
        for name, read, command in [(name, *more) for name in GOOD for more in ((1, verify), (1, SOLVE), (2, SOLVE))]:
            def go(error):
                return c.traced(command, "-P", os.path.join(c.cache, name), "-e", "inject=pread64:error=%s:when=%d" % (error, read))
            result = go("EIO")
            told = len(result.err.splitlines()) == 1 and "nput/output error" in result.err
            promise.kept(told and (result.code == 35 if command == verify else result.code == 0 and result.json()[0]["length"] == 31),
                         name, read, result)
            result = go("EINTR")
            promise.kept(result.code == 0 and result.err == "", name, read, result)
            promise.kept({n: d for n, d in c.contents().items() if n in GOOD} == GOOD, "a good table was thrown away", name, read)


@test
@needs_strace
def solving_goes_on():
    "solve gives the right answer whatever call on the cache fails, with one warning at most"
    with Traced() as c:
        calls = cache_calls(c, SOLVE)
    expect(len(calls) > 10, calls)
    with Promise("R12", "failing calls of a solve") as promise:
        for error in ("ENOSPC", "EIO", "EACCES"):
            for call, number in calls:
                with Traced() as c:
                    result = c.traced(SOLVE, "-e", "inject=%s:error=%s:when=%d" % (call, error, number))
                    promise.kept(result.code == 0 and result.json()[0]["length"] == 31 and len(result.err.splitlines()) <= 1,
                                 error, call, number, result)
                    expect_sound(c, (error, call, number))


@test
@needs_strace
def without_locks():
    "locks that do not work cost nothing but work"
    with Traced() as c:
        result = c.traced(SOLVE, "-e", "inject=flock:error=ENOLCK")
        expect(result.code == 0 and result.json()[0]["length"] == 31 and result.err == "", result)
        expect({n: d for n, d in c.contents().items() if n in GOOD} == GOOD, c.files())


def one_warning(c, env=None, prefix=()):
    """solve works in memory and warns once; build gives up with 35."""
    environment = {**os.environ, **c.env, **(env or {})}
    for name, value in (env or {}).items():
        if value is None:
            del environment[name]
    def go(arguments):
        done = subprocess.run([*prefix, PROGRAM, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return Result(done)
    with Promise("R13", "caches that cannot be used") as promise:
        result = go(SOLVE)
        promise.kept(result.code == 0 and result.json()[0]["length"] == 31 and len(result.err.splitlines()) == 1, result)
        result = go(BUILD)
        promise.kept(result.code == 35 and len(result.err.splitlines()) == 1 and result.out == "", result)


@test
def unusable_caches():
    "a cache that is a file, lies below one, has no home or is open to everybody: solve works, build says 35"
    with Traced() as c:
        open(c.cache, "w").close()
        one_warning(c)
        one_warning(c, {"TESSERA_CACHE": c.cache + "/below"})
        one_warning(c, {"TESSERA_CACHE": None, "XDG_CACHE_HOME": None, "HOME": None})
    with Traced() as c:
        os.mkdir(c.cache)
        os.chmod(c.cache, 0o777)
        one_warning(c)
        expect(c.files() == [], c.files())


def in_mount(c, options, script_prefix=""):
    """A command prefix that runs its arguments with a small file system mounted on the cache, or None."""
    os.makedirs(c.cache, exist_ok=True)
    script = "mount -t tmpfs -o %s none '%s' && %s exec \"$@\"" % (options, c.cache, script_prefix)
    prefix = ["unshare", "-m", "sh", "-c", script, "sh"]
    try:
        works = subprocess.run([*prefix, "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        works = False
    return prefix if works else None


@test
def full_cache():
    "a full file system: solve works in memory with one warning, build says 35"
    with Traced() as c:
        for size in ("4k", "1m"):
            prefix = in_mount(c, "size=%s,mode=700" % size, "cat /dev/zero 2>/dev/null > '%s/fill';" % c.cache)
            if prefix is None:
                raise Skipped("no file systems may be mounted here")
            one_warning(c, prefix=prefix)


@test
def limited_files():
    "files that must not grow: the same"
    with Traced() as c:
        one_warning(c, prefix=["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
        expect(c.files() == [], c.files())


@test
def read_only_cache():
    "a cache that cannot be written: the same; tables in it are used"
    with Traced() as c:
        prefix = in_mount(c, "ro,mode=700")
        if prefix is None and os.geteuid() != 0:
            os.chmod(c.cache, 0o500)
            prefix = []
        if prefix is None:
            raise Skipped("no file systems may be mounted here, and root may write everywhere")
        one_warning(c, prefix=prefix)
        os.chmod(c.cache, 0o700)
    with Traced() as c:
        expect_code(c.run(*BUILD), 0)
        os.chmod(c.cache, 0o500)
        result = c.run(*SOLVE)
        expect(result.code == 0 and result.err == "", result)
        os.chmod(c.cache, 0o700)


@test
def damaged_cache():
    "a damaged table in the cache is told, not used, and replaced"
    with Traced() as c:
        expect_code(c.run(*BUILD), 0)
        for name in GOOD:
            path = os.path.join(c.cache, name)
            for at in (5, 40, 100, 127, 128, 1000, len(GOOD[name]) - 1):
                data = bytearray(GOOD[name])
                data[at] ^= 64
                open(path, "wb").write(data)
                result = c.run("pdb", "verify", path)
                expect_complaint(result, 33, name)
                result = c.run(*SOLVE)
                expect(result.code == 0 and result.json()[0]["length"] == 31, result)
                expect(len(result.err.splitlines()) == 1 and name in result.err, result)
                expect(c.contents() == GOOD, name, at)


@test
def planted_links():
    "links in the cache are not followed"
    with Traced() as c:
        os.mkdir(c.cache)
        victim = c.write("victim", "precious")
        for name in GOOD:
            os.symlink(victim, os.path.join(c.cache, name))
            os.symlink(victim, os.path.join(c.cache, name + ".lock"))
        result = c.run(*SOLVE)
        expect(result.code == 0 and result.json()[0]["length"] == 31, result)
        expect(open(victim).read() == "precious")
        for name in GOOD:
            expect(not os.path.islink(os.path.join(c.cache, name)), name)


@test
def race():
    "eight processes that want the same tables all get right answers and leave one valid file each"
    rounds = tries(50, 4)
    solve = ["solve", "5 1 3 4 2 10 6 7 9 14 0 8 13 15 11 12", "--heuristic", "pdb:5-5-5", "--threads", "1", "--json"]
    length = None
    with Promise("R14", "eight processes that want the same tables") as promise:
        for round in range(rounds):
            with Traced() as c:
                # In some rounds nobody gets a lock, and all of them build.
                prefix = ["strace", "-f", "-o", "/dev/null", "-e", "trace=flock", "-e", "inject=flock:error=ENOLCK"]
                processes = [subprocess.Popen([*(prefix if STRACE and round % 10 == 2 else []), PROGRAM, *solve],
                                              env={**os.environ, **c.env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                             for _ in range(8)]
                killed = round % 2
                if killed:
                    time.sleep(0.01 * round)
                    processes[0].kill()
                for n, process in enumerate(processes):
                    out, err = patiently(process, 100)  # nobody waits longer for a lock that nobody holds
                    if killed and n == 0:
                        continue
                    expect(process.returncode == 0 and err == b"", process.returncode, err)
                    answer = json.loads(out)
                    length = length or answer["length"]
                    promise.kept(answer["length"] == length, answer)
                expect_code(c.run("pdb", "verify", "5-5-5"), 0)
                tables = [name for name in c.files() if name.endswith(".pdb") and not name.startswith(".")]
                expect(len(tables) == 3, c.files())
                expect_code(c.run("pdb", "build", "5-5-5", "--force", "-q"), 0)
                expect([name for name in c.files() if ".tmp-" in name] == [], c.files())


main()
