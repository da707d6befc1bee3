"""A game from outside as the registry knows it."""

from collections.abc import Sequence
from pathlib import Path

from arena.games.entry import Entry
from arena.games.outside.game import Outside, Standing
from arena.games.outside.showing.board import lines
from arena.games.outside.showing.words import RowsWords

RIVALS = ("random",)
"""House bots that play any game by its legal actions."""


def entry(written: object, key: str, files: str, origin: str) -> Entry:
    """The entry of what an author wrote; raises ArenaError [bad-game]."""
    game = Outside(written, key)
    schema = game.schema

    def board(state: Standing, names: Sequence[str]) -> list[str]:
        """All rows of a state."""
        return lines(game.seen(state), names, schema)

    return Entry(
        info=game.info,
        create=lambda _: game,
        components="",
        board=board,
        words=RowsWords,
        rivals=RIVALS,
        room="games/outside/browser",
        origin=origin,
        rules=str(Path(origin).parent / "RULES.md"),
        files=files,
    )
