#!/usr/bin/env python3
"""A game through XBoard's UCI adapter: `polyglot -noini -ec ENGINE -ed FOLDER`, as `xboard -fUCI` starts it, driven with XBoard commands.

Both sides are adapters with ENGINE behind them, the first of them with pondering (`hard`). python-chess is the arbiter. Exit 1 on an
illegal move, an error line of the adapter, silence, a forfeit on time or an ending that the adapter and the arbiter see differently.
Needs Debian's polyglot and python-chess (PyPI: chess).
"""

import queue
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import common

try:
    import chess
except ImportError:
    common.stop("python-chess is not installed")

PATIENCE = 30


class Fault(Exception):
    """What the adapter or the engine did wrong."""


class Adapter:
    """polyglot as XBoard sees it."""

    def __init__(self, polyglot, command, folder, options):
        words = [polyglot, "-noini", "-ec", " ".join(command), "-ed", str(folder)]
        words += [word for name, value in options.items() for word in ("-uci", f"{name}={value}")]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(words, cwd=folder, text=True, errors="replace", **pipes)
        self.lines = queue.SimpleQueue()
        self.features = ""
        threading.Thread(target=self._read, daemon=True).start()
        self.send("xboard", "protover 2")
        while "done=1" not in self.features:
            line = self.line()
            if line.startswith("feature "):
                self.features += line + "\n"
        self.send("accepted setboard", "accepted usermove")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError:
            raise Fault("the adapter has ended") from None

    def line(self):
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Fault(f"silent for {PATIENCE} s") from None
        if line is None:
            raise Fault("the adapter has ended")
        if re.match(r"(Illegal move|Error|tellusererror)", line):
            raise Fault(line)
        return line

    def until(self, pattern):
        """The match of the first line that matches, and any result announced before it."""
        while True:
            line = self.line()
            if found := re.match(pattern, line):
                return found

    def ping(self, number):
        self.send(f"ping {number}")
        self.until(f"pong {number}$")

    def close(self):
        try:
            self.send("quit")
            return self.process.wait(5)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()
            return None


def play(adapters, args):
    """The game; its board and the announcements of the adapters."""
    board, left = chess.Board(), {chess.WHITE: args.seconds, chess.BLACK: args.seconds}
    sides = dict(zip((chess.WHITE, chess.BLACK), adapters))
    for color, adapter in sides.items():
        adapter.send("new", "hard" if color == chess.WHITE else "easy", "post", f"level 0 {args.seconds // 60}:{args.seconds % 60:02} 1")
        if color == chess.BLACK:
            adapter.send("force")
        adapter.ping(int(color) + 1)
    # The adapter reads whole minutes only: as with XBoard, the clocks before each move are what counts.
    full = args.seconds * 100
    sides[chess.WHITE].send(f"time {full}", f"otim {full}", "go")
    thinking_begins = True
    while not board.is_game_over(claim_draw=True) and board.ply() < args.plies:
        mover, waiter = sides[board.turn], sides[not board.turn]
        begin = time.monotonic()
        found = mover.until(r"move (\S+)|(1-0|0-1|1/2-1/2)(.*)")
        left[board.turn] += 1 - (time.monotonic() - begin)
        if found[2]:
            return board, f"{found[2]}{found[3]}"
        if left[board.turn] < 0:
            raise Fault(f"over time at ply {board.ply()}")
        move = chess.Move.from_uci(found[1])
        if move not in board.legal_moves:
            raise Fault(f"{move} in {board.fen()}")
        board.push(move)
        clocks = f"time {int(left[board.turn] * 100)}", f"otim {int(left[not board.turn] * 100)}"
        waiter.send(*clocks, f"usermove {found[1]}")
        if thinking_begins:
            waiter.send("go")
            thinking_begins = False
    return board, ""


def analyse(adapter):
    """XBoard's analysis mode: thinking lines come, and end with `exit`."""
    adapter.send("force", "setboard r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", "post", "analyze")
    adapter.until(r"\s*[3-9]\s+[+-]?\d+\s+\d+\s+\d+\s+\S")
    adapter.send("exit")
    adapter.ping(9)


def main():
    made = common.parser(__doc__)
    made.add_argument("--polyglot", default="/usr/games/polyglot", help="the adapter (default /usr/games/polyglot)")
    made.add_argument("--seconds", type=int, default=10, help="for the game, each side, and one more a move (default 10)")
    made.add_argument("--plies", type=int, default=120, help="longest game (default 120)")
    args = made.parse_args()
    command, options = common.command_of(args.engine), common.options_of(args.engine_option)
    polyglot = common.command_of(args.polyglot)[0]
    adapters, fault = [], ""
    with tempfile.TemporaryDirectory(prefix="assay-polyglot-") as folder:
        try:
            for _ in range(2):
                adapters.append(Adapter(polyglot, command, Path(folder), options))
            names = re.findall(r'myname="([^"]*)"', adapters[0].features)
            print(f"adapter shows {names[0] if names else 'no name'}, {adapters[0].features.count('option=')} options")
            board, announced = play(adapters, args)
            ended = f"announced: {announced}" if announced else board.result(claim_draw=True)
            print(f"game: {board.ply()} plies, {ended}")
            if announced and not board.is_game_over(claim_draw=True) and "resign" not in announced.lower():
                raise Fault(f"the game is not over: {announced} in {board.fen()}")
            analyse(adapters[0])
            print("analysis: begun and ended")
        except Fault as why:
            fault = str(why)
        finally:
            codes = [adapter.close() for adapter in adapters]
    if not fault and codes != [0, 0]:
        fault = f"the adapters ended with {codes}"
    print(f"FAILED: {fault}" if fault else "ok")
    return 1 if fault else 0


if __name__ == "__main__":
    common.run(main)
