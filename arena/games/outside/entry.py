"""Makes the entry that the registry of games needs for a game from outside the arena."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.games.entry import MOST_OPENINGS, Entry
from arena.games.outside.author import Given
from arena.games.outside.game import Outside
from arena.games.outside.showing.board import board
from arena.games.outside.showing.words import RowsWords

EXPECTED: Final = (
    f"leave out all keys except openings; the value of openings must be a whole number from 0 to {MOST_OPENINGS}"
)
SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[^a-z\s])")
LONGEST_SUMMARY: Final = 200
RIVALS: Final = ("random",)
"""The arena's own bots that can play every game, because they need only its legal actions."""


def entry(written: Given, key: str, files: str, origin: str) -> Entry:
    """Returns the registry's entry for an author's game. `files` and `origin` become the attributes of the entry with
    these names. Raises ArenaError [bad-game] if the facts of the game are not valid.
    """
    game = Outside(written, key)
    openings = written.info.openings

    def create(components: Mapping[str, object]) -> Outside:
        """Returns the game with as many random first actions as the key `openings` of `components` says; without the
        key, 0. Raises ArenaError [bad-components] for any other key or a number that is not from 0 to MOST_OPENINGS.
        """
        said = components.get("openings", 0)
        if {*components} - {"openings"} or not isinstance(said, int) or not 0 <= said <= MOST_OPENINGS:
            raise ArenaError(
                "bad-components",
                f"the component data of the game {key} are not valid: {dict(components)}",
                EXPECTED,
            )
        return Outside(written, key, said) if said else game

    return Entry(
        info=game.info,
        create=create,
        components="",
        openings=f"openings = {openings}\n" if openings else "",
        board=board,
        words=RowsWords,
        rivals=RIVALS,
        shared_browser="games/outside/browser",
        origin=origin,
        rules=str(Path(origin).parent / "RULES.md") if Path(origin).is_file() else "",
        files=files,
        summary=_summary(written, game.info.title),
    )


def _summary(written: Given, title: str) -> str:
    """Returns the first sentence of the docstring of the game's module, without the game's title. Returns an empty text
    if there is no docstring.
    """
    said = getattr(sys.modules.get(type(written).__module__), "__doc__", None)
    if not isinstance(said, str) or not said.strip():
        return ""
    paragraph = " ".join(said.strip().partition("\n\n")[0].split())
    sentence = SENTENCE_END.split(paragraph, maxsplit=1)[0].removesuffix(".")
    if len(sentence) > LONGEST_SUMMARY:
        sentence = f"{sentence[:LONGEST_SUMMARY]}…"
    before, _, after = sentence.partition(": ")
    return after if before.lower() == title.lower() else sentence
