"""Copies a game's file and rules next to the file of a league or course that uses the game."""

import shutil
from pathlib import Path
from typing import Final

from arena.games.registry import find_game

RULES: Final = "RULES.md"


def game_in(folder: Path, key: str) -> str:
    """Returns the text by which a league or course file in `folder` names a game.

    If the game comes from a file outside the arena, copies the file, and the RULES.md next to it if there is one, into
    `folder`; the text is then `./FILE`. The text for any other game is its key.
    """
    file = Path(find_game(key).origin)
    if not file.is_file():
        return key
    shutil.copy(file, folder / file.name)
    if (file.parent / RULES).is_file():
        shutil.copy(file.parent / RULES, folder / RULES)
    return f"./{file.name}"
