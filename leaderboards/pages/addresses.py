"""Makes the addresses of pages, which are the same on a server and in written files.

A name that is safe in addresses is used unchanged; a generated word replaces any other name. No two names share an
address.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

HARMLESS: Final = re.compile(r"(?![Xx]-)[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
"""A name that may be used in addresses unchanged. Names that begin with `x-` do not match, because all generated
addresses begin with `x-`.
"""
INDEX: Final = "index.html"


def slugs(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Returns a word for each name, for addresses and file names.

    A name that matches HARMLESS is its own word, unless it equals an earlier word or a word of `taken` (without regard
    to case). All other names get `x-` and a hash.
    """
    found: dict[str, str] = {}
    used = {word.casefold() for word in taken}
    for name in names:
        slug = name if HARMLESS.fullmatch(name) and name.casefold() not in used else f"x-{_digest(name)}"
        used.add(slug.casefold())
        found[name] = slug
    return found


def root_of(address: str) -> str:
    """Returns the relative path from the page at this address to the site's root."""
    return "../" * address.count("/")


def _digest(name: str) -> str:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
