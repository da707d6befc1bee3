"""The tokens of a league's remote bots, stored as hashes in a file next to the league file.

Each line consists of the hash of a token and the name of its bot. A reader of the file cannot connect as a bot, because
a gate accepts only the token itself.
"""

import re
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.files.tokens import hashed, new_token
from arena.files.whole import PRIVATE, write_whole

LINE: Final = re.compile(r"([0-9a-f]{32}) (.+)")
ENDING: Final = ".tokens"
MOST_BYTES: Final = 1 << 20


def tokens_beside(league_file: Path) -> Path:
    """Returns the path of the file with the tokens of a league's remote bots."""
    return league_file.with_suffix(ENDING)


def read_tokens(path: Path) -> dict[str, str]:
    """Returns the name of each bot, by the hash of its token; empty if there is no file. Raises ArenaError
    [bad-tokens].
    """
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _bad(path, f"the file cannot be read: {error}") from error
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = LINE.fullmatch(line)
        if not found:
            raise _bad(path, f"line {number} is not a hash followed by a name")
        names[found[1]] = found[2]
    return names


def make_token(path: Path, name: str) -> str:
    """Makes and returns a new token for a bot, which replaces the bot's former token; the file stores only its hash.

    Raises ArenaError [bad-tokens], [not-written], OSError.
    """
    token = new_token()
    with Lock(path.parent, wait=True):
        names = {kept: other for kept, other in read_tokens(path).items() if other != name} | {hashed(token): name}
        write_whole({path: "".join(f"{kept} {other}\n" for kept, other in names.items())}, PRIVATE)
    return token


def _bad(path: Path, reason: str) -> ArenaError:
    return ArenaError(
        "bad-tokens",
        f"the file of tokens {path} is damaged: {reason}",
        "remove this file, and make new tokens with arena remote-token",
    )
