"""The rules of a game and a seat's view of a match as text, for bots and pages that work with text."""

from pathlib import Path
from typing import Any, Final

from arena.games.contract import Game
from arena.games.registry import find_game

RULES: Final = "RULES.md"
MOST_RULES: Final = 100_000
"""The maximum number of characters of the rules that a bot receives. Such a text fits easily into one message."""


def rules_file(key: str) -> Path:
    """Returns the path of the written rules of the game with this key. The file may be missing."""
    return Path(find_game(key).rules or Path(__file__).with_name(key) / RULES)


def rules_of(key: str) -> str:
    """Returns the text of a game's written rules, cut to MOST_RULES characters; empty if the game has none."""
    file = rules_file(key)
    return file.read_text("utf-8", "replace")[:MOST_RULES] if file.is_file() else ""


def position_of(game: Game[Any, Any], view: Any, seat: int, seats: int) -> str:  # noqa: ANN401  # each game has its own type of view
    """Returns the view that `seat` has of a match as lines of text. The text shows nothing that is not in `view`.

    `seats`: the number of seats in the match.
    """
    names = [f"seat {number} (you)" if number == seat else f"seat {number}" for number in range(seats)]
    return "\n".join(find_game(game.info.key).board(game.setup(view), game.show(view), names))
