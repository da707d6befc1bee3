"""Tests that no byte that a seat receives depends on information that the seat cannot have.

The tests put random values in place of everything in a state that the seat cannot know. The messages to the seat must
then stay the same to the last bit. Further tests show that the check fails for messages that reveal a secret.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from arena.games.cells import part
from arena.games.verraeter.state.cells import ASIDE, ASIDES, HAND, KEPT, PILE
from arena.games.view_text import rules_of
from arena.match import Entrant, Match, MatchSpec
from arena.protocol.turns import EVERYTHING, Wants
from arena.protocol.wire import bytes_tag, delimited
from arena.transport import Assignment, Clock
from arena.transport.matches.flight import Playing
from arena.transport.streams.player import Player
from tests.games.matches import Case, many_states_of
from tests.protocol.coded import CODED_CASES, codec_of, coded_case, start_bytes, turn_bytes
from tests.suite.sizes import sized
from tests.transport.hosting import player_of

SAMPLES = 2

Encode = Callable[[Case, Any, int], bytes]


def check(case: Case, encode: Encode, seed: int) -> int:
    """Asserts at each decision of a match that each seat's bytes do not depend on what the seat cannot know.

    Compares the bytes for the true state with those for random states that the seat cannot distinguish from it. Returns
    how many of the random states were not equal to the true one.
    """
    rng, others = random.Random(seed), 0
    for state, action in many_states_of(case, seed):
        if action is None:
            continue
        for seat in range(case.seats):
            sent = encode(case, state, seat)
            for _ in range(SAMPLES):
                other = case.game.sample(case.game.view(state, seat), rng)
                assert encode(case, other, seat) == sent
                others += other != state
    return others


def view_bytes(case: Case, state: Any, seat: int) -> bytes:
    return codec_of(case).encode_view(case.game.view(state, seat))


def start_and_turn_bytes(case: Case, state: Any, seat: int) -> bytes:
    """Returns a seat's encoded MatchStart, followed by its Turn if the seat must act, or else by its view."""
    acts = case.game.actor(state) == seat
    return start_bytes(case, state, seat) + (turn_bytes if acts else view_bytes)(case, state, seat)


@coded_case
def test_the_bytes_of_a_seat_do_not_depend_on_what_it_cannot_know(case: Case) -> None:
    for seed in range(sized(1, 2)):
        assert check(case, start_and_turn_bytes, seed) > 100


def leaks(secret: Callable[[Any], bytes]) -> Encode:
    """Returns an encoding that also reveals `secret`, a function of the state."""
    return lambda case, state, seat: view_bytes(case, state, seat) + delimited(bytes_tag(99), secret(state))


@pytest.mark.parametrize("case", CODED_CASES[:1] + CODED_CASES[-1:], ids=lambda case: "-".join(map(str, case)))
def test_an_encoding_that_tells_something_is_caught(case: Case) -> None:
    secrets = {
        "all": lambda state: json.dumps(case.game.reveal(state)).encode(),
        "the seed": lambda state: state.chance.seed,
        "a bit of the seed": lambda state: bytes([state.chance.seed[0] & 1]),
    }
    for secret in secrets.values():
        with pytest.raises(AssertionError):
            check(case, leaks(secret), 0)
    assert check(case, leaks(lambda _: b"nothing"), 0) > 100


@pytest.mark.parametrize(
    ("cell", "count"),
    [(HAND, KEPT - HAND), (PILE, 1), (KEPT, ASIDE - KEPT), (ASIDE, 1), (ASIDES, 1)],
    ids=["hands", "pile", "picks", "aside", "asides to come"],
)
def test_an_encoding_that_tells_a_part_of_the_state_is_caught(cell: int, count: int) -> None:
    case = Case("verraeter", "official", 4)
    with pytest.raises(AssertionError):
        check(case, leaks(lambda state: repr(part(state.cells, cell, count)).encode()), 0)


class Table:
    """Several matches in which one bot has the same seat. `sent` returns the messages that this bot would receive."""

    def __init__(self, case: Case, seat: int, matches: int, wants: Wants) -> None:
        self.case, self.seat, self.wants = case, seat, wants
        entrants = tuple(Entrant(str(number), "1", bytes(16)) for number in range(case.seats))
        self.matches = [
            Match(MatchSpec(bytes(16), case.key, 1, case.edition, bytes(16), bytes([number] * 16), entrants), case.game)
            for number in range(matches)
        ]

    def states(self) -> list[Any]:
        return [match.state for match in self.matches]

    def sent(self, states: list[Any]) -> list[bytes]:
        """Returns all messages that the seat's bot would receive in these states, one state for each match: the start
        of each match, and a turn if the seat must act.
        """
        player = player_of("bot", 64, wants=self.wants)
        for number, (match, state) in enumerate(zip(self.matches, states, strict=True)):
            kept, match.state = match.state, state
            players: list[Player | None] = [player if seat == self.seat else None for seat in range(self.case.seats)]
            clocks, seeds = [Clock()] * len(players), tuple(range(self.case.seats))
            playing = Playing(number, match, players, codec_of(self.case), clocks, Assignment(match.spec, seeds))
            playing.announce()
            if match.actor == self.seat:
                playing.ask()
            match.state = kept
        return player.take_messages()

    def step(self, rng: random.Random) -> None:
        for match in self.matches:
            if match.actor is not None:
                assert match.choose(rng.choice(match.legal))


def compare(table: Table, rng: random.Random) -> int:
    """Plays the matches to their end. Asserts at each step that the bot would receive the same messages in other,
    random states that it cannot distinguish from the true ones. Returns the number of turns of the bot.
    """
    game, asked = table.case.game, 0
    while any(match.actor is not None for match in table.matches):
        states = table.states()
        others = [game.sample(game.view(state, table.seat), rng) for state in states]
        sent = table.sent(states)
        assert table.sent(others) == sent
        asked += sum(match.actor == table.seat for match in table.matches)
        table.step(rng)
    return asked


@coded_case
def test_a_whole_batch_does_not_depend_on_what_the_seat_cannot_know(case: Case) -> None:
    rng = random.Random(5)
    assert compare(Table(case, rng.randrange(case.seats), sized(2, 4), Wants()), rng) > 20


def test_a_batch_with_words_does_not_depend_on_what_the_seat_cannot_know_either() -> None:
    begins = CODED_CASES[0].game.actor(CODED_CASES[0].deal(0))
    assert begins is not None
    table = Table(CODED_CASES[0], begins, 1, EVERYTHING)
    [sent] = table.sent(table.states())
    assert f"seat {begins} (you)".encode() in sent
    assert rules_of(table.case.key).encode() in sent
    assert compare(table, random.Random(5)) > 20


@coded_case
def test_a_batch_depends_on_what_the_seat_does_know(case: Case) -> None:
    rng = random.Random(6)
    table = Table(case, 0, 1, Wants())
    while table.matches[0].actor != 0:
        table.step(rng)
    before = table.sent(table.states())
    while True:
        table.step(rng)
        if table.matches[0].actor == 0:
            break
    assert table.sent(table.states()) != before
