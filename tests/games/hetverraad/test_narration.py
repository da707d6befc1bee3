"""What is told of a match of Het Verraad: markers that move as the points do, and single positions in words."""

import re

import pytest

from arena.games.hetverraad import Narrator
from arena.games.hetverraad.state.cells import BLACK_SCORE
from arena.games.hetverraad.state.state import State
from tests.games.matches import CASES, Case, states_of
from tests.games.test_narration import NAMES, told_match
from tests.rules.hetverraad.positions import game, names, play, position
from tests.rules.hetverraad.test_attack import before

MOVED = re.compile(r"(\w[\w ]*) (-?\d+) to (-?\d+)")
narrator = Narrator(NAMES[:4])


def tell(state: State, notation: str) -> tuple[str, tuple[str, ...]]:
    """What an action means, and what followed."""
    told = narrator.tell(state, game.legal_actions(state)[names(state).index(notation)])
    return told.meaning, told.events


@pytest.mark.parametrize("case", [case for case in CASES if case.key == "hetverraad"], ids=str)
def test_the_markers_told_move_as_the_points_do(case: Case) -> None:
    for seed in range(2):
        marker = dict.fromkeys((*NAMES[: case.seats], "Black Master"), 0)
        for event in (event for part in told_match(case, seed) for event in part.events):
            if event.startswith("points: "):
                for name, old, new in MOVED.findall(event.removeprefix("points: ")):
                    assert marker[name] == int(old)
                    marker[name] = int(new)
        *_, (state, _) = states_of(case, seed)
        assert tuple(marker.values()) == (*game.scores(state), state.cells[BLACK_SCORE])


def test_taking_a_card_is_told_with_tax_and_income() -> None:
    state = position(
        {0: "M00", 1: "O08"},
        buildings={"O08": "ST-A5"},
        phase=2,
        stones=(9, 5),
        row="ST-A1 NI-A1 HA-A1",
        row_stones=(2, 0, 1),
    )
    meaning, events = tell(state, "take ST-A1")
    assert meaning == "purple, value 1; pays 2, has 7"
    assert events[:2] == ("tax: ann 4", "income from purple: ben 2")


@pytest.mark.parametrize(
    ("dice", "outcome"),
    [
        ((6, 1), "attack 7 (die 6, tokens 1) against 1 (die 1, tokens and archers 0): the area falls"),
        ((1, 6), "attack 2 (die 1, tokens 1) against 6 (die 6, tokens and archers 0): the area holds"),
        ((3, 4), "attack 4 (die 3, tokens 1) against 4 (die 4, tokens and archers 0): equal, the area is nobody's"),
    ],
)
def test_an_attack_is_told_with_both_sums(dice: tuple[int, int], outcome: str) -> None:
    meaning, events = tell(before({1: "O11 O20"}, dice), "attack")
    assert (meaning, events[0]) == ("against ben", outcome)
    owners = {"falls": "O11 of ben goes to the Black Master", "nobody's": "O11 of ben goes to nobody"}
    assert events[1:2] == tuple(text for word, text in owners.items() if outcome.endswith(word))


def test_who_may_answer_is_told_and_what_the_answer_does() -> None:
    state = position({0: "O08"}, stones=(5,), influence={1: "blockade"})
    assert tell(state, "buy O07") == ("ben may answer", ())
    assert tell(play(state, "buy O07"), "react blockade") == ("", ("it is stopped",))
    assert tell(play(state, "buy O07"), "pass") == ("", ("stones: ann 5 to 2", "ann has O07"))


def test_a_building_that_makes_room_and_a_grand_power_are_told() -> None:
    state = position(
        {0: "O00 O06 O08"}, buildings={"O00": "BR-A1", "O06": "BR-A2", "O08": "NI-A1"}, hands={0: "BR-B1"}, stones=(5,)
    )
    meaning, events = tell(state, "build BR-B1 O08")
    assert meaning == "brown, value 2; pays 2, has 3"
    assert events[:2] == ("NI-A1 on O08 is gone", "the grand power of brown, points 1, goes to ann")


RESHUFFLED = "the discarded building cards are shuffled and become the deck"


@pytest.mark.parametrize("stock", [{"pawnshop": "NI-A2"}, {"discard": "NI-A2"}, {"market": "NI-A2"}])
def test_a_card_drawn_after_a_reshuffle_is_told_wherever_it_lay(stock: dict[str, str]) -> None:
    """A-29: the cards in the markets are shuffled with the discard pile."""
    state = position({0: "O00"}, deck="", stones=(5,), **stock)  # type: ignore[arg-type]  # none but texts
    assert tell(state, "buy card") == ("pays 5, has 0", ("ann draws NI-A2", RESHUFFLED))
    state = position({0: "O00"}, deck="HA-A1", influence={0: "golden_trade"}, **stock)  # type: ignore[arg-type]
    assert tell(state, "play golden_trade")[1] == ("ann draws NI-A2, HA-A1", RESHUFFLED)


def test_a_card_bought_at_a_market_is_not_told_as_drawn() -> None:
    state = position({0: "O00"}, pawnshop="NI-A2", stones=(5,))
    assert tell(state, "buy NI-A2 pawnshop") == ("pays 5, has 0", ())


@pytest.mark.parametrize("new", [1, 2, 3])
def test_an_exchanged_token_is_told_whatever_it_is_worth(new: int) -> None:
    """R-50."""
    state = position({0: "O00"}, black={0: (4, 2)}, tokens_top=(new,), stones=(5,))
    assert tell(state, "exchange token 2") == ("pays 5, has 0", (f"ann draws a token of {new}",))


def test_the_limit_of_turns_is_told_before_the_last_round_begins() -> None:
    """A-16."""
    state = position({0: "O00", 3: "O08"}, active=3, number=22, edition="swift")
    assert tell(state, "end actions")[1] == ("round 23 reaches the limit of 90 turns: it is the last",)
    assert tell(position({3: "O08"}, active=3, number=21, edition="swift"), "end actions")[1] == ()
