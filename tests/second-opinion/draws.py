"""The numbers of a draw, written a second time from the protocol text, with the standard library alone.

Reads JSON lines {drawId, kind, rulesHash, chainHash, round, signature, secret}; writes {commit, seed, outcome}.
"""
import hashlib
import hmac
import json
import sys


def packed(*fields):
    joined = b""
    for field in fields:
        if isinstance(field, str):
            field = field.encode("utf-8")
        joined += len(field).to_bytes(4, "big") + field
    return joined


def digest(*fields):
    return hashlib.sha256(packed(*fields)).digest()


def stream(seed):
    counter = 0
    while True:
        yield from hmac.new(seed, packed("fair/1/stream", counter.to_bytes(4, "big")), hashlib.sha256).digest()
        counter += 1


def below(source, n):
    usable = 256 // n * n
    return next(byte for byte in source if byte < usable) % n


def dice3(source):
    return [below(source, 6) + 1 for _ in range(3)]


def digits5(source):
    return [below(source, 10) for _ in range(5)]


def perm10(source):
    balls = list(range(1, 11))
    for last in range(9, 0, -1):
        pick = below(source, last + 1)
        balls[last], balls[pick] = balls[pick], balls[last]
    return balls


def pick5of11(source):
    balls = list(range(1, 12))
    for place in range(5):
        pick = place + below(source, 11 - place)
        balls[place], balls[pick] = balls[pick], balls[place]
    return balls[:5]


KINDS = {"dice3": dice3, "digits5": digits5, "perm10": perm10, "pick5of11": pick5of11}


def answer(draw):
    secret = bytes.fromhex(draw["secret"])
    seed = digest(
        "fair/1/seed",
        draw["drawId"],
        bytes.fromhex(draw["rulesHash"]),
        bytes.fromhex(draw["chainHash"]),
        draw["round"].to_bytes(8, "big"),
        hashlib.sha256(bytes.fromhex(draw["signature"])).digest(),
        secret,
    )
    return {
        "commit": digest("fair/1/commit", draw["drawId"], secret).hex(),
        "seed": seed.hex(),
        "outcome": KINDS[draw["kind"]](stream(seed)),
    }


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))
