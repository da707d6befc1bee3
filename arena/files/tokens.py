"""Tokens: random secrets that are shown once and stored as hashes."""

import secrets
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

TOKEN_BYTES: Final = 16
Draw = Callable[[int], bytes]
"""A function that returns the requested number of random bytes; nobody can predict them."""


def new_token(draw: Draw = secrets.token_bytes) -> str:
    """A new random token, in hexadecimal."""
    return draw(TOKEN_BYTES).hex()


def hashed(token: str) -> str:
    """The hash under which a token is stored, in hexadecimal."""
    return blake2b(token.encode("utf-8", "replace"), digest_size=TOKEN_BYTES).hexdigest()
