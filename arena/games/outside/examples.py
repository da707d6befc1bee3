"""The example games that are shipped with the arena. Each has a folder with its rules, a league and bots."""

from functools import partial
from typing import Final

from arena.games.entry import Entry
from arena.games.outside.entry import entry
from arena.games.outside.folder import examples
from arena.games.outside.module import module_of, written

RIVALS: Final = {
    "connect-four": ("random", "connect-four-greedy", "connect-four-alphabeta"),
    "liars-dice": ("random", "liars-dice-counter", "liars-dice-believer"),
    "tron": ("random", "tron-hugger", "tron-flood"),
}


def example(key: str) -> Entry:
    """Returns the registry's entry of an example game. The entry has no hash, because the arena's version already
    identifies the files.
    """
    file = examples() / key / f"{key.replace('-', '_')}.py"
    game = written(str(file), partial(module_of, key, file, file.read_bytes()))
    return entry(game, key, "", "")._replace(rivals=RIVALS[key], rules=str(file.with_name("RULES.md")))
