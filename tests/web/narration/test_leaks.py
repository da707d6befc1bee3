"""Tests that no byte of a match that the server sends depends on information hidden from the viewer.

Each test plays two histories that one seat cannot tell apart, as in tests/match/test_hidden_information.py. The test
serves the first history as a match of a league, and then the second as the same match of the same league. All bytes
sent to a viewer with this seat's view, or with the view of a spectator, must be equal for both histories.
"""

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from arena.match import Fault, FaultKind, MatchRecord
from arena.match.match import ranks_of
from arena.web import app
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views import match as match_view
from leaderboards.pages.views import replay as replay_view
from leaderboards.store import StoredMatch
from tests.games.matches import Case, states_of
from tests.match.test_hidden_information import look_alike
from tests.suite.sizes import sized
from tests.web.leagues import write_city, write_cup
from tests.web.serving import PATIENCE_S, serving

PAIRS = sized(9, 24)
LONGEST = 8
LANGUAGES = ("en", "de", "fr", "nl")
"""The languages of the requests. All requests for one result of `twins` use the same language."""


class History(NamedTuple):
    """A part of a match: a state and the actions that follow it."""

    start: Any
    actions: list[int]


class Begun:
    """A game whose match begins with the first state of a history, and ends after the history's last action."""

    def __init__(self, game: Any, history: History) -> None:
        self._game, self._history = game, history
        self._taken = 0
        self._last: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["_game"], name)

    def deal(self, *_: object) -> Any:
        return self._history.start

    def apply(self, state: Any, action: int) -> Any:
        self._taken += 1
        new = self._game.apply(state, action)
        if self._taken == len(self._history.actions):
            self._last = new
        return new

    def actor(self, state: Any) -> int | None:
        actor: int | None = self._game.actor(state)
        return None if state is self._last else actor

    def merits(self, state: Any) -> Any:
        return self._game.scores(state)


def twins(case: Case, seed: int) -> Iterator[tuple[int, History, History]]:
    """Yields triples of a seat and two histories that this seat cannot tell apart. All first histories are parts of one
    random match, and each begins at a different point of it.
    """
    rng, game = random.Random(seed), case.game
    whole = list(states_of(case, seed))
    for start in range(0, len(whole) - 1, -(-len(whole) // PAIRS)):
        seat, state = rng.randrange(case.seats), whole[start][0]
        other = game.sample(game.view(state, seat), rng)
        other.chance = state.chance
        one, two = History(state, []), History(other, [])
        for _, action in whole[start : start + LONGEST]:
            alike = None if action is None else look_alike(case, state, action, other, seat)
            if action is None or alike is None:
                break
            one.actions.append(action)
            two.actions.append(alike)
            state, other = game.apply(state, action), game.apply(other, alike)
        if one.actions:
            yield seat, one, two


def recorded(case: Case, like: MatchRecord, history: History, faulty: int, secret: str) -> MatchRecord:
    """Returns the record of a match that consists of a history, and in which the bot of the seat `faulty` failed.

    `secret`: the bot's output and the fault's description; its first 16 bytes are also the match's seed. `like`: a
    record from which all other values are copied.
    """
    state = history.start
    for action in history.actions:
        state = case.game.apply(state, action)
    scores = tuple(case.game.scores(state))
    fault = Fault(faulty, FaultKind.TIMEOUT, len(history.actions) - 1, secret, secret)
    spec = replace(like.spec, deal=secret.encode().ljust(16)[:16])
    return replace(
        like,
        spec=spec,
        actions=tuple(history.actions),
        faults=(fault,),
        scores=scores,
        ranks=ranks_of(scores, frozenset({faulty})),
    )


@pytest.mark.parametrize("case", [Case("verraeter", "official", 3), Case("hetverraad", "strategic", 2)], ids=str)
def test_what_eyes_cannot_know_changes_no_byte_that_is_sent_to_them(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "MOST_KEPT", 0)
    slug, ordinal = ("cup", 5) if case.key == "verraeter" else ("city", 0)
    (write_cup if case.key == "verraeter" else write_city)(tmp_path / slug)
    plain = Followed.match
    differed = 0
    with serving(tmp_path) as address:
        where = urlsplit(address)
        with closing(HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE_S)) as connection:

            def got(paths: list[str]) -> list[bytes]:
                found = []
                for path in paths:
                    connection.request("GET", path)
                    answer = connection.getresponse()
                    found.append(answer.read())
                    assert answer.status == 200, found[-1]
                return found

            for number, (seat, *histories) in enumerate(twins(case, 1)):
                told = []
                for which, history in enumerate(histories):

                    def match(
                        self: Followed, place: int, which: int = which, history: History = history
                    ) -> StoredMatch:
                        found = plain(self, place)
                        faulty = (seat + 1) % case.seats  # noqa: B023  # called within this turn of the loop
                        return replace(found, record=recorded(case, found.record, history, faulty, f"secret {which}"))

                    def begun(*_: object, history: History = history) -> Begun:
                        return Begun(case.game, history)

                    monkeypatch.setattr(Followed, "match", match)
                    monkeypatch.setattr(match_view, "create_game", begun)
                    monkeypatch.setattr(replay_view, "create_game", begun)
                    base = f"/{LANGUAGES[number % 4]}/{slug}/matches/{ordinal}"
                    known = got(
                        [
                            f"{base}{path}"
                            for eyes in (seat, "table")
                            for path in (f"/{eyes}.json.gz", f".html?eyes={eyes}")
                        ]
                    )
                    told.append((known, got([f"{base}/all.json.gz", f"{base}.html"])))
                assert told[0][0] == told[1][0]
                assert all(one != two for one, two in zip(told[0][1], told[1][1], strict=True))
                differed += histories[0].start != histories[1].start
    assert differed >= PAIRS / 3
