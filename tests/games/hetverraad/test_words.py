"""Tests of the sentences that tell single actions of Het Verraad and their effects to different kinds of viewers."""

import pytest

from arena.games.hetverraad.state.state import State
from arena.match.frames import ALL, TABLE, Eyes
from tests.games.matches import Case
from tests.games.test_words import told
from tests.rules.hetverraad.positions import game, names, play, position

CASE = Case("hetverraad", "strategic", 4)
RESHUFFLED = "The discarded building cards become the deck."


def tell(state: State, notation: str, eyes: Eyes = ALL) -> tuple[str, list[str]]:
    """Returns the sentence for an action and the sentences for its effects."""
    action = game.legal_actions(state)[names(state).index(notation)]
    [one] = told(CASE, [(state, action), (game.apply(state, action), None)], eyes)
    return one.deed, one.events


def test_taking_a_card_is_told_with_what_all_receive() -> None:
    state = position(
        {0: "M00", 1: "O08"},
        buildings={"O08": "ST-A5"},
        phase=2,
        stones=(9, 5),
        row="ST-A1 NI-A1 HA-A1",
        row_stones=(2, 0, 1),
    )
    deed, events = tell(state, "take ST-A1")
    assert deed == "ann takes Stadsgebouwen A1 (purple 1) from the row."
    assert events[:2] == ["ann pays 2 stones and has 7.", "ben receives 2 stones and has 7."]


def test_a_building_that_makes_room_and_a_grand_power_are_told() -> None:
    state = position(
        {0: "O00 O06 O08"}, buildings={"O00": "BR-A1", "O06": "BR-A2", "O08": "NI-A1"}, hands={0: "BR-B1"}, stones=(5,)
    )
    _, events = tell(state, "build BR-B1 O08")
    assert events[0].endswith(" on O08 is gone.")
    assert "ann has the brown power." in events


def test_an_answer_and_what_it_stops_are_told() -> None:
    state = position({0: "O08"}, stones=(5,), influence={1: "blockade"})
    assert tell(play(state, "buy O07"), "react blockade")[0] == "ben answers with blockade."
    assert tell(play(state, "buy O07"), "pass")[1] == ["O07 goes from nobody to ann.", "ann pays 3 stones and has 2."]


@pytest.mark.parametrize("stock", [{"pawnshop": "NI-A2"}, {"discard": "NI-A2"}, {"market": "NI-A2"}])
def test_a_card_drawn_after_a_reshuffle_is_told_wherever_it_lay(stock: dict[str, str]) -> None:
    """A-29: before the draw, the discard pile and the cards of both markets are shuffled into a new deck. A viewer who
    sees everything is told the drawn card, wherever it lay before. A spectator is told only of the shuffle.
    """
    # all values of `stock` are texts
    state = position({0: "O00"}, deck="", stones=(5,), **stock)  # type: ignore[arg-type]
    assert tell(state, "buy card")[1][1:] == ["ann draws Graanmolen (green 1).", RESHUFFLED]
    assert tell(state, "buy card", TABLE)[1][1:] == [RESHUFFLED]


def test_a_card_bought_at_a_market_is_not_told_as_drawn() -> None:
    state = position({0: "O00"}, pawnshop="NI-A2", stones=(5,))
    assert tell(state, "buy NI-A2 pawnshop")[1] == ["ann pays 5 stones and has 0."]


def test_an_exchanged_token_is_told_by_what_it_is_worth_to_who_knows() -> None:
    """R-50: a viewer who knows the value of the new token sees it in the sentence; a spectator does not."""
    state = position({0: "O00"}, black={0: (4, 2)}, tokens_top=(3,), stones=(5,))
    assert tell(state, "exchange token 2")[1][1:] == ["ann draws a black token of 3."]
    assert tell(state, "exchange token 2", TABLE)[1][1:] == []


@pytest.mark.parametrize("eyes", [ALL, TABLE, 0])
@pytest.mark.parametrize(
    ("black_score", "told_last"),
    [
        (29, "The Black Master has 29 points, the best seat 30: good wins, and with it ann."),
        (31, "The Black Master has 31 points, the best seat 30: evil wins, and with it cid."),
    ],
)
def test_which_side_has_won_and_who_with_it_is_told_at_the_end(eyes: Eyes, black_score: int, told_last: str) -> None:
    """R-87, R-88: the last sentence names the winning side and the seats that win with it."""
    areas = {0: "O00", 1: "M04", 2: "O08", 3: "M00"}
    state = position(
        areas, seats=4, active=3, score=(30, 3, 9, 1), black_score=black_score, black={1: (1,), 2: (4, 4)}, number=90
    )
    assert tell(state, "end actions", eyes)[1][-2:] == ["The match is over.", told_last]


def test_who_shares_the_victory_is_told_together() -> None:
    """A-33: seats that are equal in everything share the first rank, and one sentence names them all."""
    state = position({0: "O00", 1: "M04", 2: "O08", 3: "M00"}, seats=4, active=3, score=(9, 9, 4, 1), number=90)
    assert tell(state, "end actions")[1][-1].endswith("good wins, and with it ann and ben.")
