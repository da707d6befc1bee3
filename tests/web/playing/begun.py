"""A server of tables at which a match begins in a state that the test chooses."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from arena.games.registry import create_game
from arena.ladder.ladder import Service
from arena.tables.bots import Bots
from arena.tables.service import Limits, TableService
from tests.games.matches import Case, states_of
from tests.match.test_hidden_information import Leaking
from tests.tables.people import Person
from tests.web.serving import serving

CITY: Final = Case("hetverraad", "strategic", 5)
CIRCLE: Final = Case("verraeter", "official", 4)


@cache
def state_in(phase: str, case: Case = CITY) -> Any:
    """Returns a state in this phase, after round 3 of a random match, in which a player has several legal actions."""
    for seed in range(32):
        for state, _ in states_of(case, seed):
            actor = case.game.actor(state)
            if actor is not None and len(case.game.legal_actions(state)) > 1:
                board: Any = case.game.show(case.game.view(state, actor))
                if board["phase"] == phase and board["round"] > 3:
                    return state
    raise AssertionError(f"nobody chooses in {phase}")


class Midway:
    """A server of tables on which each match begins in a state that the test has chosen before."""

    def __init__(self) -> None:
        self.address = ""
        self.links: dict[int, str] = {}
        """The links to the seats of the table that was opened last, by seat."""
        self._game: Any = None
        self._state: Any = None

    def create(self, key: str) -> Any:
        """Returns the game `key`. If the state that the test has chosen belongs to this game, all matches of the
        returned game begin in this state.
        """
        state = self._state
        if state is None or key != self._game.info.key:
            return create_game(key)
        return Leaking(self._game, deal=lambda *_: copy.copy(state))

    def open(self, case: Case, state: Any, name: str = "Ann") -> tuple[Person, str]:
        """Opens a table whose match begins in `state`, with a person at each seat.

        Returns the person who must choose first, named `name`, and the link to this person's seat.
        """
        self._game, self._state = case.game, state
        person, seat = Person(self.address), case.game.actor(state)
        assert seat is not None
        told = person.open(game=case.key, edition=case.edition, seats=["person"] * case.seats, me=seat, name=name)
        people, self.links = [person], {seat: told["seat"]}
        for number in range(case.seats):
            if number != seat:
                people.append(Person(self.address))
                people[-1].enter(told["invitation"])
                sat = people[-1].post("sit", seat=number, name=f"guest {number}")
                assert sat.status == 200
                self.links[number] = sat.json["link"]
        for one in people:
            assert one.post("ready", ready=True).status == 200
        return person, told["seat"]


@contextmanager
def beginning_midway(folder: Path, *leagues: Path, ladder: Service | None = None) -> Iterator[Midway]:
    """Serves tables on which matches begin in a chosen state; also serves the given leagues and the given ladder."""
    midway = Midway()
    table_service = TableService(folder, Bots(), create=midway.create, limits=Limits(tables=200, bots=1000))
    with serving(*leagues, table_service=table_service, ladder=ladder) as midway.address:
        yield midway
