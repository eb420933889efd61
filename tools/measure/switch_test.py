#!/usr/bin/env python3
"""A/B of two option sets of one engine, played by fastchess at a fixed number of nodes (or, with --tc, at a clock).

Prints the Elo of A over B with its error and the pentanomial counts (pairs of games by points, from 0 to 2).

It is not a sequential test and decides nothing: it measures for as many games as it is told. At fixed nodes it does not see what a switch
costs in speed; that takes --tc and an idle machine.

An option that the engine does not have or a value it refuses is a failure, since A and B would then be the same engine; so is a time loss,
an illegal move or a crash, since the score would then tell of that.

Exit 1: any of these, or fastchess did not finish the games.
"""

import re
import shlex

import common


def main():
    made = common.parser(__doc__)
    made.add_argument("--a", required=True, metavar='"OPT=V ..."', help="options of A; quote a name that has spaces once more")
    made.add_argument("--b", required=True, metavar='"OPT=V ..."', help="options of B; may be empty")
    limits = made.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=int, default=5000, help="nodes of each move (default 5000)")
    limits.add_argument("--tc", help="a time control instead of nodes, as fastchess writes it")
    common.match_arguments(made, games=200)
    args = made.parse_args()

    command = common.command_of(args.engine)
    common_options = {"Hash": args.hash} | common.options_of(args.engine_option)
    sets = {name: common.options_of(shlex.split(text)) for name, text in (("A", args.a), ("B", args.b))}
    if sets["A"] == sets["B"]:
        common.stop("--a and --b are the same")
    players = [common.Player(name, command, common_options | options) for name, options in sets.items()]
    limit = [f"tc={args.tc}"] if args.tc else ["tc=inf", f"nodes={args.nodes}"]
    book, out = common.prepare_matches(args)
    for name, options in sets.items():
        print(f"{name}: {' '.join(f'{option}={value}' for option, value in options.items()) or '(defaults)'}")
    report = common.play_match(args, players, limit, book, out)
    common.print_report(report)
    refused = sorted({head for _, head in report.notes if re.search(r"doesn't have option|Invalid value for option", head)})
    for head in refused:
        print(f"FAILED: {head}")
    lost = sum(counts[kind] for counts in report.problems.values() for kind in ("time loss", "illegal move", "crash"))
    if lost:
        print(f"FAILED: {lost} games were lost by a fault, not on the board")
    return 1 if report.failure or refused or lost else 0


if __name__ == "__main__":
    common.run(main)
