"""Tests that everything a server sends to a seat's browser stays the same, byte for byte, when information that is
hidden from the seat is changed.

Two servers play one match each, from two states that the seat cannot tell apart
(tests/match/test_hidden_information.py): only the information hidden from the seat differs. The other seats take
actions that look the same to the seat. On each server, the seat's browser follows the event stream and loads every page
and every JSON document (docs/play/tables-http.md). At a training table, it also asks a bot for an action. A spectator's
browser does the same, but asks no bot. Both browsers also request data that the server must refuse. The seat's browser
must receive the same bytes on both servers, and so must the spectator's.
"""

import copy
import itertools
import json
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.games.matches import Case, states_of
from tests.match.test_hidden_information import Leaking, look_alike
from tests.suite.sizes import full, sized
from tests.tables.people import Event, Person
from tests.web.serving import serving

NAME = "tables.localhost"
PAIRS = sized(3, 6)
STEPS = sized(5, 8)
PAGES = ("", "/table.json", "/match.json", "/links.json")
REST = {
    "/replay": 403,
    "/match.json?eyes=all": 403,
    "/match.json?eyes=table": None,
    "/asked": 200,
    "/all/estimates": 403,
    "/0/estimates": 403,
}
"""The pages of a table that `_look_round` loads, with the status that the response must have during the match. None:
the status differs between visitors and is not checked.
"""
BOTS = {"verraeter": "greedy", "hetverraad": "hetverraad-builder"}
CASES = [Case("verraeter", "official", 4), Case("hetverraad", "strategic", 3)]
SEEDS = {"verraeter": sized(2, 1), "hetverraad": 1}
"""The random seeds of the test, by game, chosen so that both results of `compare` are greater than 0."""
MORE = [Case("verraeter", "bsw", 3), Case("verraeter", "faidutti", 4), Case("hetverraad", "swift", 2)]


class Side:
    """One of the two servers. Its tables begin in a state that the test sets, and both servers draw the same random
    bytes.
    """

    def __init__(self, folder: Path, stack: ExitStack, **leaks: Any) -> None:
        self.state: Any = None
        self.game: Any = None
        self._leaks = leaks
        numbers = itertools.count(1)
        table_service = TableService(
            folder, Bots(), create=self._begun, draw=lambda size: next(numbers).to_bytes(size, "big")
        )
        self.address = stack.enter_context(serving(table_service=table_service))

    def _begun(self, _: str) -> Any:
        """Returns the game, changed so that all its matches begin in the state that the test has set."""
        state = self.state
        return Leaking(self.game, deal=lambda *_: copy.copy(state), **self._leaks)


class Watched:
    """A table on one of the two servers, with its people and a spectator. The test examines what the person at `seat`
    and the spectator receive.
    """

    def __init__(self, side: Side, case: Case, state: Any, seat: int, *, training: bool) -> None:
        side.game, side.state = case.game, state
        owner = Person(side.address, host=NAME)
        people = ["person"] * case.seats
        invitation = owner.open(game=case.key, edition=case.edition, seats=people, training=training)["invitation"]
        self.people = [owner]
        for number in range(1, case.seats):
            guest = Person(side.address, host=NAME)
            guest.enter(invitation)
            assert guest.post("sit", seat=number, name=f"guest {number}").status == 200
            self.people.append(guest)
        for person in self.people:
            assert person.post("ready").status == 200
        while owner.get("table.json")["state"] != "running":
            time.sleep(0.01)
        self.seat, self.training, self._game = seat, training, case.key
        self.onlooker = Person(side.address, owner.table, NAME)
        self.people[seat].received.clear()
        self._watching = [0, 0]
        """The number of spectators that each of `_streams` last reported."""
        self._streams = [self._events(number, one) for number, one in enumerate((self.people[seat], self.onlooker))]
        self.count = 0
        self._follow()
        self.asked = self._look_round()

    def _events(self, number: int, person: Person) -> Iterator[Event]:
        for event in person.events():
            if event.name == "table":
                self._watching[number] = event.data["watching"]
            yield event

    def _follow(self) -> None:
        """Reads both event streams up to the latest frame; loads PAGES and the list of tables in both browsers."""
        for stream in self._streams:
            for event in stream:
                if event.name == "frames" and event.data["frames"][-1]["number"] == self.count:
                    break
        for person in (self.people[self.seat], self.onlooker):
            for page in PAGES:
                assert person.ask(f"/tables/{person.table}{page}").status == 200
            assert person.ask("/tables").status == 200

    def _hear_of(self, *, watching: int) -> None:
        """Reads each of the two event streams until it reports this number of spectators."""
        for number, stream in enumerate(self._streams):
            while self._watching[number] != watching:
                next(stream)

    def take(self, seat: int, action: int) -> None:
        """Takes an action for the person at a seat, and reads the results in both browsers."""
        answer = self.people[seat].post("choices", turn_id=self.count, action=action)
        assert answer.status == 200, answer.text
        self.count += 1
        self._follow()

    def _look_round(self) -> bool:
        """Loads all pages that `_follow` does not load; returns whether a bot was asked for an action."""
        sitting = self.people[self.seat]
        for person, link in ((sitting, sitting.get("links.json")["seat"]), (self.onlooker, None)):
            table = f"/tables/{person.table}"
            for page, status in REST.items():
                answer = person.ask(f"{table}{page}")
                assert status in {answer.status, None}, (page, answer)
            for language in ("de", "fr", "nl"):
                assert person.ask(f"/{language}{table}").status == 200
            opened = person.ask(urlsplit(link).path if link else f"{table}/link/{'0' * 32}")
            assert opened.status == (200 if link else 403)
            again = person.events("0")
            next(event for event in again if event.name == "frames")
            self._hear_of(watching=1 if link else 2)
            again.close()
            self._hear_of(watching=1)
        return self.training and sitting.get("match.json")["frames"][-1]["actor"] == self.seat and self._ask(sitting)

    def _ask(self, sitting: Person) -> bool:
        """Asks a bot which action it would choose for this person; returns True. The recorded response gets 0 as the
        bot's time, because this time varies.
        """
        waiting = Person(sitting.server, sitting.table, NAME)
        waiting.cookies = sitting.cookies
        assert any(event.name == "turn" and event.data for event in waiting.events())
        answer = sitting.ask(f"/tables/{sitting.table}/asked?bot={BOTS[self._game]}&step={self.count}")
        assert answer.status == 200, answer.text
        sitting.received[-1] = json.dumps(answer.json | {"took_ms": 0}).encode()
        return True

    def end(self, *, over: bool) -> list[list[bytes]]:
        """Closes the table; returns all data received by the examined seat and by the spectator.

        If the match is not `over`, loads the pages of `_look_round` first. If it is, everybody may see these pages, so
        the test does not compare them.
        """
        if not over:
            self.asked |= self._look_round()
        received = [list(person.received) for person in (self.people[self.seat], self.onlooker)]
        self.people[0].post("close")
        return received


def compare(folder: Path, case: Case, seed: int, pairs: int = PAIRS, **leaks: Any) -> tuple[int, int]:
    """Fails if two servers send different data at any of `pairs` pairs of tables. The two tables of a pair begin in
    states that look the same to one seat. `leaks` are methods that replace those of the game on both servers.

    Returns the number of actions after which the states of a pair differed, and the number of pairs where a bot was
    asked.
    """
    rng, differed, asked = random.Random(seed), 0, 0
    history = list(states_of(case, seed))[:-1]
    with ExitStack() as stack:
        sides = [Side(folder / str(number), stack, **leaks) for number in range(2)]
        for number, start in enumerate(rng.sample(range(len(history)), pairs)):
            seat, one = rng.randrange(case.seats), history[start][0]
            two = case.game.sample(case.game.view(one, seat), rng)
            two.chance = one.chance
            training = number % 2 == 0
            tables = [
                Watched(side, case, state, seat, training=training)
                for side, state in zip(sides, (one, two), strict=True)
            ]
            for _, action in history[start : start + STEPS]:
                alike = None if action is None else look_alike(case, one, action, two, seat)
                if action is None or alike is None:
                    break
                actor = case.game.actor(one)
                for table, taken in zip(tables, (action, alike), strict=True):
                    table.take(actor or 0, taken)
                one, two = case.game.apply(one, action), case.game.apply(two, alike)
                if case.game.actor(one) is None:
                    break
                differed += one != two
            ends = [table.end(over=case.game.actor(one) is None) for table in tables]
            assert ends[0] == ends[1]
            asked += tables[0].asked
    return differed, asked


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}-{case.edition}")
def test_nothing_a_server_sends_depends_on_what_a_seat_cannot_know(tmp_path: Path, case: Case) -> None:
    differed, asked = compare(tmp_path, case, seed=SEEDS[case.key])
    assert differed > 0
    assert asked > 0


@full  # `make test`: the test before, with each game
@pytest.mark.slow
@pytest.mark.parametrize("case", MORE, ids=lambda case: f"{case.key}-{case.edition}")
def test_nor_in_other_editions_and_more_positions(tmp_path: Path, case: Case) -> None:
    differed, asked = compare(tmp_path, case, seed=2, pairs=16)
    assert differed > STEPS
    assert asked > 0


def test_an_open_table_that_tells_all_is_caught(tmp_path: Path) -> None:
    case = Case("verraeter", "official", 4)
    with pytest.raises(AssertionError):
        compare(tmp_path, case, seed=1, pairs=2, open_table=case.game.reveal)
