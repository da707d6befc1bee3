"""Het Verraad, a board game of areas, buildings and a Black Master for 2 to 5 seats; its rules are in RULES.md."""

from collections.abc import Mapping

from arena.games.hetverraad.data.components import parse_components
from arena.games.hetverraad.game import INFO, HetVerraad
from arena.games.hetverraad.position import Position
from arena.games.hetverraad.showing.plan import parse_plan
from arena.games.hetverraad.showing.text_board import board
from arena.games.hetverraad.showing.words import Words
from arena.games.hetverraad.state.state import State

__all__ = ["INFO", "HetVerraad", "Position", "State", "Words", "board", "create"]


def create(components: Mapping[str, object]) -> HetVerraad:
    """Returns the game with the component data, parsed from TOML. Raises ArenaError [bad-components] if they are not
    valid.
    """
    return HetVerraad(parse_components(components), parse_plan(components))
