# SPDX-License-Identifier: Apache-2.0
"""SIGINT and SIGTERM give a partial answer within a second; SIGPIPE ends quietly; limits are kept to the second."""
import time

from support import *


def start(*arguments, **more):
    return subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=default_signals, **more)


def stop(process, which, after=0.7):
    time.sleep(after)
    begin = time.monotonic()
    process.send_signal(which)
    out, err = process.communicate(timeout=20)
    return time.monotonic() - begin, out.decode(), err.decode()


@test
def interrupted():
    "SIGINT and SIGTERM print what is known so far, then end the program as the signal does"
    for which in (signal.SIGINT, signal.SIGTERM):
        for arguments in (["-j", "1"], ["-j", "2"], ["-a", "ids"], ["-a", "astar", "--memory", "4G"], ["-a", "bfs", "--memory", "4G"]):
            process = start("solve", *ENDLESS, "--json", *arguments)
            seconds, out, err = stop(process, which)
            expect(process.returncode == -which, arguments, process.returncode, out, err)
            expect(seconds < 1.5, "took %.2f s" % seconds, arguments)
            [answer] = [json.loads(line) for line in out.splitlines()]
            expect(answer["status"] == "interrupted" and answer["length"] is None, arguments, answer)
            expect(answer["generated"] > 1000 and answer["lower_bound"] > 0 and err == "", arguments, answer, err)


@test
def shell_sees_130():
    "a shell sees 130 and 143"
    for which, code in (("INT", 130), ("TERM", 143)):
        script = '"$0" solve --set hardest80:1 --heuristic blind --json >/dev/null & sleep 0.5; kill -%s $!; wait $!; echo $?' % which
        done = subprocess.run(["sh", "-c", script, PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        expect(done.stdout.strip() == b"%d" % code, which, done)


@test
def rest_of_the_set():
    "no further board is begun after a signal, and the total is still printed"
    process = start("solve", "--set", "hardest80:1-5", "-H", "blind")
    _, out, _ = stop(process, signal.SIGINT)
    expect(process.returncode == -signal.SIGINT and out.count(">= ") == 1, out)


@test
def twice():
    "a second SIGINT ends at once"
    process = start("solve", *ENDLESS, "--json")
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=5)
    expect(process.returncode == -signal.SIGINT, process.returncode)


@test
def waiting_for_input():
    "a signal ends the program while it waits for a board, or for an answer"
    for command in (["solve", "-"], ["ask"]):
        process = start(*command, stdin=subprocess.PIPE)
        time.sleep(0.3)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        expect(process.wait(5) == -signal.SIGTERM and time.monotonic() - begin < 1, command, process.returncode)
        process.communicate()


@test
def closed_pipe():
    "a reader that goes away ends the program without a word"
    process = start("gen", "-n", "1M")
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    expect(process.wait(10) == -signal.SIGPIPE and err == b"", process.returncode, err)


@test
def time_limit():
    "a time limit is kept within a second by every algorithm"
    for algorithm in "bfs dfs ids ucs astar idastar".split():
        for threads in ("1", "2"):
            begin = time.monotonic()
            result = run("solve", *ENDLESS[:2], "-a", algorithm, "-H", "blind", "-j", threads, "--time", "1", "--memory", "6G", "--json", "-q")
            seconds = time.monotonic() - begin
            expect(result.code in (22, 23) and seconds < 2.2, algorithm, threads, "%.2f s" % seconds, result)


main()
