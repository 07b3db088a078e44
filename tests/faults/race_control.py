# SPDX-License-Identifier: Apache-2.0
"""The thread sanitizer sees the planted race in every run, and nothing in the right program: race_control.py PROGRAM"""
import subprocess
import sys

for run in range(10):
    for kind, found in (("planted", True), ("right", False)):
        done = subprocess.run([sys.argv[1], kind], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        reported = b"ThreadSanitizer: data race" in done.stderr
        if reported != found or (not found and b"two threads met" not in done.stdout):
            sys.exit("run %d: %s program, race reported: %s\n%s" % (run, kind, reported, done.stderr.decode()[:3000]))
print("the planted race was found in 10 of 10 runs, and none was reported in 10 right ones")
