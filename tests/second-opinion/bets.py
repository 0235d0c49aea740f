"""Checks a draw's bets against its close record, with the standard library alone.

Reads a draw file (/api/v1/draws/<draw id>/proof) as JSON. Written from the protocol text, not from this project's code. Prints
{drawId, cells, bets, root, stakeTotal} as JSON, or ends with 1 and a reason.
"""
import json
import sys

from log import need, root_of, sha256


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def leaf(value):
    return sha256(b"\x00", canonical(value))


def closed(bets, count):
    """The cells as they follow from the bets, which are published cell by cell."""
    cells = [[bet for bet in bets if bet["cell"] == number] for number in range(count)]
    need(sum(cells, []) == bets, "a bet out of order, or of no cell")
    for some in cells:
        need([bet["seq"] for bet in some] == list(range(len(some))), "a cell whose bets are not numbered from zero")
    return [
        {
            "bets": len(some),
            "root": root_of([leaf(bet) for bet in some]).hex(),
            "stakeTotal": sum(bet["stake"] for bet in some),
        }
        for some in cells
    ]


def main(draw):
    records = [json.loads(shown["entry"]) for shown in draw["entries"]]
    schedule, close = [next(r["body"] for r in records if r["type"] == kind) for kind in ("schedule", "close")]
    draw_id = close["drawId"]
    need(all(bet["drawId"] == draw_id for bet in draw["bets"]), "a bet of another draw")
    cells = closed(draw["bets"], schedule["cells"])
    need(cells == close["cells"], "the bets give other cells")
    leaves = [leaf({"v": 1, "drawId": draw_id, "cell": number, **cell}) for number, cell in enumerate(cells)]
    due = {
        "bets": sum(cell["bets"] for cell in cells),
        "root": root_of(leaves).hex(),
        "stakeTotal": sum(cell["stakeTotal"] for cell in cells),
    }
    for name, value in due.items():
        need(close[name] == value, f"the cells give another {name}")
    print(json.dumps({"drawId": draw_id, "cells": len(cells), **due}))


if __name__ == "__main__":
    main(json.load(sys.stdin))
