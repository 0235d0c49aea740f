"""Reads a site's public log by its tiles and checks all of it, with the standard library alone.

Usage: log.py <site> <verifier key>. Written from the descriptions of signed notes, checkpoints and tiles (C2SP) and of
the tree (RFC 6962), not from this project's code. Prints {size, root, records} as JSON, or ends with 1 and a reason.
"""
import base64
import hashlib
import json
import sys
import urllib.request

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def add(a, b):
    """Adds points of the curve in extended coordinates (RFC 8032, 5.1.4)."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    x, y, z, t = f - e, h - g, h + g, f + e
    return x * y % P, z * t % P, y * z % P, x * t % P


def times(n, point):
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total


def decoded(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - xx) % P or (x == 0 and sign):
        raise SystemExit("a point that is not on the curve")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def is_signed(message, signature, key):
    base = decoded((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    scalar = int.from_bytes(signature[32:], "little")
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % Q
    left, right = times(scalar, base), add(decoded(signature[:32]), times(h, decoded(key)))
    same = (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0
    return scalar < Q and same


def fetch(site, path):
    with urllib.request.urlopen(f"{site}/fair/log/{path}") as answer:
        return answer.read()


def tile_path(level, index, width):
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.insert(0, f"x{index % 1000:03}")
    return f"tile/{level}/{'/'.join(groups)}" + ("" if width == 256 else f".p/{width}")


def tiles(site, level, count):
    """The content of all tiles of a level that has this many hashes."""
    for first in range(0, count, 256):
        width = min(256, count - first)
        yield width, fetch(site, tile_path(level, first // 256, width))


def root_of(hashes):
    """RFC 6962, 2.1, without slices of slices: complete subtrees as they close, then folded from the right."""
    stack = []
    for number, node in enumerate(hashes):
        while number & 1:
            node, number = sha256(b"\x01", stack.pop(), node), number >> 1
        stack.append(node)
    if not stack:
        return sha256(b"")
    node = stack.pop()
    while stack:
        node = sha256(b"\x01", stack.pop(), node)
    return node


def need(condition, reason):
    if not condition:
        raise SystemExit(reason)


def main(site, vkey):
    name, key_id, encoded = vkey.split("+", 2)
    typed = base64.b64decode(encoded)
    need(typed[0] == 1 and sha256(name.encode(), b"\n", typed)[:4].hex() == key_id, "not a verifier key")
    text, lines = fetch(site, "checkpoint").decode("utf-8").rsplit("\n\n", 1)
    text += "\n"
    signatures = [line.split(" ") for line in lines.splitlines()]
    mine = [base64.b64decode(data) for dash, signer, data in signatures if dash == "\u2014" and signer == name]
    mine = [data[4:] for data in mine if data[:4].hex() == key_id]
    need(mine and all(is_signed(text.encode(), each, typed[1:]) for each in mine), "the checkpoint is not signed")
    origin, size, root = text.splitlines()[:3]
    need(origin == name, "the log has another name than the key")
    size, root = int(size), base64.b64decode(root)

    leaves, records = [], 0
    for width, content in tiles(site, "entries", size):
        at = 0
        while at < len(content):
            length = int.from_bytes(content[at:at + 2], "big")
            entry = content[at + 2:at + 2 + length]
            need(len(entry) == length, "a torn entry")
            record = json.loads(entry)
            written = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            need(written.encode() == entry and record["v"] == 2, "a record that is not in its only form")
            leaves.append(sha256(b"\x00", entry))
            at += 2 + length
        need(len(leaves) - records == width, "a tile of entries of another width")
        records = len(leaves)
    hashes, level = leaves, 0
    while hashes:
        shown = b"".join(content for _, content in tiles(site, level, len(hashes)))
        need(shown == b"".join(hashes), f"the tiles of level {level} have other hashes")
        hashes = [root_of(hashes[at:at + 256]) for at in range(0, len(hashes) // 256 * 256, 256)]
        level += 1
    need(root_of(leaves) == root, "the entries give another root")
    print(json.dumps({"size": size, "root": root.hex(), "records": records}))


if __name__ == "__main__":
    main(*sys.argv[1:])
