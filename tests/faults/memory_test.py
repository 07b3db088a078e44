# SPDX-License-Identifier: Apache-2.0
"""A memory limit holds, whether it is ours or the system's."""
import resource

from support import *

MIB = 1 << 20


def measured(arguments, limit=None, env=None):
    """Exit code, output, and the most memory the process ever had."""
    def prepare():
        default_signals()
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=prepare,
                               env={**os.environ, **(env or {})})
    out, err = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, out.decode(), err.decode(), usage.ru_maxrss * 1024


@test
def own_limit():
    "--memory holds within a twentieth, and the answer tells how far the search came"
    steps = tries(20, 2)
    with Promise("R16", "memory limits of hdastar and astar") as promise:
        for step in range(steps):
            limit = int(64 * MIB * 32 ** (step / 19 if EFFORT >= 100 else step / 10))
            for algorithm, threads in (("hdastar", "2"), ("astar", "1")):
                code, out, err, peak = measured(["solve", "--set", "korf100:88", "-H", "manhattan", "-a", algorithm, "-j", threads,
                                                 "--memory", str(limit), "--json"])
                answer = json.loads(out) if out.strip() else {}
                promise.kept(code == 22 and answer.get("status") == "limit" and answer.get("generated", 0) > 1000 and peak <= 1.05 * limit,
                             algorithm, "limit %d MiB, peak %.1f MiB" % (limit // MIB, peak / MIB), code, out[:600], err)


@test
def the_same_for_each():
    "a board gets as much alone as after others, whose memory was given back"
    def bounds(boards):
        code, out, err, _ = measured(["solve", "--set", boards, "-a", "bfs", "--memory", "80M", "--json"])
        expect(code == 22, code, err)
        return [json.loads(line)["lower_bound"] for line in out.splitlines()]
    expect(bounds("korf100:1-3") == [bounds("korf100:%d" % board)[0] for board in (1, 2, 3)], bounds("korf100:1-3"))


@test
def limit_of_the_system():
    "under a limit of the system the program ends with 22 or is done"
    with Promise("R16", "RLIMIT_AS") as promise:
        for step in range(tries(20, 2)):
            limit = int(220 * MIB * 8 ** (step / 19 if EFFORT >= 100 else step / 5))
            for algorithm, threads in (("hdastar", "2"), ("astar", "1"), ("bfs", "1")):
                code, out, err, _ = measured(["solve", "--set", "korf100:88", "-H", "manhattan", "-a", algorithm, "-j", threads,
                                              "--memory", "8G", "--json"], limit)
                answer = json.loads(out) if out.strip() else {}
                promise.kept(code == 22 and (answer.get("status") == "limit" or "memory" in err), algorithm, limit // MIB, code,
                             out[:600], err)


@test
def limit_of_the_system_beside_searches():
    "under a limit of the system tables are built and proved whole, or the program ends with 22"
    with Cache() as c, Promise("R16", "RLIMIT_AS of other commands") as promise:
        expect_code(c.run("pdb", "build", "5-5-5", "-q"), 0)
        good = c.contents()
        ends = set()
        for step in range(tries(20, 3)):
            limit = int(100 * MIB * 12 ** (step / 19 if EFFORT >= 100 else step / 2))
            for command in (["pdb", "build", "5-5-5", "--force", "-q", "--threads", "2"], ["pdb", "verify", "5-5-5", "-q", "--threads", "2"],
                            ["gen", "-n", "20000", "--seed", "1"], ["bench", "-j", "2"]):
                code, out, err, _ = measured(command, limit, c.env)
                promise.kept(code == 0 or (code == 22 and "memory" in err), command, limit // MIB, code, out[:300], err)
                ends.add(code)
            promise.kept(all(c.contents().get(name) == data for name, data in good.items()), "a table is not what it was")
        expect(ends == {0, 22}, "the limits are all too low, or all too high", ends)


main()
