"""Tokens: random secrets that are shown once and stored as hashes."""

import secrets
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

TOKEN_BYTES: Final = 16
Draw = Callable[[int], bytes]
"""So many bytes nobody can guess."""


def new_token(draw: Draw = secrets.token_bytes) -> str:
    """A token, of letters that may stand in an address."""
    return draw(TOKEN_BYTES).hex()


def hashed(token: str) -> str:
    """What is kept of a token."""
    return blake2b(token.encode("utf-8", "replace"), digest_size=TOKEN_BYTES).hexdigest()
