"""Copies a game's file and rules next to the file of a league or course that uses the game."""

import shutil
from pathlib import Path
from typing import Final

from arena.games.registry import find_game

RULES: Final = "RULES.md"


def game_in(folder: Path, key: str) -> str:
    """The name of the game for a file in `folder`: its key, or the path of its file, which is copied there with its
    RULES.md.
    """
    file = Path(find_game(key).origin)
    if not file.is_file():
        return key
    shutil.copy(file, folder / file.name)
    if (file.parent / RULES).is_file():
        shutil.copy(file.parent / RULES, folder / RULES)
    return f"./{file.name}"
