#!/usr/bin/env python3
"""Games an hour of `assay lab`, which plays in its own process, beside fastchess, which drives the same program as two processes.

Both play the same number of games from the same book at the same node limit, with equal tables and equal rules for ending games early,
two at a time, by turns. The games differ, since the order of openings does, so their number should be some hundreds.

It says nothing about strength. It means something on an idle machine only.

Exit 1: a ratio below what --need asks for at that limit.
"""

import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import common

ADJUDICATION = "-draw movenumber=40 movecount=8 score=10 -resign movecount=4 score=600 twosided=true".split()


def by_lab(args, nodes, games, book, folder):
    """Games an hour."""
    players = [f"assay,name={name},Hash={args.hash}" for name in "ab"]
    command = [args.engine, "lab", "match", *players]
    command += ["--nodes", str(nodes), "--games", str(games), "--openings", str(book), "--concurrency", str(args.concurrency)]
    command += ["--seed", str(args.seed), "--journal", str(folder / f"lab-{nodes}-{time.time_ns()}.jsonl"), "--json"]
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    taken = time.monotonic() - begun
    if done.returncode:
        common.stop(f"assay lab: {done.stderr.strip()}")
    return json.loads(done.stdout)["games"] / taken * 3600


def by_fastchess(args, nodes, games, book, folder):
    """Games an hour."""
    players = [common.Player(name, [args.engine], {"Hash": args.hash}) for name in "ab"]
    scratch = folder / f"fastchess-{nodes}-{time.time_ns()}"
    args.games = games
    begun = time.monotonic()
    report = common.play_match(args, players, ["tc=inf", f"nodes={nodes}"], book, scratch, ADJUDICATION)
    taken = time.monotonic() - begun
    if report.failure:
        common.stop(report.failure)
    return report.finished / taken * 3600


def main():
    made = common.parser(__doc__)
    made.add_argument("--fastchess", default="fastchess", help="the fastchess program (default: the one in PATH)")
    made.add_argument("--book", default="noob_3moves.epd", help="a file of data/books (default noob_3moves.epd)")
    made.add_argument("--concurrency", type=int, default=2, help="games at once (default 2)")
    made.add_argument("--hash", type=int, default=8, help="MB of hash of every player (default 8)")
    made.add_argument("--rounds", type=int, default=3, help="times that both play (default 3)")
    made.add_argument("--stall", type=int, default=900, help="seconds of silence that count as a hang (default 900)")
    made.add_argument("--limits", default="500:400:1.5,5000:60:1.0", help="NODES:GAMES:NEEDED,... (default 500:400:1.5,5000:60:1.0)")
    args = made.parse_args()
    args.engine = common.command_of(args.engine)[0]
    args.fastchess = common.command_of(args.fastchess)[0]
    book = common.shared_file(args, f"books/{args.book}")
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for nodes, games, needed in (re.split(":", part) for part in args.limits.split(",")):
            rates = {"lab": [], "fastchess": []}
            for _ in range(args.rounds):
                rates["lab"].append(by_lab(args, int(nodes), int(games), book, Path(scratch)))
                rates["fastchess"].append(by_fastchess(args, int(nodes), int(games), book, Path(scratch)))
            lab, fastchess = (statistics.median(found) for found in rates.values())
            print(f"{nodes} nodes: lab {lab:.0f} games an hour, fastchess {fastchess:.0f}: {lab / fastchess:.2f} times (needed {needed})")
            failed |= lab / fastchess < float(needed)
    return 1 if failed else 0


if __name__ == "__main__":
    common.run(main)
