#!/usr/bin/env python3
"""King and rook against king: ENGINE plays the rook's side of seeded positions of KRvK1000.epd against the best defence.

The defender takes a draw where one is offered, and else resists longest by the Syzygy DTZ table (in this ending distance to zeroing is
distance to mate). Won means checkmate before the fifty-move counter reaches 100 and before any position stands on the board a third time.
The engine gets the whole game ("position fen F moves ...") each move, one process serves all games, and each begins with ucinewgame.

It is not a test of speed or of the shortest mate: any win in time is a win.

Exit 1: a game that was not won, a crash or a hang.
"""

import random

import common

try:
    import chess
    import chess.syzygy
except ImportError:
    common.stop("python-chess is missing: python3 -m pip install chess")


def read_positions(path, count, seed):
    """A seeded sample of FENs."""
    fens = [" ".join(line.split()[:4]) + " 0 1" for line in path.read_text().splitlines() if line.strip()]
    if count > len(fens):
        common.stop(f"{path} has only {len(fens)} positions")
    return random.Random(seed).sample(fens, count)


def best_defence(board, tables):
    """The lone king's move that draws, else the one that is mated last; of equals the first by name."""

    def resistance(move):
        board.push(move)
        drawn = board.is_insufficient_material() or tables.probe_wdl(board) <= 0
        distance = 0 if drawn else tables.probe_dtz(board)
        board.pop()
        return drawn, distance

    return max(sorted(board.legal_moves, key=chess.Move.uci), key=resistance)


def outcome(board):
    """"won", the reason why not, or None while the game goes on."""
    if board.is_checkmate():
        return "won"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "lost the rook"
    if board.is_repetition(3):
        return "threefold repetition"
    return "fifty moves without mate" if board.halfmove_clock >= 100 else None


def engine_move(engine, board, fen, nodes):
    moves = " ".join(move.uci() for move in board.move_stack)
    line = engine.search(f"fen {fen}" + (f" moves {moves}" if moves else ""), f"nodes {nodes}")[-1]
    text = (line.split() + ["(nothing)"])[1]
    try:
        return board.parse_uci(text)
    except ValueError:
        raise common.EngineFailure(f"illegal move {text}") from None


def play(engine, fen, nodes, tables):
    """One game: how it ended, and the board with its moves. A failing engine is started afresh."""
    board = chess.Board(fen)
    strong = next(board.color_at(square) for square in board.pieces(chess.ROOK, chess.WHITE) | board.pieces(chess.ROOK, chess.BLACK))
    try:
        engine.new_game()
        while (end := outcome(board)) is None:
            board.push(engine_move(engine, board, fen, nodes) if board.turn == strong else best_defence(board, tables))
    except common.EngineFailure as why:
        end = str(why)
        try:
            engine.restart()
        except common.EngineFailure as again:
            common.stop(f"the engine failed ({why}) at {board.fen()} and does not start again: {again}")
    return end, board


def main():
    made = common.parser(__doc__)
    made.add_argument("--count", type=int, default=100, help="positions (default 100)")
    made.add_argument("--nodes", type=int, default=20_000, help="nodes of each move (default 20000)")
    made.add_argument("--hash", type=int, default=16, help="MB of hash (default 16)")
    made.add_argument("--timeout", type=int, default=60, help="seconds of one move that count as a hang (default 60)")
    args = made.parse_args()

    fens = read_positions(common.shared_file(args, "suites/KRvK1000.epd"), args.count, args.seed)
    common.shared_file(args, "syzygy/KRvK.rtbz")
    folder = common.shared_file(args, "syzygy")
    engine = common.open_engine(common.command_of(args.engine), common.options_of(args.engine_option), args.hash, args.timeout)
    failures, longest, progress = [], 0, common.Progress(len(fens))
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        for fen in fens:
            end, board = play(engine, fen, args.nodes, tables)
            if end == "won":
                longest = max(longest, board.halfmove_clock)
            else:
                failures.append((fen, end, board))
            progress.step(f"{len(failures)} failures")
    engine.close()

    for fen, end, board in failures:
        print(f"{fen}  {end} after {len(board.move_stack)} plies at {board.fen()}")
        print(f"  moves {' '.join(map(str, board.move_stack))}")
    print(f"won {len(fens) - len(failures)} of {len(fens)} (KRvK1000.epd, seed {args.seed}, {args.nodes} nodes)", end="; ")
    print(f"longest win {longest} plies")
    return 1 if failures else 0


if __name__ == "__main__":
    common.run(main)
