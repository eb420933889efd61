#!/usr/bin/env python3
"""OpenBench's own code against this engine: CHECKOUT is a clone of https://github.com/AndyGrant/OpenBench (GPL, so never a part of this
repository).

Its client builds the engine by our Makefile from a zip of HEAD, runs and reads `bench`, and makes an opening book by `genfens`, twice;
its server's configuration loader reads the engine's JSON from docs/openbench.md. Everything is called as the client's worker and the
server call it; only the addresses are this machine's.

Not a match, and no server: nothing leaves this machine. Exit 1: a check failed; exit 2: it could not be made.

--engine PATH skips the build and checks this binary. --threads N runs as many at once (default 2).
"""

import argparse
import contextlib
import functools
import http.server
import importlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "docs" / "openbench.md"
NAME = "Assay"
failures = []


def check(what, passed, detail=""):
    """Prints a verdict and remembers a bad one."""
    print(f"{'ok    ' if passed else 'FAILED'} {what}{': ' if detail else ''}{detail}", flush=True)
    if not passed:
        failures.append(what)


def stop(text):
    print(text, file=sys.stderr)
    sys.exit(2)


def import_client(checkout):
    """The client's modules as the worker imports them."""
    folder = checkout / "Client"
    if not (folder / "utils.py").is_file():
        stop(f"{checkout} is not a checkout of OpenBench")
    sys.path.insert(0, str(folder))
    try:
        utils, bench, genfens = (importlib.import_module(name) for name in ("utils", "bench", "genfens"))
    except ImportError as error:
        stop(f"the client needs {error.name}: python3 -m pip install -r {folder / 'requirements.txt'}")

    def do_not_kill(name):
        raise RuntimeError(f"the client would kill every process named {name}")

    # It kills by name, whoever the process belongs to.
    utils.kill_process_by_name = do_not_kill
    return utils, bench, genfens


@contextlib.contextmanager
def served(folder):
    """The folder at an address of this machine."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def build(utils, folder, compilers):
    """Has the client download a zip of HEAD and build it; the binary's name, as the worker gets it."""
    subprocess.run(["git", "-C", REPOSITORY, "archive", "--prefix=assay-HEAD/", "-o", folder / "head.zip", "HEAD"], check=True)
    out_path = os.path.join("Engines", utils.engine_binary_name(NAME, "0123456789abcdef", None))
    compiler = compilers[0].split(">=")[0]
    with served(folder) as address:
        try:
            return utils.prepare_engine(NAME, None, "HEAD", f"{address}/head.zip", "", out_path, False, compiler)
        except utils.OpenBenchBuildFailedException as error:
            check("the client builds the engine", False, f"{error.message}\n{error.logs}")
            sys.exit(1)


def check_network(utils, folder):
    """A network that cannot be used is named in the build's output. (`make -n` builds nothing.)"""
    (folder / "network").write_text("no network")
    command = utils.makefile_command(str(folder / "network"), str(REPOSITORY), "unused", "cargo")
    check("EVALFILE and EXE are what the client passes", any(word.startswith("EVALFILE=") for word in command), " ".join(command))
    done = subprocess.run(["make", "-n", *command[2:]], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    told = "ERROR: EVALFILE=" in done.stdout
    check("the Makefile says that EVALFILE is ignored", done.returncode == 0 and told, done.stderr.strip())


def check_bench(bench, binary, threads):
    """The worker's benchmark: each of `threads` processes twice, all with one number."""
    speed, nodes = bench.run_benchmark(binary, threads, 2)
    check("every bench has the same nodes", nodes > 0 and speed > 0, f"{nodes} nodes, {speed} nodes per second")
    again = bench.run_benchmark(binary, 1, 1, expected=nodes)
    check("the expected bench is accepted", again[1] == nodes)
    subject = subprocess.run(["git", "-C", REPOSITORY, "log", "-1", "--grep=^Bench: ", "--format=%B"], capture_output=True, text=True, check=True)
    claimed = re.findall(r"^Bench: (\d+)", subject.stdout, re.M)
    check("the last commit with a bench says the same", claimed[-1:] == [str(nodes)], f"claimed {claimed[-1:]}")


def make_book(genfens, binary, threads, seeds, book):
    """The lines of the client's opening book."""
    output = io.StringIO()
    arguments = {"N": 25, "book": book, "seeds": seeds, "extra": "", "engine": binary, "threads": threads, "output": output}
    with contextlib.redirect_stdout(io.StringIO()):
        genfens.create_genfens_opening_book(arguments)
    return sorted(output.getvalue().splitlines())


def check_genfens(genfens, binary, threads, folder):
    """Two runs give the same book, other seeds another; with a book of positions, too."""
    seeds = list(range(1, threads + 1))
    first = make_book(genfens, binary, threads, seeds, "None")
    check("genfens gives what was asked for", len(first) == 25 * threads, f"{len(first)} lines like: {first[0]}")
    check("no line twice", len(set(first)) == len(first))
    check("the same seeds give the same book", make_book(genfens, binary, threads, seeds, "None") == first)
    others = make_book(genfens, binary, threads, [seed + 1000 for seed in seeds], "None")
    check("other seeds give another", not set(others) & set(first))
    shape = re.compile(r"^\S+ [wb] ([KQkq]+|-) (-|[a-h][36]) hmvc \d+; fmvn \d+;$")
    check("every line is EPD", all(shape.match(line) for line in first))
    os.makedirs("Books", exist_ok=True)
    pathlib.Path("Books/next.epd").write_text("\n".join(first) + "\n")
    nested = make_book(genfens, binary, threads, seeds, os.path.join("Books", "next.epd"))
    check("a book can be started from", len(nested) == 25 * threads and not set(nested) & set(first), nested[0])
    try:
        import chess
    except ImportError:
        print("SKIP   legality: python-chess is missing")
        return
    boards = [chess.Board.from_epd(line)[0] for line in first + others + nested]
    check("python-chess finds every position valid and open", all(b.is_valid() and not b.is_game_over() for b in boards))


def engine_json():
    """The JSON of the page."""
    found = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    return json.loads(found[1])


def check_configuration(checkout, folder):
    """The server's loader reads the JSON, and it has the shape of an engine's that is there."""
    copy = folder / "server"
    for part in ("OpenBench", "OpenSite", "Engines"):
        shutil.copytree(checkout / part, copy / part)
    (copy / "Engines" / f"{NAME}.json").write_text(json.dumps(engine_json()))
    # In a process of its own: the package's __init__ is the server's, its settings are found by its place.
    code = f"import OpenBench.config as c, json; print(json.dumps(c.load_engine_config({NAME!r})))"
    done = subprocess.run([sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, check=False)
    check("the server loads the engine's JSON", done.returncode == 0 and '"nps"' in done.stdout, done.stderr.strip()[-400:])
    example = json.loads((checkout / "Engines" / "Viridithas.json").read_text())
    ours = engine_json()
    check("it has the keys of another Rust engine's", set(ours) == set(example), ", ".join(sorted(ours)))
    check("its build has, too", set(ours["build"]) == set(example["build"]), json.dumps(ours["build"]))
    books = {path.name.removesuffix(".json") for path in (checkout / "Books").iterdir()}
    named = {preset["book_name"] for kind in ours if kind.endswith("presets") for preset in ours[kind].values() if "book_name" in preset}
    check("its books are the server's", named - {"None"} <= books, ", ".join(sorted(named)))


def check_options(binary):
    """The options of every preset are declared: fastchess, which the client runs, drops those that are not."""
    ours = engine_json()
    wanted = set()
    for kind in ours:
        for preset in ours[kind].values() if kind.endswith("presets") else ():
            for key in ("both_options", "dev_options", "base_options"):
                wanted.update(option.split("=")[0] for option in preset.get(key, "").split())
    done = subprocess.run(["./" + binary], input="uci\nquit\n", capture_output=True, text=True, check=True)
    declared = set(re.findall(r"^option name (.+?) type ", done.stdout, re.M))
    missing = sorted(wanted - declared)
    check("the presets' options are declared", not missing, f"{', '.join(sorted(wanted))}; missing: {', '.join(missing) or 'none'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path, help="a clone of OpenBench")
    parser.add_argument("--engine", type=pathlib.Path, help="a binary to check instead of building HEAD")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    checkout = arguments.checkout.resolve()
    engine = arguments.engine and arguments.engine.resolve()
    utils, bench, genfens = import_client(checkout)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.chdir(folder)
        os.mkdir("Engines")
        check_configuration(checkout, folder)
        check_network(utils, folder)
        if engine:
            shutil.copy(engine, "Engines/Assay-given")
            binary = "Assay-given"
        else:
            binary = build(utils, folder, engine_json()["build"]["compilers"])
            check("the client builds the engine", os.path.isfile(os.path.join("Engines", binary)), binary)
        binary = os.path.join("Engines", binary)
        check_options(binary)
        check_bench(bench, binary, arguments.threads)
        check_genfens(genfens, binary, arguments.threads, folder)
        os.chdir(REPOSITORY)
    print(f"{len(failures)} checks failed" if failures else "all checks passed")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
