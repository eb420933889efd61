#!/usr/bin/env python3
"""Endings of three and four pieces: ENGINE plays the winning side of random won positions against the best defence.

The positions are drawn by seed: a material of data/syzygy that can be won, then squares and the side to move, until the tables (python-chess)
say that it is won within the fifty-move rule. The defender takes a draw where one is offered, and else resists longest by DTZ. Won means
checkmate before the fifty-move counter reaches 100 and before any position stands on the board a third time. With --tables the engine gets
SyzygyPath, without it must find the way. One process serves all games, and each begins with ucinewgame.

Exit 1: a game that was not won, a crash or a hang.
"""

import random
from collections import Counter

import common

try:
    import chess
    import chess.syzygy
except ImportError:
    common.stop("python-chess is missing: python3 -m pip install chess")


def random_position(rng, name):
    """Any legal position of this material without castling or en passant; None if the squares drawn make none."""
    board = chess.Board(None)
    colors = [chess.WHITE, chess.BLACK]
    rng.shuffle(colors)
    pieces = [(letter, color) for letters, color in zip(name.split("v"), colors) for letter in letters]
    for (letter, color), square in zip(pieces, rng.sample(range(64), len(pieces))):
        board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
    board.turn = rng.choice([chess.WHITE, chess.BLACK])
    return board if board.is_valid() and not board.is_game_over() else None


def draw_positions(names, count, seed, tables):
    """Won positions: the FEN and the winner. A material of which a thousand draws give no win is left out."""
    rng, names, found = random.Random(seed), list(names), []
    while len(found) < count and names:
        name = rng.choice(names)
        for _ in range(1000):
            board = random_position(rng, name)
            if board and abs(wdl := tables.probe_wdl(board)) == 2:
                found.append((board.fen(), board.turn if wdl > 0 else not board.turn, name))
                break
        else:
            names.remove(name)
    return found


def best_defence(board, tables):
    """The move that does not lose, else the one that loses last; of equals the first by name."""

    def resistance(move):
        board.push(move)
        wdl = 2 if board.is_checkmate() else tables.probe_wdl(board)
        is_drawn = board.is_insufficient_material() or board.is_stalemate() or wdl <= 0
        distance = 0 if is_drawn else tables.probe_dtz(board)
        board.pop()
        # A capture or a pawn move that loses starts the count afresh, so the distance behind it says little; it is still a move nearer.
        return is_drawn, wdl < 2, 0 if board.is_zeroing(move) else distance

    return max(sorted(board.legal_moves, key=chess.Move.uci), key=resistance)


def outcome(board, winner):
    """"won", the reason why not, or None while the game goes on."""
    if board.is_checkmate():
        return "won" if board.turn != winner else "mated itself"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "nothing left to win with"
    if board.is_repetition(3):
        return "threefold repetition"
    return "fifty moves" if board.halfmove_clock >= 100 else None


def engine_move(engine, board, fen, nodes):
    moves = " ".join(move.uci() for move in board.move_stack)
    line = engine.search(f"fen {fen}" + (f" moves {moves}" if moves else ""), f"nodes {nodes}")[-1]
    text = (line.split() + ["(nothing)"])[1]
    try:
        return board.parse_uci(text)
    except ValueError:
        raise common.EngineFailure(f"illegal move {text}") from None


def play(engine, fen, winner, nodes, tables):
    """One game: how it ended, and the board with its moves. A failing engine is started afresh."""
    board = chess.Board(fen)
    try:
        engine.new_game()
        while (end := outcome(board, winner)) is None:
            board.push(engine_move(engine, board, fen, nodes) if board.turn == winner else best_defence(board, tables))
    except common.EngineFailure as why:
        end = str(why)
        try:
            engine.restart()
        except common.EngineFailure as again:
            common.stop(f"the engine failed ({why}) at {board.fen()} and does not start again: {again}")
    return end, board


def main():
    made = common.parser(__doc__)
    made.add_argument("--count", type=int, default=1000, help="positions (default 1000)")
    made.add_argument("--nodes", type=int, default=5000, help="nodes of each move (default 5000)")
    made.add_argument("--tables", action="store_true", help="give the engine the tables")
    made.add_argument("--material", help="only these, such as KQvK,KPvK (default: all there are)")
    made.add_argument("--hash", type=int, default=16, help="MB of hash (default 16)")
    made.add_argument("--timeout", type=int, default=60, help="seconds of one move that count as a hang (default 60)")
    args = made.parse_args()

    folder = common.shared_file(args, "syzygy")
    names = args.material.split(",") if args.material else sorted(path.stem for path in folder.glob("*.rtbz"))
    options = common.options_of(args.engine_option)
    if args.tables:
        options["SyzygyPath"] = str(folder)
    engine = common.open_engine(common.command_of(args.engine), options, args.hash, args.timeout)
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        positions = draw_positions(names, args.count, args.seed, tables)
        if len(positions) < args.count:
            common.stop(f"only {len(positions)} won positions of {','.join(names)}")
        failures, lost, plies, progress = [], Counter(), 0, common.Progress(len(positions))
        for fen, winner, name in positions:
            end, board = play(engine, fen, winner, args.nodes, tables)
            plies += len(board.move_stack)
            if end != "won":
                failures.append((fen, end, board))
                lost[name] += 1
            progress.step(f"{len(failures)} failures")
    engine.close()

    for fen, end, board in failures:
        print(f"{fen}  {end} after {len(board.move_stack)} plies at {board.fen()}")
        print(f"  moves {' '.join(map(str, board.move_stack))}")
    kinds = len({name for _, _, name in positions})
    print(f"won {len(positions) - len(failures)} of {len(positions)} ({kinds} kinds of material, seed {args.seed}, {args.nodes} nodes,", end=" ")
    print(f"{'with' if args.tables else 'without'} tables); {plies / len(positions):.0f} plies a game", end="")
    print("; not won: " + ", ".join(f"{name} {number}" for name, number in lost.most_common()) if lost else "")
    return 1 if failures else 0


if __name__ == "__main__":
    common.run(main)
