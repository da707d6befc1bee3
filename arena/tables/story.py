"""The match of a table so far, with frames (displayed steps) for each kind of viewer; each frame is made only once."""

import json
from collections.abc import Sequence
from typing import Any

from arena.asking.decision import Decision, nothing_to_decide
from arena.games.chance import Chance
from arena.games.contract import Game
from arena.match import Course, Fault, MatchRecord, MatchSpec, Step
from arena.match.document import FORMAT, ClockData, spec_data
from arena.match.frames import Eyes, Onlooker
from arena.match.record import stood_in


def text_of(value: object) -> str:
    """Returns a value as JSON text; equal values always give the same text."""
    return json.dumps(value, separators=(",", ":"))


class Story:
    """The steps of a match in progress, and the frames (displayed steps) for each kind of viewer ("eyes")."""

    def __init__(self, game: Game[Any, Any], spec: MatchSpec, clock: ClockData | None) -> None:
        """Prepares the story of a match before its first action.

        `clock`: the clock settings for people at the table; None if their time is not limited.
        """
        self._game, self._spec, self._clock = game, spec, clock
        state = game.deal(len(spec.entrants), spec.edition, Chance(spec.deal))
        self._steps = [Step(None, None, None, False, state)]
        self._setup = text_of(game.setup(game.view(state, 0)))
        self._onlookers: dict[Eyes, Onlooker] = {}
        self._frames: dict[Eyes, list[str]] = {}

    @property
    def count(self) -> int:
        """The number of actions taken so far."""
        return len(self._steps) - 1

    def asked(self) -> list[int]:
        """Returns the seats that must choose now, in the order in which their actions will be applied; empty after the
        end of the match.
        """
        seats = [self._game.actor(state) for state in self._game.asked(self._steps[-1].state)]
        return [seat for seat in seats if seat is not None]

    def action(self, number: int) -> tuple[int | None, int | None]:
        """Returns the seat that took the match's action `number`, counted from 0, and the action itself."""
        step = self._steps[number + 1]
        return step.seat, step.action

    def decision(self, step: int, seat: int | None = None) -> Decision:
        """Returns the decision after the first `step` actions: the decision of `seat` if this seat had to choose,
        otherwise the decision of the first seat that had to choose.

        Raises ArenaError [no-decision] if no seat had to choose.
        """
        states = self._game.asked(self._steps[step].state) if step <= self.count else ()
        deciding = {self._game.actor(state): state for state in reversed(states)}
        actor = seat if seat in deciding else next(reversed(deciding), None)
        if actor is None:
            raise nothing_to_decide(step)
        return Decision(self._spec, self._game, deciding[actor], actor, step)

    def take(self, action: int, faults: Sequence[Fault]) -> None:
        """Adds a legal action of the seat whose action is applied next.

        `faults`: all faults of the match so far.
        """
        game, state = self._game, self._steps[-1].state
        seat = game.actor(state)
        name, following = game.action_name(state, action), game.apply(state, action)
        self._steps.append(Step(seat, action, name, stood_in(faults, seat, self.count), following))

    def frames(self, eyes: Eyes) -> list[str]:
        """Returns all frames (displayed steps) of the match so far, each as JSON text, as this kind of viewer (`eyes`)
        may see them.
        """
        onlooker = self._onlookers.setdefault(eyes, Onlooker(self._game, eyes))
        made = self._frames.setdefault(eyes, [])
        for step in self._steps[len(made) :]:
            made.append(text_of(onlooker.frame(step)))
        return made

    def spec(self, eyes: Eyes, course: Course, record: MatchRecord | None) -> str:
        """Returns the description of the match as JSON text, as this kind of viewer (`eyes`) may see it, with the
        match's result if `record` is given.
        """
        return text_of(spec_data(record or MatchRecord(self._spec, (), course.faults, (), (), course.handovers), eyes))

    def document(self, eyes: Eyes, course: Course, record: MatchRecord | None) -> str:
        """Returns the replay document of the match so far as JSON text, as this kind of viewer (`eyes`) may see it, in
        the format of docs/replays.md.
        """
        parts = {
            "format": text_of(FORMAT),
            "eyes": text_of(eyes),
            "spec": self.spec(eyes, course, record),
            "clock": text_of(self._clock),
            "setup": self._setup,
            "frames": f"[{','.join(self.frames(eyes))}]",
        }
        return f"{{{','.join(f'{text_of(key)}:{value}' for key, value in parts.items())}}}"
