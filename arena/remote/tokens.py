"""Tokens for remote bots: one each, in a file beside the league's, of which only hashes are kept there.

A line is a hash and the name of the bot it opens. Whoever reads the file can offer no bot.
"""

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.files.tokens import hashed, new_token

LINE: Final = re.compile(r"([0-9a-f]{32}) (.+)")
ENDING: Final = ".tokens"
MOST_BYTES: Final = 1 << 20


def tokens_beside(league_file: Path) -> Path:
    """The file of the tokens of a league."""
    return league_file.with_suffix(ENDING)


def read_tokens(path: Path) -> dict[str, str]:
    """By hash, the names of the bots; none where there is no file. Raises ArenaError [bad-tokens]."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _bad(path, f"it cannot be read: {error}") from error
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = LINE.fullmatch(line)
        if not found:
            raise _bad(path, f"line {number} is no hash with a name behind it")
        names[found[1]] = found[2]
    return names


def make_token(path: Path, name: str) -> str:
    """A new token for a bot, in place of its last; it is told only here. Raises ArenaError [bad-tokens], OSError."""
    token = new_token()
    with Lock(path.parent, wait=True):
        names = {kept: other for kept, other in read_tokens(path).items() if other != name} | {hashed(token): name}
        _write(path, names)
    return token


def _write(path: Path, names: Mapping[str, str]) -> None:
    """All at once: a gate that reads it finds the old ones or the new."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.writelines(f"{kept} {name}\n" for kept, name in names.items())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _bad(path: Path, reason: str) -> ArenaError:
    return ArenaError("bad-tokens", f"{path}: {reason}", "remove it, and make the tokens anew: arena remote-token")
