#!/usr/bin/env python3
"""Matches of ENGINE against others at a clock, played by fastchess: the Elo difference and every fault of either side.

An OPPONENT is a command or the name of a Debian engine (glaurung, toga2, ethereal-chess, stockfish), which gets the options it needs to
play without a book on one thread. The word "self" is ENGINE against itself.

It is not a rating: an Elo difference holds for this time control, this book and this machine, and only while nothing else runs on it; the
load is printed first for that reason. Read the faults too: a side that loses on time makes the other look strong.

With --strict any time loss, illegal move, crash or warning of ENGINE is a failure. fastchess's own -strict is not used: it stops at the
first warning, the opponent's included. --check-mate-pvs makes every mate line that does not carry its whole mate a warning too.

Exit 1: fastchess did not finish the games, or --strict found a fault.
"""

from pathlib import Path

import common

# What each opponent needs besides the clock; a name not listed gets no option at all.
OPTIONS = {
    "glaurung": {"Threads": 1, "OwnBook": "false", "Hash": 16},
    "toga2": {"OwnBook": "false", "Hash": 16},
    "ethereal-chess": {"MoveOverhead": 10, "Hash": 16},
    "stockfish": {"Threads": 1, "Hash": 16},
}


def opponent_of(text, ours):
    """A player with a name of its own."""
    if text == "self":
        return common.Player(f"{ours.name}-self", ours.command, ours.options)
    command = common.command_of(text)
    name = Path(command[0]).name
    return common.Player(name + ("-opponent" if name == ours.name else ""), command, OPTIONS.get(name, {}))


def faults(report, ours, theirs):
    """What --strict counts against ENGINE. A dispute over who mates is its fault for certain only where both sides are ENGINE."""
    against_itself = theirs.command == ours.command
    names = [ours.name, common.NOBODY] + [theirs.name] * against_itself
    return sum(
        number
        for name in names
        for kind, number in report.problems[name].items()
        if kind != "mate dispute" or against_itself
    )


def main():
    made = common.parser(__doc__)
    made.add_argument("opponents", nargs="+", metavar="OPPONENT", help='a command, a Debian engine\'s name, or "self"')
    made.add_argument("--tc", default="2+0.02", help="time control as fastchess writes it (default 2+0.02)")
    made.add_argument("--strict", action="store_true", help="a fault of ENGINE is a failure")
    made.add_argument("--check-mate-pvs", action="store_true", help="warn of mate lines that do not end in that mate")
    common.match_arguments(made, games=200)
    args = made.parse_args()

    command = common.command_of(args.engine)
    ours = common.Player(Path(command[0]).name, command, {"Hash": args.hash} | common.options_of(args.engine_option))
    opponents = [opponent_of(text, ours) for text in args.opponents]
    book, out = common.prepare_matches(args)
    failed = False
    for number, theirs in enumerate(opponents, 1):
        print(f"\n== {ours.name} - {theirs.name}: {args.games} games at {args.tc}, seed {args.seed}", flush=True)
        extra = ["-check-mate-pvs"] if args.check_mate_pvs else []
        report = common.play_match(args, [ours, theirs], [f"tc={args.tc}"], book, out / f"{number}-{theirs.name}", extra)
        common.print_report(report)
        failed |= bool(report.failure)
        if args.strict:
            found = faults(report, ours, theirs)
            print(f"strict: {found} faults of {ours.name}: {'FAILED' if found else 'PASSED'}")
            failed |= found > 0
    return 1 if failed else 0


if __name__ == "__main__":
    common.run(main)
