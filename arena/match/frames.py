"""The frames of a match for a viewer: each frame shows only what this viewer knew at that point of the match.

A viewer has one of three points of view, called eyes: a seat, a spectator who sees only the open table, or a person who
sees everything.
"""

from collections.abc import Sequence
from typing import Any, Final, TypedDict

from arena.errors import ArenaError
from arena.games.contract import Board, Game, Parts
from arena.match.replay import Step

Eyes = int | str
"""A point of view on a match: a seat's number, TABLE for the open table, or ALL for everything."""
TABLE: Final = "table"
ALL: Final = "all"


class Choice(TypedDict):
    """A legal action, with its notation and parts."""

    action: int
    notation: str
    parts: Parts


class Taken(TypedDict):
    """An action that was taken, with the details that the viewer of the frames knows."""

    number: int
    """The action's number, from 1; the frame after the action has the same number."""
    seat: int
    stand_in: bool
    """Whether the arena chose the action, because the seat's bot had forfeited."""
    time_us: int | None
    """The time that the seat's bot thought before this action, in microseconds. If the bot failed at this choice, the
    time until then. None if no bot was asked, or if times were not stored.
    """
    action: int | None
    """The action's integer. It is None, like `notation`, while the viewer does not know all parts of the action."""
    notation: str | None
    parts: Parts
    """The parts of the action, by name; None for each part that the viewer does not know yet."""
    note: str | None
    """The bot's note on the action, an untrusted text; None if there is none. Only the action's seat and a viewer who
    sees everything get the note; for other viewers it is None.
    """


class Frame(TypedDict):
    """The match after some number of actions, as the viewer sees it."""

    number: int
    """The number of actions before this frame."""
    taken: Taken | None
    """The last action; None in the first frame."""
    disclosed: list[Taken]
    """Earlier actions that had secret parts until now. From this frame on the viewer knows them completely."""
    stages: list[Board]
    """The intermediate boards between the previous frame and this frame, for example after each phase that needs no
    choice. A board that differs from the board before it only in the phase or the actor is left out.
    """
    board: Board
    actor: int | None
    """The seat that must act; None when the match is over. If several seats choose at the same time, it is the viewer's
    seat, or the first of them if the viewer's seat need not choose.
    """
    legal: list[Choice] | None
    """The actor's legal actions; None if the viewer may not see them, or if the match is over."""
    scores: list[int]


def parse_eyes(text: str, seats: int) -> Eyes:
    """Returns the point of view that a text names: a seat's number, "table" or "all". Raises ArenaError [bad-eyes] for
    other texts.
    """
    if text in (TABLE, ALL):
        return text
    if text in (numbers := [str(seat) for seat in range(seats)]):
        return numbers.index(text)
    raise ArenaError(
        "bad-eyes",
        f"{text[:20]!r} is not a viewpoint of this match",
        f"give the number of a seat (0 to {seats - 1}), the word {TABLE} for what everybody may know, or the word "
        f"{ALL} for everything",
    )


def seat_of(eyes: Eyes) -> int | None:
    """Returns the seat of this point of view; None for TABLE and ALL, which belong to no seat."""
    return eyes if isinstance(eyes, int) else None


class Onlooker:
    """Makes the frames of one match, one after another, for one point of view."""

    def __init__(self, game: Game[Any, Any], eyes: Eyes) -> None:
        self._game = game
        self._eyes = eyes
        self._seat = seat_of(eyes)
        self._state: Any = None
        self._shown: Board = {}
        """The board of the last frame."""
        self._number = -1
        self._withheld: list[tuple[Taken, Any]] = []
        """Actions that the viewer does not know completely yet, each with the state in which it was taken."""

    def frame(self, step: Step) -> Frame:
        """Returns the next frame of the match; the caller must pass every step of a replay in order, beginning with the
        first.
        """
        was, self._state = self._state, step.state
        before, self._shown = self._shown, self._board(step.state)
        self._number += 1
        disclosed = self._disclose()
        asked = self._asked(step.state)
        actor = self._game.actor(asked)
        taken, stages = None, []
        if step.action is not None:
            taken, stages = self._take(was, step), self._stages(was, before, step)
        return {
            "number": self._number,
            "taken": taken,
            "disclosed": disclosed,
            "stages": stages,
            "board": self._shown,
            "actor": actor,
            "legal": self._legal(asked) if actor is not None and self._eyes in (ALL, actor) else None,
            "scores": list(self._game.scores(step.state)),
        }

    def _board(self, state: object) -> Board:
        if self._eyes == ALL:
            return self._game.reveal(state)
        if self._seat is None:
            return self._game.open_table(state)
        return self._game.show(self._game.view(state, self._seat))

    def _asked(self, state: Any) -> Any:  # noqa: ANN401  # each game has its own type of state
        """Returns the state in which the viewer's seat is the actor, from the states that `Game.asked` returns. Returns
        `state` if this seat need not choose now, or if the viewer has no seat.
        """
        states = self._game.asked(state) if self._seat is not None else ()
        return next((one for one in states if self._game.actor(one) == self._seat), state)

    def _legal(self, state: object) -> list[Choice]:
        game = self._game
        return [
            {"action": action, "notation": game.action_name(state, action), "parts": game.action_parts(state, action)}
            for action in game.legal_actions(state)
        ]

    def _take(self, was: object, step: Step) -> Taken:
        """Returns the action of a step with the parts that the viewer knows now. If the viewer does not know all parts,
        adds the action to `_withheld`.
        """
        assert step.seat is not None
        assert step.action is not None
        taken: Taken = {
            "number": self._number,
            "seat": step.seat,
            "stand_in": step.stand_in,
            "time_us": step.time_us,
            "action": step.action,
            "notation": step.notation,
            "parts": self._game.action_parts(was, step.action),
            "note": (step.note or None) if self._eyes in (ALL, step.seat) else None,
        }
        secret = self._secret(taken, was)
        if not secret:
            return taken
        self._withheld.append((taken, was))
        parts = {name: None if name in secret else part for name, part in taken["parts"].items()}
        return {**taken, "action": None, "notation": None, "parts": parts}

    def _disclose(self) -> list[Taken]:
        """Returns the withheld actions that the viewer now knows completely, and removes them from `_withheld`."""
        known = [taken for taken, was in self._withheld if not self._secret(taken, was)]
        self._withheld = [(taken, was) for taken, was in self._withheld if taken not in known]
        return known

    def _secret(self, taken: Taken, was: object) -> Sequence[str]:
        """Returns the names of the parts of an action that the viewer does not know in the present state; `was` is the
        state in which the action was taken.
        """
        if self._eyes == ALL:
            return ()
        assert taken["action"] is not None
        return self._game.secret_parts(was, taken["action"], self._seat, self._state)

    def _stages(self, was: object, before: Board, step: Step) -> list[Board]:
        """Returns the intermediate boards between the board `before` and the board of `step`, without boards that show
        nothing new. `was` is the state before the step's action.
        """
        assert step.action is not None
        told, last = [], _content(before)
        *stages, _ = self._game.stages(was, step.action)
        for state in stages:
            board = self._board(state)
            content = _content(board)
            if content != last:
                told.append(board)
                last = content
        if told and last == _content(self._shown):
            told.pop()
        return told


def _content(board: Board) -> Board:
    """Returns the board without its entries `phase` and `actor`, which change with each phase."""
    return {name: part for name, part in board.items() if name not in ("phase", "actor")}
