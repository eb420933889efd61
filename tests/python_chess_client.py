#!/usr/bin/env python3
"""Drive `assay abc` as python-chess does (and so as lichess-bot does): a whole short game, an analysis, and quit.

Usage: python_chess_client.py [BINARY]

Needs python-chess (PyPI: chess). Prints a line with the word "skipped" and exits 0 where it or the binary is absent; exits 1 on a
failure. Asserts legality and the protocol, not strength.
"""

import os
import sys


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(0)


try:
    import chess
    import chess.engine
except ImportError:
    skip("python-chess is not installed")

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_PLIES = 60


def find_binary():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    named = sys.argv[1:2]
    built = [os.path.join(target, profile, "assay") for profile in ("release", "debug")]
    for path in named or built:
        if os.access(path, os.X_OK):
            return path
    skip("the binary is not built")


def play_game(engine):
    """Both sides are the engine; python-chess refuses illegal moves and reports protocol errors as exceptions."""
    board = chess.Board()
    # python-chess sends ucinewgame when the game object changes.
    game = object()
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        # Each kind of limit in turn.
        limit = [
            chess.engine.Limit(depth=3),
            chess.engine.Limit(nodes=2000),
            chess.engine.Limit(time=0.01),
            chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01),
        ][board.ply() % 4]
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert "score" in result.info, (board.fen(), result.info)
        if result.ponder is not None:
            after = board.copy()
            after.push(result.move)
            assert result.ponder in after.legal_moves, (after.fen(), result.ponder)
        board.push(result.move)
    return board


def main():
    engine = chess.engine.SimpleEngine.popen_uci([find_binary(), "abc"], timeout=20)
    try:
        assert engine.id["name"].startswith("Assay ABC"), engine.id
        assert "Move Overhead" in engine.options, list(engine.options)
        # What lichess-bot sends by default, as far as it is declared.
        engine.configure({"Move Overhead": 100})
        engine.ping()
        board = play_game(engine)
        print(f"game: {board.ply()} plies, {board.result(claim_draw=True)}")

        mate_in_one = chess.Board("8/8/2p5/3b1K1k/4p3/4PpR1/5P2/8 w - - 0 1")
        info = engine.analyse(mate_in_one, chess.engine.Limit(depth=3))
        assert info["score"].relative == chess.engine.Mate(1), info
        assert info["pv"][0] == chess.Move.from_uci("g3h3"), info

        # An infinite analysis, stopped from outside.
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 3:
                    break
        assert analysis.info["pv"][0] in chess.Board().legal_moves, analysis.info

        # Ponder: python-chess sends `go ponder` and, on the next call, `ponderhit` or `stop`.
        board = chess.Board()
        for _ in range(4):
            result = engine.play(board, chess.engine.Limit(white_clock=1, black_clock=1), ponder=True)
            board.push(result.move)
            if result.ponder is not None:
                board.push(result.ponder)
        engine.ping()
    finally:
        engine.quit()
    print("ok")


if __name__ == "__main__":
    main()
