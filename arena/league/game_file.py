"""Copies a game's file and rules next to the file of a league or course that uses the game."""

import shutil
from pathlib import Path
from typing import Final

from arena.games.registry import find_game

RULES: Final = "RULES.md"


def game_in(folder: Path, key: str) -> str:
    """Returns the text by which a league or course file in `folder` names a game, which is the game's key. If the game
    is defined in a single file, the function copies this file and its RULES.md into `folder`, and returns the path of
    the copy.
    """
    file = Path(find_game(key).origin)
    if not file.is_file():
        return key
    shutil.copy(file, folder / file.name)
    if (file.parent / RULES).is_file():
        shutil.copy(file.parent / RULES, folder / RULES)
    return f"./{file.name}"
