"""Tests that the arena derives everything that it needs from an author's seven methods of a game: matches, records,
replays, boards, and views for each seat.
"""

import copy
import pickle
from random import Random
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games import Chance, Info, Row
from arena.games.outside.author import HIDDEN
from arena.games.outside.fault import GameFault
from arena.games.outside.game import Outside
from arena.games.registry import create_game
from arena.match import Entrant, Match, MatchRecord, MatchSpec
from arena.match.document import replay_data
from arena.match.rerun import rerun
from tests.games.outside.pig import GAME

PIG = Outside(GAME, "pig")


class Bids:
    """A game in which each of two seats has a card that only it knows. In secret, each seat bids or does not. A seat
    that bids scores its card, a seat that does not scores 0.
    """

    info = Info(
        title="Bids",
        seats=(2,),
        actions=2,
        rows=(Row("card", of="seat", width=2, hides=True), Row("odds", kind="reals"), Row("said", kind="text")),
        secret_actions=True,
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> Any:
        return (tuple(chance.shuffled("cards", 0, [1, 2, 3])[:2]), ())

    def actor(self, state: Any) -> int | None:
        return len(state[1]) if len(state[1]) < 2 else None

    def legal_actions(self, state: Any) -> list[int]:
        return [0, 1]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0], (*state[1], action))

    def scores(self, state: Any) -> Any:
        return [card * bid for card, bid in zip(state[0], (*state[1], 0, 0), strict=False)]

    def merits(self, state: Any) -> Any:
        return [-score for score in self.scores(state)]

    def action_name(self, state: Any, action: int) -> str:
        return f"bid{action}"

    def rows(self, state: Any, seat: int | None) -> Any:
        cards = [card if seat in (None, one) else None for one, card in enumerate(state[0])]
        return {"card": cards, "odds": [0.5] * len(state[1]), "said": ["yes" if seat else "no"]}

    def sample(self, rows: Any, seat: int, rng: Any) -> Any:
        cards = rows["card"]
        return (tuple(card if card != HIDDEN else 3 for card in cards), ())


BIDS = Outside(Bids(), "bids")


def played(game: Outside, seats: int, edition: str = "standard") -> MatchRecord:
    entrants = tuple(Entrant(f"bot {seat}", "1", bytes(16)) for seat in range(seats))
    match = Match(MatchSpec(b"a" * 16, game.info.key, 1, edition, bytes(16), b"b" * 16, entrants), game)
    rng = Random(1)
    while match.actor is not None:
        assert match.choose(rng.choice(match.legal))
    return match.record()


def test_the_numbers_of_seats_are_told_as_a_sentence_has_them() -> None:
    assert create_game("connect-four").info.seat_numbers() == "2"
    assert create_game("verraeter").info.seat_numbers() == "3 to 4"


def test_its_matches_can_be_played_again_and_told() -> None:
    record = played(PIG, 3)
    assert max(record.scores) >= 30
    assert rerun(record, PIG) == []
    told = replay_data(record, PIG, "all")
    assert told["frames"][-1]["board"]["rows"] == {"score": list(record.scores), "turn": [0]}
    assert [row["name"] for row in told["setup"]["rows"]] == ["score", "turn"]  # type: ignore[attr-defined]  # JSON


def test_what_a_seat_cannot_know_is_in_no_frame_of_it_and_in_none_of_the_table() -> None:
    record = played(BIDS, 2)
    boards: dict[int | str, Any] = {
        eyes: replay_data(record, BIDS, eyes)["frames"][0]["board"]["rows"] for eyes in (0, 1, "table", "all")
    }
    cards = boards["all"]["card"]
    assert boards[0] == {"card": [cards[0], None], "odds": [], "said": ["no"]}
    assert boards[1] == {"card": [None, cards[1]], "odds": [], "said": ["yes"]}
    assert boards["table"] == {"card": [None, None], "odds": [], "said": [None]}


def test_a_secret_action_is_told_when_the_match_is_over() -> None:
    record = played(BIDS, 2)
    frames = replay_data(record, BIDS, 1)["frames"]
    first, last = frames[1]["taken"], frames[2]["taken"]
    assert first is not None
    assert (first["action"], first["parts"]["text"]) == (None, None)
    assert [taken["notation"] for taken in frames[2]["disclosed"]] == [f"bid{record.actions[0]}"]
    assert last is not None
    assert last["action"] == record.actions[1]


def test_merits_of_its_own_decide_the_ranks() -> None:
    record = played(BIDS, 2)
    best = record.scores.index(min(record.scores))
    assert record.ranks[best] == 1


def test_a_state_is_sampled_from_what_a_seat_sees() -> None:
    state = BIDS.deal(2, "standard", Chance(b"c" * 16))
    view = BIDS.view(state, 0)
    assert BIDS.view(BIDS.sample(view, Random(1)), 0) == view
    with pytest.raises(GameFault, match="the game Pig has no method sample"):
        PIG.sample(PIG.view(PIG.deal(2, "standard", Chance(b"c" * 16)), 0), Random(1))


def test_a_state_can_be_copied_and_pickled() -> None:
    state = PIG.take(PIG.deal(2, "standard", Chance(b"c" * 16)), 1)
    assert copy.copy(state) == state == pickle.loads(pickle.dumps(state))


@pytest.mark.parametrize(
    ("seats", "edition", "said"),
    [(5, "standard", "has 2 to 4 seats, but 5"), (2, "fast", "edition 'fast'; its editions are standard")],
)
def test_seats_and_editions_it_has_not_are_refused(seats: int, edition: str, said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        PIG.deal(seats, edition, Chance(bytes(16)))
