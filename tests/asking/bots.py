"""Bots and decisions for the tests of arena/asking."""

from pathlib import Path
from random import Random
from typing import Final

from arena.asking.decision import Decision, decision_in
from arena.authoring.conformance.rehearsal import Case, new_match
from arena.building.manifest import Manifest, read_manifest
from arena.games.registry import create_game
from arena.match import Match
from tests.end_to_end.processes import write_bot

PROGRAM: Final = """
import sys, time
from pathlib import Path
from arena.bot import Bot, run

class Asked(Bot):
    def choose(self, turn):
        {}

run(Asked)
"""


def bot(folder: Path, name: str, choosing: str = "return turn.legal[0]") -> Manifest:
    """Writes a bot with `choosing` as the body of its method `choose`, and returns the bot's manifest."""
    write_bot(folder, name, PROGRAM.format(choosing.replace("\n", "\n        ")))
    return read_manifest(folder / name / "bot.toml")


def match_after(actions: int, deal: int = 3, game: str = "verraeter") -> Match:
    """Returns a match after this number of random actions."""
    match, rng = new_match(create_game(game), Case(game, create_game(game).info.editions[0], 3, 0, deal)), Random(deal)
    while len(match.actions) < actions:
        match.choose(rng.choice(match.legal))
    return match


def decision_after(actions: int, deal: int = 3, game: str = "verraeter") -> Decision:
    """Returns the decision to make after this number of random actions."""
    return decision_in(match_after(actions, deal, game))
