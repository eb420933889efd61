#!/usr/bin/env python3
"""Games with ponder through python-chess: ENGINE thinks on its opponent's time, on a real clock.

python-chess sends `go ponder` after each answer and `ponderhit` or `stop` at the next; it raises on an illegal move, on a move too many
and on a position that does not fit. Here the clock is kept as well: exit 1 if ENGINE oversteps it, if it never predicted a move, or if
python-chess found a fault. Needs python-chess (PyPI: chess).
"""

import time

import common

try:
    import chess
    import chess.engine
except ImportError:
    common.stop("python-chess is not installed")


class Clock:
    """Both sides' seconds."""

    def __init__(self, seconds, increment):
        self.left, self.increment = {chess.WHITE: seconds, chess.BLACK: seconds}, increment

    def limit(self):
        left = {color: max(seconds, 0.001) for color, seconds in self.left.items()}
        return chess.engine.Limit(
            white_clock=left[chess.WHITE], black_clock=left[chess.BLACK], white_inc=self.increment, black_inc=self.increment
        )

    def spend(self, color, seconds):
        self.left[color] -= seconds
        overstepped = self.left[color] < 0
        self.left[color] += self.increment
        return overstepped


def play(engine, opponent, color, args):
    """One game; a line of its facts and what went wrong."""
    board, clock, game = chess.Board(), Clock(args.seconds, args.increment), object()
    predicted, was_hit, hits, misses, faults = None, False, 0, 0, []
    while not board.is_game_over(claim_draw=True) and board.ply() < args.plies:
        ours = board.turn == color
        begin = time.monotonic()
        side = engine if ours else opponent
        result = side.play(board, clock.limit(), game=game, ponder=ours, info=chess.engine.INFO_ALL)
        if clock.spend(board.turn, time.monotonic() - begin) and ours:
            faults.append(f"over time at ply {board.ply()}")
            break
        if result.move not in board.legal_moves:
            faults.append(f"{result.move} in {board.fen()}")
            break
        # After a hit the answer may come at once; its score was told before.
        if ours and not was_hit and "score" not in result.info:
            faults.append(f"no score at ply {board.ply()}")
        if not ours and predicted is not None:
            was_hit = result.move == predicted
            hits, misses = hits + was_hit, misses + (not was_hit)
        if ours:
            predicted, was_hit = result.ponder, False
        board.push(result.move)
    name = "white" if color == chess.WHITE else "black"
    print(f"{name}: {board.result(claim_draw=True)} after {board.ply()} plies, {hits} ponder hits, {misses} misses")
    return hits, faults


def main():
    made = common.parser(__doc__)
    made.add_argument("--opponent", help="command of the other engine (default: ENGINE without ponder)")
    made.add_argument("--seconds", type=float, default=20, help="for the game, each side (default 20)")
    made.add_argument("--increment", type=float, default=0.2, help="a move (default 0.2)")
    made.add_argument("--plies", type=int, default=120, help="longest game (default 120)")
    args = made.parse_args()
    command = common.command_of(args.engine)
    other = common.command_of(args.opponent) if args.opponent else command
    all_hits, all_faults = 0, []
    for color in (chess.WHITE, chess.BLACK):
        engine = chess.engine.SimpleEngine.popen_uci(command, timeout=30)
        opponent = chess.engine.SimpleEngine.popen_uci(other, timeout=30)
        try:
            engine.configure(common.options_of(args.engine_option))
            hits, faults = play(engine, opponent, color, args)
        except chess.engine.EngineError as why:
            hits, faults = 0, [f"python-chess: {why}"]
        finally:
            engine.close()
            opponent.close()
        all_hits, all_faults = all_hits + hits, all_faults + faults
    if not all_hits:
        all_faults.append("it never predicted a move")
    print("\n".join(all_faults) or f"ok (python-chess {chess.__version__})")
    return 1 if all_faults else 0


if __name__ == "__main__":
    common.run(main)
