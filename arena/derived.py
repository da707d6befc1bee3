"""Derives bytes from named values by a hash, with the same result on every machine."""

import json
from hashlib import blake2b


def derived(size: int, *parts: object, key: bytes = b"") -> bytes:
    """Returns `size` bytes that depend only on the key and all parts; the parts must be values that JSON can hold."""
    return blake2b(json.dumps(parts).encode(), digest_size=size, key=key).digest()
