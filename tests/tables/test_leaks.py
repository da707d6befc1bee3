"""All that a server sends to a seat's browser stays the same, byte for byte, when what the seat cannot know is changed.

Two servers play two histories that a seat cannot tell apart (tests/match/test_hidden_information.py): begun anywhere in
a match, with what the seat does not know dealt again, and the others taking whatever looks the same to it. The seat's
browser loads every page and every JSON it may, and follows the stream; so does one that only watches.
"""

import itertools
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from arena.tables.bots import Bots
from arena.tables.hall import Hall
from tests.games.matches import Case, states_of
from tests.match.test_hidden_information import Leaking, look_alike
from tests.tables.people import Event, Person
from tests.web.serving import serving

NAME = "tables.localhost"
PAIRS = 6
STEPS = 8
PAGES = ("", "/table.json", "/match.json", "/links.json")
CASES = [Case("verraeter", "official", 4), Case("hetverraad", "strategic", 3)]
MORE = [Case("verraeter", "bsw", 3), Case("verraeter", "faidutti", 4), Case("hetverraad", "swift", 2)]


class Side:
    """A server whose tables begin where the test says, and draw the same secrets on each side."""

    def __init__(self, folder: Path, stack: ExitStack, **leaks: Any) -> None:
        self.state: Any = None
        self.game: Any = None
        self._leaks = leaks
        numbers = itertools.count(1)
        hall = Hall(folder, Bots(), create=self._begun, draw=lambda size: next(numbers).to_bytes(size, "big"))
        self.address = stack.enter_context(serving(hall=hall))

    def _begun(self, _: str) -> Any:
        """The game, all matches of which begin in one state."""
        state = self.state
        return Leaking(self.game, deal=lambda *_: state, **self._leaks)


class Watched:
    """A table on one side: its people, the one at `seat` whose browser is looked at, and one who only watches."""

    def __init__(self, side: Side, case: Case, state: Any, seat: int) -> None:
        side.game, side.state = case.game, state
        owner = Person(side.address, host=NAME)
        invitation = owner.open(game=case.key, edition=case.edition, seats=["person"] * case.seats)["invitation"]
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
        self.seat = seat
        self.onlooker = Person(side.address, owner.table, NAME)
        self.people[seat].received.clear()
        self._streams = [self._events(person) for person in (self.people[seat], self.onlooker)]
        self.count = 0
        self._follow()

    def _events(self, person: Person) -> Iterator[Event]:
        return person.events()

    def _follow(self) -> None:
        """Reads both streams up to the frame that was made last, and loads all there is."""
        for stream in self._streams:
            for event in stream:
                if event.name == "frames" and event.data["frames"][-1]["number"] == self.count:
                    break
        for person in (self.people[self.seat], self.onlooker):
            for page in PAGES:
                assert person.ask(f"/tables/{person.table}{page}").status == 200
            assert person.ask("/tables").status == 200

    def take(self, seat: int, action: int) -> None:
        """Somebody chooses."""
        answer = self.people[seat].post("choices", turn_id=self.count, action=action)
        assert answer.status == 200, answer.text
        self.count += 1
        self._follow()

    def end(self) -> list[list[bytes]]:
        """All that the seat and who watched have received."""
        received = [list(person.received) for person in (self.people[self.seat], self.onlooker)]
        self.people[0].post("close")
        return received


def compare(folder: Path, case: Case, seed: int, pairs: int = PAIRS, **leaks: Any) -> int:
    """Compares what two servers sent; how many steps there were in states that differ."""
    rng, differed = random.Random(seed), 0
    history = list(states_of(case, seed))[:-1]
    with ExitStack() as stack:
        sides = [Side(folder / str(number), stack, **leaks) for number in range(2)]
        for start in rng.sample(range(len(history)), pairs):
            seat, one = rng.randrange(case.seats), history[start][0]
            two = case.game.sample(case.game.view(one, seat), rng)
            two.chance = one.chance
            tables = [Watched(side, case, state, seat) for side, state in zip(sides, (one, two), strict=True)]
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
            ends = [table.end() for table in tables]
            assert ends[0] == ends[1]
    return differed


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}-{case.edition}")
def test_nothing_a_server_sends_depends_on_what_a_seat_cannot_know(tmp_path: Path, case: Case) -> None:
    assert compare(tmp_path, case, seed=1) > 0


@pytest.mark.slow
@pytest.mark.parametrize("case", MORE, ids=lambda case: f"{case.key}-{case.edition}")
def test_nor_in_other_editions_and_more_positions(tmp_path: Path, case: Case) -> None:
    assert compare(tmp_path, case, seed=2, pairs=16) > STEPS


def test_an_open_table_that_tells_all_is_caught(tmp_path: Path) -> None:
    case = Case("verraeter", "official", 4)
    with pytest.raises(AssertionError):
        compare(tmp_path, case, seed=1, pairs=2, open_table=case.game.reveal)
