"""Adapts a game of OpenSpiel to `Written`, the interface that authors of games implement."""

from typing import Any, Final, NamedTuple

from arena.games.chance import Chance
from arena.games.outside.author import Info, Rows
from arena.games.outside.border import LONGEST_NAME
from arena.games.outside.facts import LONGEST, LONGEST_TITLE
from arena.games.outside.openspiel.boards import board_of
from arena.games.outside.openspiel.chance import drawn
from arena.games.outside.openspiel.integer_scores import scores, unit_of
from arena.games.outside.openspiel.observations import Observations, hides

VERSION: Final = 1
"""The version of these rules. It must be increased when a change makes the same match end differently with the same
version of the library.
"""
MOST_OPENINGS: Final = 4
NOTHING: Final = 0
"""The action given to the library for a seat without a choice, while other seats choose at the same time."""


class Position(NamedTuple):
    """The state of a match, either when a seat must choose or at the end."""

    chance: Chance
    draws: int
    """The number of chance events in the match so far."""
    chosen: tuple[int, ...]
    """The actions of the seats before the actor if seats choose at the same time; empty if they choose in turn."""
    state: Any
    """The library's state object, which must not be changed."""


class Rules:
    """A game of OpenSpiel; implements `Written`."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401  # the library has no types
        """`game`: a game of the library that can be played in a league."""
        self._game = game
        self._seats = game.num_players()
        self._unit = unit_of(game)
        self._board = None if hides(game.get_type()) else board_of(game, self.deal)
        self._observations = Observations(game, self._board)
        self.info = self._info()

    def _info(self) -> Info:
        game, kind = self._game, self._game.get_type()
        longest = choices(game)
        lucky = kind.chance_mode.name != "DETERMINISTIC"
        counted = f"; of a score {self._unit} are a point there" if self._unit > 1 else ""
        return Info(
            title="".join(letter for letter in kind.long_name if letter.isprintable())[:LONGEST_TITLE],
            seats=(self._seats,),
            actions=game.num_distinct_actions(),
            rows=self._observations.schema(),
            version=VERSION,
            editions={"standard": f"as OpenSpiel has it{counted}"},
            longest=min(LONGEST, longest),
            at_once=at_once(game),
            openings=0 if lucky else min(MOST_OPENINGS, longest // 5),
            secret_actions=hides(kind),
        )

    def deal(self, seats: int, edition: str, chance: Chance) -> Position:  # noqa: ARG002  # parameters of the interface Written
        """Returns the first position of a match, after the chance events that precede the first choice."""
        return settled(chance, 0, self._game.new_initial_state())

    def actor(self, position: Position) -> int | None:
        """Returns the seat that must act; None when the match is over. If seats choose at the same time, the result
        is the first of them that has not chosen yet.
        """
        state = position.state
        if state.is_terminal():
            return None
        seat: int = len(position.chosen) if state.is_simultaneous_node() else state.current_player()
        return seat

    def legal_actions(self, position: Position) -> list[int]:
        """Returns the legal actions of the seat that must act."""
        actions: list[int] = position.state.legal_actions(self.actor(position))
        return actions

    def apply(self, position: Position, action: int) -> Position:
        """Returns the position after the action and after all chance events that follow it."""
        chosen: tuple[int, ...] = ()
        following = position.state.clone()
        if following.is_simultaneous_node():
            chosen = (*position.chosen, action)
        else:
            following.apply_action(action)
        return settled(position.chance, position.draws, following, chosen)

    def scores(self, position: Position) -> list[int]:
        """Returns the score of each seat. All scores are 0 until the end, because earlier scores might reveal
        secrets.
        """
        state = position.state
        return scores(state.returns(), self._unit) if state.is_terminal() else [0] * self._seats

    def action_name(self, position: Position, action: int) -> str:
        """Returns the library's name of the action in one line. If the name is too long, its middle is replaced by …
        and the action's number follows.
        """
        said = " ".join(position.state.action_to_string(self.actor(position), action).split())
        name = "".join(letter if letter.isprintable() else "?" for letter in said)
        if 0 < len(name) <= LONGEST_NAME:
            return name
        number = f" #{action}"
        half = (LONGEST_NAME - len(number) - 1) // 2
        return f"{name[:half]}…{name[-half:]}{number}"

    def action_targets(self, position: Position, action: int) -> list[str]:  # noqa: ARG002  # a parameter of the interface Written
        """Returns the places of the board that a person clicks to choose the action, as "board:INDEX"; empty if there
        are none.
        """
        return [f"board:{place}" for place in self._board.places(action)] if self._board else []

    def rows(self, position: Position, seat: int | None) -> Rows:
        """Returns the values of the rows that show the position to the seat. For a `seat` of None, the text shows
        everything.
        """
        return self._observations.rows(position.state, seat)


def settled(chance: Chance, draws: int, state: Any, chosen: tuple[int, ...] = ()) -> Position:  # noqa: ANN401  # as above
    """Advances the object `state` until a seat must choose or the match is over, and returns the position. Chance
    events are drawn and applied. If seats choose at the same time, their actions are applied after the last seat has
    chosen.

    `draws`, `chosen`: as in `Position`.
    """
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state.chance_outcomes(), chance, draws))
            draws += 1
        elif not state.is_simultaneous_node():
            break
        elif len(chosen) == state.num_players():
            state.apply_actions(list(chosen))
            chosen = ()
        elif state.legal_actions(len(chosen)):
            break
        else:
            chosen += (NOTHING,)
    return Position(chance, draws, chosen, state)


def at_once(game: Any) -> bool:  # noqa: ANN401  # as above
    """Whether the seats of the game choose at the same time."""
    return bool(game.get_type().dynamics.name == "SIMULTANEOUS")


def choices(game: Any) -> int:  # noqa: ANN401  # as above
    """Returns the most choices that a match can have, counted over all seats."""
    longest: int = game.max_game_length() * (game.num_players() if at_once(game) else 1)
    return longest
