"""Keeps the game's file beside the file of a league or course."""

import shutil
from pathlib import Path
from typing import Final

from arena.games.registry import find_game

RULES: Final = "RULES.md"


def game_in(folder: Path, key: str) -> str:
    """The name of a game for files in `folder`; a game's own file is copied there, with rules that lie beside it."""
    file = Path(find_game(key).origin)
    if not file.is_file():
        return key
    shutil.copy(file, folder / file.name)
    if (file.parent / RULES).is_file():
        shutil.copy(file.parent / RULES, folder / RULES)
    return f"./{file.name}"
