"""Verräter, a card game of hidden roles for 3 or 4 seats; its rules, in our words, are in RULES.md."""

from collections.abc import Mapping

from arena.games.verraeter.game import INFO, Verraeter
from arena.games.verraeter.points import parse_points
from arena.games.verraeter.position import Position, card_count, card_points
from arena.games.verraeter.showing.text_board import board
from arena.games.verraeter.showing.words import Words
from arena.games.verraeter.state.state import State

__all__ = ["INFO", "Position", "State", "Verraeter", "Words", "board", "card_count", "card_points", "create"]


def create(components: Mapping[str, object]) -> Verraeter:
    """Returns the game with the point table in `components`, which is the parsed TOML. Raises ArenaError
    [bad-components] if the table has an error.
    """
    return Verraeter(parse_points(components))
