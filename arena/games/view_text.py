"""A game's rules and a seat's view in words, for bots and pages."""

from pathlib import Path
from typing import Any, Final

from arena.games.contract import Game
from arena.games.registry import find_game

RULES: Final = "RULES.md"
MOST_RULES: Final = 100_000
"""Most characters of the rules that a bot is sent: far below the limit of a message."""


def rules_file(key: str) -> Path:
    """The path of the written rules of the game with this key; the file may be missing."""
    return Path(find_game(key).rules or Path(__file__).with_name(key) / RULES)


def rules_of(key: str) -> str:
    """The text of a game's written rules, cut to MOST_RULES characters; empty if it has none."""
    file = rules_file(key)
    return file.read_text("utf-8", "replace")[:MOST_RULES] if file.is_file() else ""


def position_of(game: Game[Any, Any], view: Any, seat: int, seats: int) -> str:  # noqa: ANN401  # each game has its own
    """The position as lines of text for `seat`, made from its view alone, so that it reveals nothing else."""
    names = [f"seat {number} (you)" if number == seat else f"seat {number}" for number in range(seats)]
    return "\n".join(find_game(game.info.key).board(game.setup(view), game.show(view), names))
