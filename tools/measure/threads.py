#!/usr/bin/env python3
"""How much faster several threads search than one, beside a rival in the same run.

Each engine searches each position for the same time with one thread and with several, by turns, from an empty table, round after round. Its
figure is the median of the rounds' ratios of nodes per second, a round's being the geometric mean over the positions: many short searches,
since a single ratio wavers by a quarter on a machine shared with strangers.

It says nothing about strength: nodes that several threads search are worth less than those of one. It means something on an idle machine
only.

Exit 1: a crash or a hang of ENGINE, or its ratio under --need times the rival's.
"""

import re
import statistics

import common

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PQP3/1PN1BPP1/P3N1BP/2RR2K1 w - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "8/5pk1/1p2p1p1/p1b1P2p/P1P2P1P/1P2B1P1/6K1/8 w - - 0 40",
]


def speed(engine, fen, milliseconds):
    """Nodes per second of one search from an empty table."""
    engine.new_game()
    lines = engine.search(f"fen {fen}", f"movetime {milliseconds}")
    figures = [re.search(r"\bnps (\d+)", line) for line in lines]
    return int([found[1] for found in figures if found][-1])


def main():
    made = common.parser(__doc__)
    made.add_argument("--rival", default="stockfish", help="a command (default: stockfish); empty for none")
    made.add_argument("--threads", type=int, default=2)
    made.add_argument("--hash", type=int, default=64, help="table size in MB (default 64)")
    made.add_argument("--milliseconds", type=int, default=300, help="of each search (default 300)")
    made.add_argument("--rounds", type=int, default=25, help="times each position is searched (default 25)")
    made.add_argument("--need", type=float, default=0.97, help="least share of the rival's ratio (default 0.97)")
    args = made.parse_args()

    commands = [("ENGINE", common.command_of(args.engine), common.options_of(args.engine_option))]
    if args.rival:
        commands.append(("rival", common.command_of(args.rival), {}))
    engines = [
        (name, [common.Engine(command, options | {"Threads": count}, args.hash, 60) for count in (1, args.threads)])
        for name, command, options in commands
    ]
    ratios = {name: [] for name, _ in engines}
    progress = common.Progress(args.rounds)
    for _ in range(args.rounds):
        speeds = {name: ([], []) for name, _ in engines}
        for fen in POSITIONS:
            for name, pair in engines:
                for engine, found in zip(pair, speeds[name]):
                    found.append(speed(engine, fen, args.milliseconds))
        for name, (alone, together) in speeds.items():
            ratios[name].append(statistics.geometric_mean(together) / statistics.geometric_mean(alone))
        progress.step(" ".join(f"{name} {figures[-1]:.3f}" for name, figures in ratios.items()))
    for engine in (engine for _, pair in engines for engine in pair):
        engine.close()
    medians = {name: statistics.median(figures) for name, figures in ratios.items()}
    for name, figures in ratios.items():
        low, _, high = statistics.quantiles(figures)
        print(f"{name}: {args.threads} threads search {medians[name]:.3f} times the nodes of one (quartiles {low:.3f}, {high:.3f})")
    if not args.rival:
        return 0
    share = medians["ENGINE"] / medians["rival"]
    print(f"share of the rival's ratio: {share:.3f} (needed: {args.need})")
    return 0 if share >= args.need else 1


if __name__ == "__main__":
    common.run(main)
