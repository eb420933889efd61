"""Writes tiny.net and tiny.txt: a random network of 16 hidden units, and what it says of ten positions.

A second witness of the file format and of the arithmetic: it shares no code with the crate. Run it in its own folder; the files are frozen,
so it should write what is there.
"""

import struct
import zlib

HIDDEN = 16
EXTRA_BITS = 1
CARD = b'{"name": "tiny", "made by": "tests/data/tiny.py"}'
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "2kr3r/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 b - - 0 15",
    "8/8/1k6/8/8/5P2/4PK2/8 b - - 0 40",
    "QQQQQQQQ/8/3k4/8/8/8/8/1RBNKBNR b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
]


def random_numbers(seed):
    """SplitMix64."""
    mask = (1 << 64) - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def make():
    numbers = random_numbers(2026)

    def take(count, limit):
        return [next(numbers) % (2 * limit + 1) - limit for _ in range(count)]

    return take(768 * HIDDEN, 90 << EXTRA_BITS), take(HIDDEN, 250 << EXTRA_BITS), take(8 * 2 * HIDDEN, 1016), take(8, 2000)


def write(parts):
    content = b"ASSAYNET" + struct.pack("<10I", 1, 768, 1, HIDDEN, 8, 1, 255 << EXTRA_BITS, 512, 400, len(CARD)) + CARD
    for numbers in parts:
        content += struct.pack(f"<{len(numbers)}h", *numbers)
    return content + struct.pack("<I", zlib.crc32(content))


def units(parts, men, white):
    weights, biases = parts[0], parts[1]
    king = next(file for letter, file, rank in men if letter == ("K" if white else "k"))
    total = list(biases)
    for letter, file, rank in men:
        seen_file = 7 - file if king >= 4 else file
        seen_rank = rank if white else 7 - rank
        own = letter.isupper() == white
        feature = (0 if own else 384) + 64 * "pnbrqk".index(letter.lower()) + 8 * seen_rank + seen_file
        for unit in range(HIDDEN):
            total[unit] += weights[feature * HIDDEN + unit]
    return total


def towards_zero(a, b):
    return abs(a) // b * (1 if a >= 0 else -1)


def value(parts, fen):
    board, side = fen.split()[:2]
    men = []
    for row, text in enumerate(board.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                men.append((letter, file, 7 - row))
                file += 1
    bucket = (len(men) - 2) // 4
    both = units(parts, men, side == "w") + units(parts, men, side != "w")
    weights = parts[2][bucket * 2 * HIDDEN :][: 2 * HIDDEN]
    total = sum((((128 >> EXTRA_BITS) * min(max(unit, 0), 255 << EXTRA_BITS)) ** 2 >> 16) * weight for unit, weight in zip(both, weights))
    centipawns = towards_zero((towards_zero(total, 510) + parts[3][bucket]) * 400, 255 * 64)
    return max(-20000, min(20000, centipawns))


def main():
    parts = make()
    with open("tiny.net", "wb") as file:
        file.write(write(parts))
    with open("tiny.txt", "w", encoding="utf-8") as file:
        for fen in FENS:
            file.write(f"{value(parts, fen)} {fen}\n")


if __name__ == "__main__":
    main()
