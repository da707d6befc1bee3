"""Derives bytes from named values by a hash, the same on every machine."""

import json
from hashlib import blake2b


def derived(size: int, *parts: object, key: bytes = b"") -> bytes:
    """`size` bytes that depend on the key and every part, and on nothing else; JSON must be able to hold the parts."""
    return blake2b(json.dumps(parts).encode(), digest_size=size, key=key).digest()
