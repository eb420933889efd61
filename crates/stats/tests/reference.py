#!/usr/bin/env python3
"""The figures of published.rs, computed by another way than the crate goes, to 20 digits and more. Needs mpmath.

The crate iterates as fishtest does. Here the maximum of the likelihood is found from its own equations: of all distributions p whose mean
lies t standard deviations s above 1/2, the one that makes the shares q most likely is p = q / (1 + a (w - m) + b ((w - m)^2 - s^2)) with
m = 1/2 + t s, where the two constraints hold and a t + 2 b s = 0. For every s there is one candidate; the scan finds each s whose
candidate has the right mean, and the most likely of them is taken.
"""

from mpmath import mp, mpf, log, log10, sqrt

mp.dps = 30

NORMALISED = 800 / log(10)
CASES = [
    # Name, model, elo0, elo1, counts from the worst outcome to the best.
    ("MR-01a", "Normalised", 0, 2, [365, 16618, 36229, 16974, 390]),
    ("MR-01c", "Logistic", 0.5, 2.5, [223, 9863, 21279, 10037, 246]),
    ("MR-01h", "Normalised", 0, 2, [379, 10170, 21828, 10640, 343]),
    ("MR-01j", "Normalised", -5, 0, [10, 334, 1193, 404, 15]),
    ("MR-01l", "Normalised", -5, 0, [154, 556, 857, 452, 123]),
    ("MR-01m", "Logistic", -1.25, 0.25, [144, 3312, 17012, 3334, 154]),
    ("MR-02a", "Normalised", 0, 5, [0, 0, 0, 0, 5550]),
    ("MR-02c", "Normalised", -1500, -500, [144, 3, 1, 0, 0]),
    ("far", "Normalised", -1000, 300, [10, 20, 40, 20, 10]),
    ("far", "Normalised", -1000, 300, [0, 0, 50, 1, 0]),
    ("far", "Normalised", 300, 1500, [100, 3, 0, 0, 0]),
    ("far", "Normalised", 300, 1500, [0, 0, 0, 0, 30]),
    ("far", "Normalised", 20, 3000, [10_000_000, 0, 0, 0, 0]),
    ("MR-01e", "Normalised", 0, 2, [36027, 68692, 36433]),
    ("MR-01f", "Logistic", 0.5, 2.5, [21184, 40708, 21404]),
    ("MR-01g", "Logistic", 0, 5, [759, 1863, 880]),
]


def seen(counts):
    counts = [mpf(count) if count else mpf("0.001") for count in counts]
    total = sum(counts)
    return total, [count / total for count in counts], [mpf(i) / (len(counts) - 1) for i in range(len(counts))]


def moments(shares, worths):
    mean = sum(p * w for p, w in zip(shares, worths))
    return mean, sqrt(sum(p * (w - mean) ** 2 for p, w in zip(shares, worths)))


def tilted(q, distances, number=mpf):
    """The shares q / (1 + x d) under which the distances average 0; None if they all have one sign."""
    if min(distances) >= 0 or max(distances) <= 0:
        return None
    low, high = -1 / max(distances), -1 / min(distances)
    for _ in range(60 if number is float else 130):
        x = (low + high) / 2
        if sum(p * d / (1 + x * d) for p, d in zip(q, distances)) > 0:
            low = x
        else:
            high = x
    return [p / (1 + x * d) for p, d in zip(q, distances)]


def with_mean(q, worths, mean):
    return tilted(q, [w - mean for w in worths])


def with_deviation(q, worths, t, s, number=mpf):
    """The candidate of this standard deviation, and by how much its mean misses."""
    half = number(1) / 2
    m = half + t * s
    p = tilted(q, [(w - m) + t * s / 2 - t * (w - m) ** 2 / (2 * s) for w in worths], number)
    return p, None if p is None else sum(p * w for p, w in zip(p, worths)) - m


def with_t(q, worths, t):
    if t == 0:
        return with_mean(q, worths, mpf(1) / 2)
    floats = [float(p) for p in q], [float(w) for w in worths], float(t)
    grid = [0.5 * 10 ** (-4 * i / 4000) for i in range(4001)]
    found = []
    misses = [with_deviation(*floats, s, float)[1] for s in grid]
    for (high, low), (one, other) in zip(zip(grid, grid[1:]), zip(misses, misses[1:])):
        if one is None or other is None or (one > 0) == (other > 0):
            continue
        low, high = mpf(low), mpf(high)
        for _ in range(90):
            s = (low + high) / 2
            p, miss = with_deviation(q, worths, t, s)
            if (miss > 0) == (one > 0):
                high = s
            else:
                low = s
        mean, deviation = moments(p, worths)
        assert all(share > 0 for share in p) and abs(sum(p) - 1) < 1e-15
        if abs((mean - mpf(1) / 2) / deviation - t) < 1e-15 * max(1, abs(t)):
            found.append((sum(one * log(share) for one, share in zip(q, p)), p))
    assert found, "no solution"
    return max(found, key=lambda each: each[0])[1]


def ratio(model, elo0, elo1, counts):
    total, q, worths = seen(counts)
    games = 2 if len(counts) == 5 else 1
    if model == "Logistic":
        likely = lambda elo: with_mean(q, worths, 1 / (1 + mpf(10) ** (-mpf(elo) / 400)))
    else:
        likely = lambda elo: with_t(q, worths, sqrt(games) * mpf(elo) / NORMALISED)
    return total * sum(p * log(one / zero) for p, one, zero in zip(q, likely(elo1), likely(elo0)))


for name, model, elo0, elo1, counts in CASES:
    total, q, worths = seen(counts)
    mean, deviation = moments(q, worths)
    elo = -400 * log10(1 / mean - 1)
    normalised = (mean - mpf(1) / 2) / (sqrt(2 if len(counts) == 5 else 1) * deviation) * NORMALISED
    llr = ratio(model, elo0, elo1, counts)
    print(name, model, elo0, elo1, counts, "LLR", mp.nstr(llr, 12), "Elo", mp.nstr(elo, 12), "nElo", mp.nstr(normalised, 12), flush=True)
