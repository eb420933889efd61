#!/usr/bin/env python3
"""Mates found in a seeded sample of matetrack.epd at a fixed number of nodes, beside a rival in the same run.

The known number N of a position ("bm #N") is the shortest proven mate. The final score counts as best when it is mate in N, as found when
it is mate in N or more with the right sign. A too-short claim is any exact "score mate" line of the whole search that promises a mate
shorter than N or gives it to the wrong side, or a bound that says as much.

It is not a proof: a claim shorter than N may in truth disprove N, and a principal variation that ends in mate proves nothing. Such claims
are listed for a person to look at. Time is not measured.

Exit 1: a too-short claim, a crash or a hang of ENGINE, or a ratio under --need.
"""

import random
import re
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import common

try:
    import chess
except ImportError:
    common.stop("python-chess is missing: python3 -m pip install chess")


@dataclass
class Outcome:
    """What one engine said about one position. `claims` are all mates promised, exactly or as a bound; `final` is the last one if the search ended on it."""

    fen: str
    known: int
    claims: list = field(default_factory=list)
    final: int | None = None
    pv: list = field(default_factory=list)
    failure: str = ""

    def too_short(self):
        return [claim for claim in self.claims if claim * self.known <= 0 or abs(claim) < abs(self.known)]

    def found(self):
        return self.final is not None and self.final * self.known > 0 and abs(self.final) >= abs(self.known)

    def pv_verdict(self):
        """Of the final mate line: "complete", "too short", or "wrong" with the reason; None where there is no such line."""
        if self.final is None:
            return None
        board, plies = chess.Board(self.fen), 2 * self.final - 1 if self.final > 0 else -2 * self.final
        for text in self.pv:
            try:
                board.push_uci(text)
            except ValueError:
                return f"wrong: {text} is illegal"
        if board.is_checkmate():
            return "complete" if len(self.pv) == plies else f"wrong: mate after {len(self.pv)} plies, not {plies}"
        return "too short" if len(self.pv) < plies else "wrong: does not end in mate"


def read_positions(path, count, seed):
    """A seeded sample of (FEN, N)."""
    entries = []
    for line in path.read_text().splitlines():
        if found := re.search(r"\bbm #(-?\d+);", line):
            entries.append((" ".join(line.split()[:4]) + " 0 1", int(found[1])))
    if count > len(entries):
        common.stop(f"{path} has only {len(entries)} positions")
    return random.Random(seed).sample(entries, count)


def examine(outcome, lines):
    """Fill an outcome from the lines of one search."""
    for line in lines:
        found = re.match(r"info (?!string).*\bscore (mate|cp) (-?\d+)", line)
        bound = re.search(r"\b(lowerbound|upperbound)\b", line)
        if found and bound:
            # "At least mate in 5" is a claim, "at most" is none.
            if found[1] == "mate" and (int(found[2]) > 0) == (bound[1] == "lowerbound"):
                outcome.claims.append(int(found[2]))
            continue
        if not found:
            continue
        outcome.final, outcome.pv = None, []
        if found[1] == "mate":
            outcome.final = int(found[2])
            outcome.claims.append(outcome.final)
            outcome.pv = line.split(" pv ", 1)[1].split() if " pv " in line else []


def solve(engine, outcome, nodes):
    """One search from a new game. A failure is noted with the position, and the engine starts afresh."""
    try:
        engine.new_game()
        examine(outcome, engine.search(f"fen {outcome.fen}", f"nodes {nodes}"))
    except common.EngineFailure as why:
        outcome.failure = str(why)
        try:
            engine.restart()
        except common.EngineFailure:
            return False
    return True


def measure(args, commands, positions):
    """All outcomes, by engine. Each job owns a process of each engine and every jobs-th position."""
    outcomes = {name: [Outcome(*position) for position in positions] for name in commands}
    progress = common.Progress(len(positions))
    own = common.options_of(args.engine_option)
    first = next(iter(commands))
    pools = [
        {name: common.open_engine(command, own if name == first else {}, args.hash, args.timeout) for name, command in commands.items()}
        for _ in range(args.jobs)
    ]

    def work(job):
        alive = dict.fromkeys(commands, True)
        for index in range(job, len(positions), args.jobs):
            for name, engine in pools[job].items():
                outcome = outcomes[name][index]
                if alive[name]:
                    alive[name] = solve(engine, outcome, args.nodes)
                else:
                    outcome.failure = "not searched: the engine did not start again after an earlier failure"
            progress.step()
        for engine in pools[job].values():
            engine.close()

    threads = [threading.Thread(target=work, args=(job,), daemon=True) for job in range(args.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def show(title, lines, most=None):
    if lines:
        print(f"\n{title} ({len(lines)}):")
        print("\n".join(f"  {line}" for line in lines[:most]))
        if most is not None and len(lines) > most:
            print(f"  and {len(lines) - most} more (--list)")


def print_lists(name, outcomes, most, with_pvs):
    short = [(outcome, outcome.too_short()) for outcome in outcomes if outcome.too_short()]
    show(f"{name}: too-short claims", [f"{o.fen}  claims {sorted(set(c), key=c.index)}  known {o.known}" for o, c in short])
    show(f"{name}: failures", [f"{o.fen}  {o.failure}" for o in outcomes if o.failure])
    if with_pvs:
        pvs = [(o, o.pv_verdict()) for o in outcomes if o.pv_verdict() not in (None, "complete")]
        pvs.sort(key=lambda entry: entry[1] == "too short")
        lines = [f"{o.fen}  mate {o.final}  {verdict}  pv {' '.join(o.pv)}" for o, verdict in pvs]
        show(f"{name}: final mate lines that are wrong or too short", lines, most)


def count(outcomes):
    """The row of one engine."""
    verdicts = Counter((o.pv_verdict() or "none").split(":")[0] for o in outcomes)
    return {
        "best": sum(o.final == o.known for o in outcomes),
        "found": sum(o.found() for o in outcomes),
        "too-short claims": sum(bool(o.too_short()) for o in outcomes),
        "pv complete": verdicts["complete"],
        "pv too short": verdicts["too short"],
        "pv wrong": verdicts["wrong"],
        "failures": sum(bool(o.failure) for o in outcomes),
    }


def main():
    made = common.parser(__doc__)
    made.add_argument("--rival", default="/usr/games/stockfish", help="the other engine (default /usr/games/stockfish)")
    made.add_argument("--count", type=int, default=300, help="positions (default 300)")
    made.add_argument("--nodes", type=int, default=1_000_000, help="nodes of each search (default 1000000)")
    made.add_argument("--hash", type=int, default=64, help="MB of hash (default 64)")
    made.add_argument("--jobs", type=int, default=2, help="positions at once (default 2)")
    made.add_argument("--timeout", type=int, default=300, help="seconds of one search that count as a hang (default 300)")
    made.add_argument("--need", type=float, default=0.6, help="smallest good ratio to the rival (default 0.6)")
    made.add_argument("--ratio-of", choices=("found", "best"), default="found", help="the column the ratio is of (default found)")
    made.add_argument("--list", type=int, default=20, help="mate lines that are printed (default 20)")
    args = made.parse_args()

    positions = read_positions(common.shared_file(args, "suites/matetrack.epd"), args.count, args.seed)
    engine, rival = common.command_of(args.engine), common.command_of(args.rival)
    name, rival_name = Path(engine[0]).name, Path(rival[0]).name
    if name == rival_name:
        rival_name += " (rival)"
    outcomes = measure(args, {name: engine, rival_name: rival}, positions)

    rows = {player: count(list_) for player, list_ in outcomes.items()}
    print(f"{len(positions)} positions of matetrack.epd (seed {args.seed}), {args.nodes} nodes, {args.hash} MB")
    width = max(map(len, rows))
    print(f"{'':{width}}  " + "  ".join(rows[name]))
    for player, row in rows.items():
        print(f"{player:{width}}  " + "  ".join(f"{value:>{len(title)}}" for title, value in row.items()))
    print_lists(name, outcomes[name], args.list, with_pvs=True)
    print_lists(rival_name, outcomes[rival_name], args.list, with_pvs=False)

    ours, theirs = rows[name], rows[rival_name]
    ratio = ours[args.ratio_of] / max(theirs[args.ratio_of], 1)
    good = ratio >= args.need and not ours["too-short claims"] and not ours["failures"]
    print(f"\n{args.ratio_of}: {ours[args.ratio_of]} / {theirs[args.ratio_of]} = {ratio:.3f} (need {args.need})")
    print("PASSED" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    common.run(main)
