"""What the measuring commands share: arguments, a UCI engine as a process, fastchess, a progress line.

It is not a command itself and judges nothing: every script draws its own conclusions.
Exit codes of every script: 0 good (or SKIP, where a data file is absent), 1 the engine failed the measurement, 2 it could not be made.
"""

import argparse
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
READY_SECONDS = 30
FASTCHESS_GRACE_SECONDS = 20


def stop(text):
    """The measurement cannot be made: say why, exit 2."""
    print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr)
    sys.exit(2)


def run(main):
    """Call main and exit with what it returns; Ctrl-C ends without a traceback."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        sys.exit(130)


def parser(doc):
    """The arguments all scripts have."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("engine", metavar="ENGINE", help="the engine under test: a command, quoted if it has arguments")
    made.add_argument("--engine-option", action="append", default=[], metavar="NAME=VALUE", help="repeatable")
    shared = REPOSITORY.parent / "shared"
    made.add_argument("--shared", type=Path, default=shared, help="the shared folder (default: beside the repository)")
    made.add_argument("--seed", type=int, default=1, help="seed of the random choice (default 1)")
    return made


def shared_file(args, name):
    """A path under the shared data folder; where it is absent the script ends with SKIP and exit 0."""
    path = (args.shared / "data" / name).resolve()
    if not path.exists():
        print(f"SKIP: {path} is not there; nothing was measured")
        sys.exit(0)
    return path


def command_of(text):
    """An engine's command line as a list, its program as an absolute path."""
    words = shlex.split(text)
    program = words and (shutil.which(words[0]) or shutil.which(words[0], path="/usr/games"))
    if not program:
        stop(f"no such program: {text!r}")
    return [os.path.abspath(program), *words[1:]]


def options_of(pairs):
    """NAME=VALUE texts as a dictionary."""
    for pair in pairs:
        if "=" not in pair:
            stop(f"an option is written NAME=VALUE, not {pair!r}")
    return dict(pair.split("=", 1) for pair in pairs)


class Progress:
    """One line on stderr: rewritten in place on a terminal, else repeated every ten seconds."""

    def __init__(self, total):
        self.total, self.done, self.last, self.lock = total, 0, time.monotonic(), threading.Lock()

    def step(self, text=""):
        with self.lock:
            self.done += 1
            ended = self.done == self.total
            if sys.stderr.isatty():
                print(f"\r{self.done}/{self.total} {text}\033[K", end="\n" if ended else "", file=sys.stderr, flush=True)
            elif ended or time.monotonic() - self.last > 10:
                self.last = time.monotonic()
                print(f"{self.done}/{self.total} {text}", file=sys.stderr, flush=True)


class EngineFailure(Exception):
    """The engine crashed, hung or broke the protocol; the text says how."""


class Engine:
    """A UCI engine as a process. Its lines are kept as it wrote them; its stderr is ours."""

    def __init__(self, command, options, hash_mb, timeout):
        self.command, self.options, self.hash_mb, self.timeout = command, options, hash_mb, timeout
        self.start()

    def start(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(self.command, text=True, errors="replace", **pipes)
        self.lines = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self.process.stdout, self.lines), daemon=True).start()
        known = set()
        self.send("uci")
        for line in self.until("uciok", READY_SECONDS):
            if found := re.match(r"option name (.+?) type ", line):
                known.add(found[1])
        missing = set(self.options) - known
        if missing:
            raise EngineFailure(f"it has no option {', '.join(sorted(missing))}")
        defaults = {"Hash": self.hash_mb, "Threads": 1, "OwnBook": "false"}
        wanted = {name: value for name, value in defaults.items() if name in known} | self.options
        for name, value in wanted.items():
            self.send(f"setoption name {name} value {value}")
        self.ready()

    @staticmethod
    def _read(stream, lines):
        for line in stream:
            lines.put(line.rstrip("\r\n"))
        lines.put(None)

    def send(self, text):
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self):
        try:
            return EngineFailure(f"crash: the process ended with code {self.process.wait(5)}")
        except subprocess.TimeoutExpired:
            return EngineFailure("crash: it closed its pipes")

    def until(self, word, seconds):
        """All lines up to and with the first that begins with `word`."""
        deadline, seen = time.monotonic() + seconds, []
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise EngineFailure(f"hang: no {word!r} within {seconds} s") from None
            if line is None:
                raise self._ended()
            seen.append(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return seen

    def ready(self):
        self.send("isready")
        self.until("readyok", READY_SECONDS)

    def new_game(self):
        self.send("ucinewgame")
        self.ready()

    def search(self, position, go):
        """The lines of one search; the last is the bestmove."""
        self.send(f"position {position}")
        self.send(f"go {go}")
        return self.until("bestmove", self.timeout)

    def close(self):
        try:
            self.send("quit")
            self.process.wait(2)
        except (EngineFailure, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()

    def restart(self):
        self.process.kill()
        self.process.wait()
        self.start()


def open_engine(command, options, hash_mb, timeout):
    """An engine that is ready, or exit 2."""
    try:
        return Engine(command, options, hash_mb, timeout)
    except (EngineFailure, OSError) as why:
        stop(f"{command[0]} does not start: {why}")


# fastchess


def match_arguments(made, games):
    """The arguments of the scripts that play games."""
    made.add_argument("--games", type=int, default=games, help=f"games, an even number (default {games})")
    made.add_argument("--book", default="8moves_v3.pgn", help="a file of data/books (default 8moves_v3.pgn)")
    made.add_argument("--concurrency", type=int, default=2, help="games at once (default 2)")
    made.add_argument("--hash", type=int, default=16, help="MB of hash for ENGINE (default 16)")
    made.add_argument("--fastchess", default="fastchess", help="the fastchess program (default: the one in PATH)")
    made.add_argument("--out", type=Path, help="folder for the PGN and the log (default: a fresh scratch folder)")
    made.add_argument("--stall", type=int, default=900, help="seconds of silence that count as a hang (default 900)")


@dataclass
class Player:
    """One side of a match: its unique name, its command and its UCI options."""

    name: str
    command: list
    options: dict

    def words(self):
        made = ["-engine", f"cmd={self.command[0]}", f"name={self.name}"]
        if self.command[1:]:
            made.append("args=" + " ".join(self.command[1:]))
        return made + [f"option.{name}={value}" for name, value in self.options.items()]


@dataclass
class MatchReport:
    """What one fastchess run left behind. Problems are counted by player and kind; `notes` are the warnings behind the counts."""

    log: Path
    finished: int = 0
    failure: str = ""
    result: list = field(default_factory=list)
    problems: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)


KINDS = ("time loss", "illegal move", "crash", "warning", "mate dispute")
NOBODY = "(nobody named)"


def prepare_matches(args):
    """Check what the games need before the first one; returns the book and the scratch folder, and prints the load."""
    if args.games < 2 or args.games % 2:
        stop("--games must be an even number: every opening is played with both colours")
    args.fastchess = command_of(args.fastchess)[0]
    book = shared_file(args, f"books/{args.book}")
    out = args.out or Path(tempfile.mkdtemp(prefix="assay-measure-"))
    out.mkdir(parents=True, exist_ok=True)
    print(f"load {' '.join(f'{load:.2f}' for load in os.getloadavg())} on {os.cpu_count()} processors; games and logs: {out}", flush=True)
    return book, out.resolve()


def play_match(args, players, limit, book, folder, extra=()):
    """Play args.games games of two players with fastchess at `limit` (its words for -each)."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [args.fastchess, *players[0].words(), *players[1].words(), "-each", *limit]
    command += ["-openings", f"file={book}", f"format={book.suffix[1:]}", "order=random", "-srand", str(args.seed)]
    command += ["-rounds", str(args.games // 2), "-repeat", "-concurrency", str(args.concurrency), "-recover", "-ratinginterval", "0"]
    command += ["-pgnout", "file=games.pgn", "append=false", "-log", "file=fastchess.log", "level=warn", "append=false", "-testEnv", *extra]
    report, last = MatchReport(folder / "fastchess.log"), ""
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command, cwd=folder, text=True, errors="replace", start_new_session=True, **pipes)
    lines, progress, in_result = queue.SimpleQueue(), Progress(args.games), False
    threading.Thread(target=Engine._read, args=(process.stdout, lines), daemon=True).start()
    try:
        while (line := lines.get(timeout=args.stall)) is not None:
            last = line or last
            if line.startswith("Finished game"):
                report.finished += 1
                progress.step(line.removeprefix("Finished "))
            if line.startswith("Results of"):
                report.result, in_result = [], True
            in_result = in_result and not line.startswith("---")
            if in_result:
                report.result.append(line)
        code = process.wait(FASTCHESS_GRACE_SECONDS)
        if code:
            report.failure = f"fastchess ended with code {code}: {last}"
    except queue.Empty:
        report.failure = f"hang: fastchess said nothing for {args.stall} s after: {last}"
    finally:
        _end(process)
    if not report.failure and report.finished < args.games:
        report.failure = f"only {report.finished} of {args.games} games were finished: {last}"
    _count_problems(report, [player.name for player in players], folder)
    return report


def _end(process):
    """fastchess ends its engines itself when asked kindly, so ask first."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(FASTCHESS_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _count_problems(report, names, folder):
    """A lost game may stand in the log, the PGN or both, so the larger count holds; warnings stand in the log alone."""
    log, pgn = ({name: Counter() for name in [*names, NOBODY]} for _ in range(2))
    for head in _warnings(report.log):
        named = [name for name in names if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", head)] or [NOBODY]
        kind = _kind(head)
        if kind is None:
            continue
        report.notes.append((kind, head))
        for name in named:
            log[name][kind] += 1
    for loser, kind in _lost_games(folder / "games.pgn"):
        pgn[loser][kind] += 1
    report.problems = {name: {kind: max(log[name][kind], pgn[name][kind]) for kind in KINDS} for name in log}


def _warnings(path):
    """The warnings of the log, each without the line and the game it is about."""
    if path.exists():
        for line in path.read_text(errors="replace").splitlines():
            if line.startswith("[") and "fastchess --- " in line:
                yield line.split("fastchess --- ", 1)[1].removeprefix("Warning; ").split(" :: ")[0]


def _kind(head):
    """The kind of a warning; None for one that only repeats another line."""
    if re.match(r"Game \d+ ", head) or head.startswith("Move does not match uci move format"):
        return None
    if "loses on time" in head:
        return "time loss"
    if head.startswith("Illegal move"):
        return "illegal move"
    if re.fullmatch(r"Engine .* (disconnects|stalls)", head):
        return "crash"
    return "mate dispute" if head.startswith("Sign mismatch") else "warning"


def _lost_games(path):
    """Games of the PGN that ended otherwise than on the board: the loser and the kind."""
    kinds = {"time forfeit": "time loss", "illegal move": "illegal move", "abandoned": "crash"}
    tags = {}
    for line in path.read_text(errors="replace").splitlines() if path.exists() else ():
        if found := re.match(r'\[(White|Black|Result|Termination) "(.*)"\]', line):
            tags[found[1]] = found[2]
            if found[1] == "Termination" and found[2] in kinds and tags["Result"] in ("1-0", "0-1"):
                yield tags["Black" if tags["Result"] == "1-0" else "White"], kinds[found[2]]


def print_report(report, most_notes=10):
    """fastchess's own result, then the problems of each player."""
    print("\n".join(report.result) or "fastchess gave no result")
    width = max(len(name) for name in report.problems)
    print(f"{'problems':{width}}  " + "  ".join(KINDS))
    for name, counts in report.problems.items():
        if name != NOBODY or any(counts.values()):
            print(f"{name:{width}}  " + "  ".join(f"{counts[kind]:>{len(kind)}}" for kind in KINDS))
    heads = Counter(f"{kind}: {head}" for kind, head in report.notes)
    for text, number in heads.most_common(most_notes):
        print(f"  {number:>4} x {text}")
    if heads:
        print(f"  {len(heads)} different ones; with their games in {report.log}")
    if report.failure:
        print(f"FAILED: {report.failure}")
    sys.stdout.flush()
