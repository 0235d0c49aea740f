"""A second opinion on the games: every rule as a plain question, written apart from the first implementation.

Reads JSON lines, answers JSON lines:
  {family, market, position, selection, odds, stake, result}                    -> {verdict, payout}
  {family, market, position, selections, stake, full}                           -> {outcomes, digest, prices}
The second form visits every outcome in ascending order. For a race without `full` it visits only the ways the
places that are read can come out, and leaves the other places empty.
"""
import hashlib
import json
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

NUMBERS = {"k3": range(1, 7), "pk10": range(1, 11), "ssc": range(10), "x11_5": range(1, 12)}
PLACES = {"k3": 3, "pk10": 10, "ssc": 5, "x11_5": 5}


@cache
def side(n, big_from, choice):
    """Does n belong to a choice such as big, odd or small_even?"""
    is_big, is_odd = n >= big_from, n % 2 == 1
    return all({"big": is_big, "small": not is_big, "odd": is_odd, "even": not is_odd}[word] for word in choice.split("_"))


def against(a, b, choice):
    return a > b if choice == "dragon" else a < b


def pattern(three):
    a, b, c = sorted(three)
    if a == b == c:
        return "leopard"
    if (b - a == 1 and c - b == 1) or (a, b, c) in [(0, 1, 9), (0, 8, 9)]:
        return "straight"
    if a == b or b == c:
        return "pair"
    if b - a == 1 or c - b == 1 or (a == 0 and c == 9):
        return "half_straight"
    return "mixed"


@cache
def numbers(selection):
    return tuple(int(n) for n in selection.split(","))


@cache
def number_set(selection):
    return frozenset(numbers(selection))


@cache
def faces(selection):
    return sorted(int(c) for c in selection if c.isdigit())


RUNS = [[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]]

# Each rule answers: does selection s at position p win, given the result r?
RULES = {
    "k3": {
        "sum": lambda r, p, s: sum(r) == int(s),
        "sum_big_small": lambda r, p, s: side(sum(r), 11, s),
        "sum_odd_even": lambda r, p, s: side(sum(r), 11, s),
        "sum_combo": lambda r, p, s: side(sum(r), 11, s),
        "triple_any": lambda r, p, s: r[0] == r[1] == r[2],
        "triple_single": lambda r, p, s: sorted(r) == faces(s),
        "pair_multi": lambda r, p, s: r.count(int(s[0])) >= 2,
        "pair_single": lambda r, p, s: sorted(r) == faces(s),
        "three_different": lambda r, p, s: sorted(r) == faces(s),
        "straight_any": lambda r, p, s: sorted(r) in RUNS,
        "straight_single": lambda r, p, s: sorted(r) == faces(s),
        "two_different": lambda r, p, s: int(s[0]) in r and int(s[1]) in r,
        "any_face": lambda r, p, s: int(s) in r,
        "die_number": lambda r, p, s: r[p - 1] == int(s),
        "die_sides": lambda r, p, s: side(r[p - 1], 4, s),
        "die_parity": lambda r, p, s: side(r[p - 1], 4, s),
    },
    "pk10": {
        "position_number": lambda r, p, s: r[p - 1] == int(s),
        "position_big_small": lambda r, p, s: side(r[p - 1], 6, s),
        "position_odd_even": lambda r, p, s: side(r[p - 1], 6, s),
        "position_combo": lambda r, p, s: side(r[p - 1], 6, s),
        "dragon_tiger": lambda r, p, s: against(r[p - 1], r[10 - p], s),
        "sum12": lambda r, p, s: r[0] + r[1] == int(s),
        "sum12_big_small": lambda r, p, s: side(r[0] + r[1], 12, s),
        "sum12_odd_even": lambda r, p, s: side(r[0] + r[1], 12, s),
        "top2_pair": lambda r, p, s: {r[0], r[1]} == number_set(s),
    },
    "ssc": {
        "ball_number": lambda r, p, s: r[p - 1] == int(s),
        "ball_big_small": lambda r, p, s: side(r[p - 1], 5, s),
        "ball_odd_even": lambda r, p, s: side(r[p - 1], 5, s),
        "sum_big_small": lambda r, p, s: side(sum(r), 23, s),
        "sum_odd_even": lambda r, p, s: side(sum(r), 23, s),
        "dragon_tiger": lambda r, p, s: against(r[0], r[4], s),
        "tie": lambda r, p, s: r[0] == r[4],
        "three_pattern": lambda r, p, s: pattern(r[p - 1 : p + 2]) == s,
        "any_digit5": lambda r, p, s: int(s) in r,
        "any_digit3": lambda r, p, s: int(s) in r[p - 1 : p + 2],
    },
    "x11_5": {
        "ball_number": lambda r, p, s: r[p - 1] == int(s),
        "ball_big_small": lambda r, p, s: side(r[p - 1], 6, s),
        "ball_odd_even": lambda r, p, s: side(r[p - 1], 6, s),
        "sum_big_small": lambda r, p, s: side(sum(r), 31, s),
        "sum_odd_even": lambda r, p, s: side(sum(r), 31, s),
        "sum_tail": lambda r, p, s: side(sum(r) % 10, 5, s[len("tail_") :]),
        "dragon_tiger": lambda r, p, s: against(r[0], r[4], s),
        "any1": lambda r, p, s: int(s) in r,
        "front2_direct": lambda r, p, s: r[:2] == numbers(s),
        "front2_group": lambda r, p, s: tuple(sorted(r[:2])) == numbers(s),
        "front3_direct": lambda r, p, s: r[:3] == numbers(s),
        "front3_group": lambda r, p, s: tuple(sorted(r[:3])) == numbers(s),
    },
}
for k in range(2, 9):
    RULES["x11_5"][f"pick{k}"] = lambda r, p, s: len(number_set(s).intersection(r)) == min(len(number_set(s)), 5)

# The stake comes back whatever was chosen.
PUSHES = {
    "ssc.dragon_tiger": lambda r, p: r[0] == r[4],
    "x11_5.ball_big_small": lambda r, p: r[p - 1] == 11,
    "x11_5.ball_odd_even": lambda r, p: r[p - 1] == 11,
    "x11_5.sum_big_small": lambda r, p: sum(r) == 30,
}
PICKS = {"top2_pair": 2, "front2_group": 2, "front3_group": 3, **{f"pick{k}": k for k in range(2, 9)}}


def hundredths(text):
    whole, cents = text.split(".")
    return int(whole) * 100 + int(cents)


def money(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def settle(q):
    """One bet; more numbers than the market picks are several lines, each with the stake."""
    family, market, position, result = q["family"], q["market"], q.get("position"), tuple(q["result"])
    stake, odds, lines = hundredths(q["stake"]), hundredths(q["odds"]), [q["selection"]]
    if market in PICKS:
        lines = [",".join(line) for line in combinations(q["selection"].split(","), PICKS[market])]
    if PUSHES.get(f"{family}.{market}", lambda r, p: False)(result, position):
        return {"verdict": "push", "payout": money(stake * len(lines))}
    won = sum(RULES[family][market](result, position, line) for line in lines)
    return {"verdict": "win" if won else "lose", "payout": money(stake * odds // 100 * won)}


def odds_of(win, push):
    target = Fraction(98 if win >= Fraction(1, 12) else 97 if win >= Fraction(1, 60) else 96, 100)
    fair = target * (1 - push) / win
    return int(fair * 2) * 50 if fair >= 100 else int(fair * 100)


def read_key(family, market, position):
    """What a verdict can depend on, so that it is asked once for each: a guess too narrow would show as a difference."""
    if market.startswith("pick") or market in ("any1", "any_digit5"):
        return frozenset
    if family == "pk10" and market == "dragon_tiger":
        return lambda r: (r[position - 1], r[10 - position])
    if family == "pk10" and position is None:
        return lambda r: r[:2]
    if market in ("dragon_tiger", "tie"):
        return lambda r: (r[0], r[4])
    if market.startswith("front"):
        return lambda r: r[:3]
    if market.startswith("sum"):
        return sum
    if market in ("three_pattern", "any_digit3"):
        return lambda r: r[position - 1 : position + 2]
    return (lambda r: r) if position is None else (lambda r: r[position - 1])


@cache
def draws(family):
    """Every result in ascending order: 100,000 at most, and kept for the next market. Those of a race are 3,628,800."""
    ways = product(NUMBERS[family], repeat=PLACES[family]) if family in ("k3", "ssc") else permutations(NUMBERS[family], PLACES[family])
    return list(ways)


def outcomes(family, market, position, full):
    if family != "pk10":
        return draws(family)
    if full:
        return permutations(NUMBERS[family])
    read = [0, 1] if position is None else [position - 1]
    read = [position - 1, 10 - position] if market == "dragon_tiger" else read
    results = []
    for seen in permutations(NUMBERS[family], len(read)):
        result = [None] * 10
        for place, number in zip(read, seen):
            result[place] = number
        results.append(tuple(result))
    return results


def enumerate_market(q):
    family, market, position, selections = q["family"], q["market"], q["position"], q["selections"]
    rule, pushes = RULES[family][market], PUSHES.get(f"{family}.{market}", lambda r, p: False)
    order = list(map(read_key(family, market, position), outcomes(family, market, position, q["full"])))
    ways, total = Counter(order), len(order)
    # For each thing that can be seen one result that shows it.
    seen = {}
    for at, result in dict(zip(order, outcomes(family, market, position, q["full"]))).items():
        push = pushes(result, position)
        seen[at] = push, [] if push else [i for i, s in enumerate(selections) if rule(result, position, s)]
    pushed = Fraction(sum(ways[at] for at, (push, _) in seen.items() if push), total)
    wins = [0] * len(selections)
    for at, (_, won) in seen.items():
        for i in won:
            wins[i] += ways[at]
    prices, stake = [], hundredths(q["stake"])
    for i in wins:
        win = Fraction(i, total)
        odds = odds_of(win, pushed)
        back = win * Fraction(odds, 100) + pushed
        prices.append({"win": f"{win.numerator}/{win.denominator}", "push": f"{pushed.numerator}/{pushed.denominator}",
                       "odds": money(odds), "return": f"{back.numerator}/{back.denominator}"})
    text = {at: ("push" if push else ",".join(f"{selections[i]}={stake * hundredths(prices[i]['odds']) // 100}" for i in won)).encode() + b"\n"
            for at, (push, won) in seen.items()}
    digest = hashlib.sha256(b"".join(map(text.__getitem__, order))).hexdigest()
    return {"outcomes": total, "digest": digest, "prices": prices}


for line in iter(sys.stdin.readline, ""):
    question = json.loads(line)
    print(json.dumps(enumerate_market(question) if "selections" in question else settle(question)), flush="full" in question)
