"""The game file of a league or course, kept beside it."""

import shutil
from pathlib import Path
from typing import Final

from arena.games.registry import find_game

RULES: Final = "RULES.md"


def game_in(folder: Path, key: str) -> str:
    """What a file in `folder` calls the game; a game in a file is copied there, with rules that lie beside it."""
    file = Path(find_game(key).origin)
    if not file.is_file():
        return key
    shutil.copy(file, folder / file.name)
    if (file.parent / RULES).is_file():
        shutil.copy(file.parent / RULES, folder / RULES)
    return f"./{file.name}"
