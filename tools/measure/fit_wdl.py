#!/usr/bin/env python3
"""What a score means in games: fits the curve behind UCI_ShowWDL to the engine's games against itself.

The model: a side with score x wins with chance 1/(1+exp((a-x)/b)), loses with the chance the other side has to win, and draws otherwise.
a and b are those of highest likelihood.

Reads the committed counts, which `assay lab fit --counts` wrote, fits them with nothing but Python, prints a and b, and compares them with
the constants in the engine's source (--check: exit 1 if they differ by more than 0.05).
"""

import argparse
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
COUNTS = HERE / "data" / "wdl.csv"
CRATES = HERE.parents[1] / "crates"
# Where the engine has them, and as what.
SOURCES = {"NETWORK": CRATES / "eval" / "src" / "even_chance.rs", "SPREAD": CRATES / "session" / "src" / "player" / "wdl.rs"}
LARGEST_SCORE = 400


def read_counts(path):
    """Wins, draws and losses of the side to move by its score, as `assay lab fit --counts` writes them."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")][1:]
    return {score: numbers for score, *numbers in (map(int, line.split(",")) for line in lines)}


def log_likelihood(counts, a, b):
    """Mean logarithm of the likelihood of the counts."""
    def win(score):
        return 1 / (1 + math.exp(min(700.0, (a - score) / b)))

    total = 0.0
    for score, (wins, draws, losses) in counts.items():
        chances = win(score), 1 - win(score) - win(-score), win(-score)
        total += sum(n * math.log(max(p, 1e-300)) for n, p in zip((wins, draws, losses), chances) if n)
    return total / sum(map(sum, counts.values()))


def fit(counts):
    """a and b by Newton's method on numerical derivatives of the likelihood's logarithm, each step halved until it improves."""
    a, b, step = 150.0, 80.0, 0.05
    for _ in range(100):
        def f(i, j):
            return log_likelihood(counts, a + i * step, b + j * step)

        here = f(0, 0)
        gradient = ((f(1, 0) - f(-1, 0)) / (2 * step), (f(0, 1) - f(0, -1)) / (2 * step))
        aa, bb = ((f(1, 0) - 2 * here + f(-1, 0)) / step**2, (f(0, 1) - 2 * here + f(0, -1)) / step**2)
        ab = (f(1, 1) - f(1, -1) - f(-1, 1) + f(-1, -1)) / (4 * step**2)
        determinant = aa * bb - ab * ab
        da, db = (-(bb * gradient[0] - ab * gradient[1]) / determinant, -(aa * gradient[1] - ab * gradient[0]) / determinant)
        if determinant <= 0 or aa >= 0:
            da, db = (5000 * slope for slope in gradient)
        while log_likelihood(counts, a + da, max(1.0, b + db)) < here and abs(da) + abs(db) > 1e-7:
            da, db = da / 2, db / 2
        a, b = a + da, max(1.0, b + db)
        if abs(da) + abs(db) < 1e-4:
            break
    return a, b


def constants():
    """a and b as the engine has them."""
    pattern = "const {}: f64 = ([0-9.]+);"
    return [float(re.search(pattern.format(name), path.read_text(encoding="utf-8"))[1]) for name, path in SOURCES.items()]


def show_fit(counts, a, b):
    """How the curve and the games agree, by range of score."""
    print("score          positions   win  draw  loss (games)   win  draw  loss (curve)")
    for low in range(-LARGEST_SCORE, LARGEST_SCORE, 100):
        inside = {score: numbers for score, numbers in counts.items() if low <= score < low + 100}
        total = sum(map(sum, inside.values()))
        if not total:
            continue
        games = [sum(numbers[i] for numbers in inside.values()) / total for i in range(3)]
        win = sum(sum(n) / (1 + math.exp((a - s) / b)) for s, n in inside.items()) / total
        loss = sum(sum(n) / (1 + math.exp((a + s) / b)) for s, n in inside.items()) / total
        cells = "  ".join(f"{100 * part:4.1f}" for part in games), "  ".join(f"{100 * p:4.1f}" for p in (win, 1 - win - loss, loss))
        print(f"{low:5} to {low + 99:4} {total:10}  {cells[0]}           {cells[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", type=pathlib.Path, default=COUNTS, help="file of counts (default: the committed one)")
    parser.add_argument("--check", action="store_true", help="fail if the engine's constants are not those of the counts")
    arguments = parser.parse_args()
    counts = read_counts(arguments.counts)
    a, b = fit(counts)
    print(f"{sum(map(sum, counts.values()))} positions: HALF {a:.1f}, SPREAD {b:.1f}")
    show_fit(counts, a, b)
    half, spread = constants()
    differ = abs(half - round(a, 1)) > 0.05 or abs(spread - round(b, 1)) > 0.05
    print(f"the engine has HALF {half}, SPREAD {spread}: {'NOT the same' if differ else 'the same'}")
    return int(arguments.check and differ)


if __name__ == "__main__":
    sys.exit(main())
