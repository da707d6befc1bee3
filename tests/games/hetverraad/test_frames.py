"""Tests of the boards of Het Verraad as each kind of viewer sees them, of its actions split into parts, and of the
layout by which a page draws the areas of the board.
"""

from itertools import combinations
from math import isclose
from typing import Any

import pytest

from arena.games.hetverraad.state.cells import INFLUENCE_RESHUFFLES
from arena.games.hetverraad.state.knowledge import see
from arena.games.hetverraad.state.piles import INFLUENCE_AGES, TOKEN_EYES
from arena.games.hetverraad.state.state import State
from arena.games.hetverraad.terms import INCOME
from arena.match import Step
from arena.match.frames import ALL, TABLE, Eyes, Onlooker
from tests.rules.hetverraad.positions import begun, cards, game, names, play, position

OWN = {0: "O00 O01", 1: "M04"}


def seats(board: Any) -> Any:
    return board["seats"]


def shown(state: State, seat: int) -> Any:
    return game.show(game.view(state, seat))


def action_of(state: State, notation: str) -> int:
    return game.legal_actions(state)[names(state).index(notation)]


def parts_of(state: State, notation: str) -> Any:
    return game.action_parts(state, action_of(state, notation))


def watched(state: State, eyes: Eyes, *notations: str) -> list[Any]:
    """Plays the actions with these notations, beginning at `state`. Returns a frame for each action: the board after
    the action, as a replay shows it to the viewer `eyes`, who is a seat, a spectator, or a viewer who sees everything.
    """
    onlooker, frames = Onlooker(game, eyes), []
    step = Step(None, None, None, False, state)
    onlooker.frame(step)
    for notation in notations:
        step = Step(
            game.actor(step.state), action_of(step.state, notation), notation, False, play(step.state, notation)
        )
        frames.append(onlooker.frame(step))
    return frames


def test_a_hand_is_open_to_its_seat_and_counted_by_others() -> None:
    state = position(OWN, hands={0: "BR-A1 NI-A1", 1: "HA-A1"}, influence={1: "fire"}, black={1: (3, 1)})
    assert seats(game.reveal(state))[0]["hand"] == ["BR-A1", "NI-A1"]
    assert [seat["hand"] for seat in seats(shown(state, 0))][:2] == [["BR-A1", "NI-A1"], [None]]
    assert [seat["hand"] for seat in seats(shown(state, 1))][:2] == [[None, None], ["HA-A1"]]
    assert [seat["hand"] for seat in seats(game.open_table(state))][:2] == [[None, None], [None]]
    assert [seat["influence"] for seat in seats(shown(state, 0))][:2] == [[], [None]]
    assert [board["seats"][1]["black_tokens"] for board in (shown(state, 0), shown(state, 1))] == [[None, None], [3, 1]]
    assert {*shown(state, 0)["deck"], *shown(state, 0)["token_stack"], *shown(state, 0)["influence_deck"]} == {None}


def test_a_card_all_have_seen_stays_known_in_a_hand() -> None:
    """R-18: a card taken from the open row stays visible to every viewer in its owner's hand, because all seats have
    seen it.
    """
    state = play(position(OWN, phase=INCOME, hands={0: "BR-A1"}), "take NI-C1")
    for board in (game.open_table(state), shown(state, 3)):
        hand = seats(board)[0]
        assert (hand["hand"], hand["hand_shuffles"]) == (["NI-C1", None], [3, 1])
        assert hand["hand_seen_by"] == [[0, 1, 2, 3], None]


def test_what_the_wizard_saw_under_the_deck_stays_known_to_who_looked() -> None:
    state = position(OWN, phase=INCOME, influence={0: "wizard"}, deck_top="ST-C1 BR-A1")
    state = play(state, "take NI-C1", "play wizard")
    assert shown(state, 0)["deck"][:3] == ["ST-C1", "BR-A1", None]
    assert shown(state, 1)["deck"][:3] == game.open_table(state)["deck"][:3] == [None] * 3  # type: ignore[index]
    state = play(state, "open second")
    assert (shown(state, 0)["deck"][-1], shown(state, 1)["deck"][-1]) == ("ST-C1", None)
    assert shown(state, 1)["deck_seen_by"][-1] == [0]


def test_what_only_some_have_seen_is_not_on_the_open_table() -> None:
    """A card or token that only some seats have seen is hidden from spectators and from the other seats. Here seat 1
    has seen a card of seat 0, for example with its Wizard; seats 2 and 3 have not.
    """
    state = position(OWN, hands={0: "BR-A1 NI-A1"}, black={0: (3, 1)})
    see(state, cards("NI-A1"), 1 << 1)
    state.piles[TOKEN_EYES] = b"\x03\x0f"
    assert seats(shown(state, 1))[0]["hand"] == ["NI-A1", None]
    assert seats(shown(state, 1))[0]["black_tokens"] == [3, 1]
    for board in (game.open_table(state), shown(state, 2)):
        assert seats(board)[0]["hand"] == [None, None]
        assert seats(board)[0]["hand_seen_by"] == [None, None]
        assert seats(board)[0]["black_tokens"] == [None, 1]


def test_which_of_the_influence_cards_in_a_hand_are_old_is_not_on_the_open_table() -> None:
    """A-40: influence cards drawn before the last reshuffle are old. Spectators and other seats see how many cards of a
    hand are old, but not which. They see the kinds of all old cards together, but not whose they are.
    """
    state = position(OWN, influence={0: "fire raid", 1: "gift"})
    state.cells[INFLUENCE_RESHUFFLES] = 1
    state.piles[INFLUENCE_AGES : INFLUENCE_AGES + 2] = [b"\x01\x00", b"\x01"]
    assert seats(shown(state, 0))[0]["influence_ages"] == [1, 0]
    for board in (game.open_table(state), shown(state, 1)):
        assert seats(board)[0]["influence_ages"] == [0, 1]
        assert board["influence_kept"] == ["fire", "gift"]


@pytest.mark.parametrize(("eyes", "index"), [(ALL, 1), (0, 1), (1, None), (TABLE, None)])
def test_which_of_two_cards_was_opened_stays_a_secret(eyes: Eyes, index: int | None) -> None:
    """R-28: all viewers see the opened card, but only the actor knows which of the two shown cards it was."""
    state = position(OWN, phase=INCOME, influence={0: "wizard"}, deck_top="ST-C1 BR-A1")
    *_, frame = watched(state, eyes, "take NI-C1", "play wizard", "open second")
    assert frame["taken"]["parts"] == {"kind": "open", "card": "BR-A1", "index": index}
    assert (frame["taken"]["notation"] is None) == (frame["taken"]["action"] is None) == (index is None)
    (other,) = watched(play(state, "take NI-C1", "play wizard"), eyes, "open first")
    assert other["disclosed"] == frame["disclosed"] == []


def test_the_log_is_the_same_where_the_other_card_lay_first() -> None:
    frames = [
        watched(
            position(OWN, phase=INCOME, influence={0: "wizard"}, deck_top=top), 1, "take NI-C1", "play wizard", opened
        )
        for top, opened in (("ST-A1 BR-A1", "open second"), ("BR-A1 ST-A1", "open first"))
    ]
    assert frames[0] == frames[1]


def test_an_announced_action_is_told_in_parts() -> None:
    state = position({0: "O00", 1: "M04"}, stones=(9, 9, 9, 9), influence={1: "blockade"})
    state = play(state, "buy O01")
    board: Any = game.reveal(state)
    assert (board["phase"], board["interrupted"]) == ("reaction", "action")
    assert board["pending"] == {"kind": "buy-area", "area": "O01"}
    assert parts_of(state, "react blockade") == {"kind": "react", "influence": "blockade"}
    assert parts_of(state, "pass") == {"kind": "pass"}
    assert seats(game.reveal(state))[0]["stones"] == 9
    assert game.reveal(play(state, "pass"))["turn"]["areas_bought"] == ["O01"]  # type: ignore[index]


def test_actions_are_told_in_parts() -> None:
    state = position(
        {0: "O00 O01", 1: "M04 M05"}, buildings={"M04": "BR-A2"}, stones=(20, 9, 9, 9), hands={0: "BR-A1"},
        influence={0: "fire gift"}, black={0: (2,)}, pawnshop="NI-A2",
    )  # fmt: skip
    assert parts_of(state, "build BR-A1 O00") == {"kind": "build", "card": "BR-A1", "area": "O00"}
    assert parts_of(state, "sell BR-A1 pawnshop") == {"kind": "sell", "card": "BR-A1", "market": "pawnshop"}
    assert parts_of(state, "buy NI-A2 pawnshop") == {"kind": "buy", "card": "NI-A2", "market": "pawnshop"}
    assert parts_of(state, "play fire M04") == {"kind": "play", "influence": "fire", "area": "M04"}
    assert parts_of(state, "play gift seat-2") == {"kind": "play", "influence": "gift", "seat": 2}
    assert parts_of(state, "exchange token 1") == {"kind": "exchange", "token": 0}
    assert parts_of(state, "tower O01") == {"kind": "build-tower", "area": "O01"}
    assert parts_of(state, "end actions") == {"kind": "end-actions"}


def test_dice_are_none_before_they_are_rolled() -> None:
    state = position(OWN, black={0: (1,)}, black_master="O09", picks={"steps": 3}, phase=7)
    board: Any = game.reveal(begun(state))["black_master"]
    assert (board["area"], board["black_die"], board["white_die"]) == ("O09", None, None)
    assert game.reveal(play(begun(state), "roll"))["black_master"]["black_die"] == 3  # type: ignore[index]


@pytest.mark.parametrize(
    ("edition", "number", "last"), [("swift", 23, True), ("swift", 22, False), ("strategic", 23, False)]
)
def test_the_round_that_brings_the_limit_of_turns_is_the_last(edition: str, number: int, last: bool) -> None:
    """A-16: the round in which the limit of turns is reached is the last. With four seats, round 23 has the turns 89 to
    92, and the limit of the edition swift is 90 turns.
    """
    state = position(OWN, edition=edition, number=number)
    for board in (game.reveal(state), shown(state, 2), game.open_table(state)):
        assert board["last_round"] == last


def test_the_end_score_makes_a_round_the_last_too() -> None:
    """R-85: a score that has reached the end score makes the round the last, as the limit of turns does."""
    state = position(OWN, hands={0: "BR-A1"}, stones=(1,), score=(29, 0, 0, 0))
    assert not game.reveal(state)["last_round"]
    assert game.reveal(play(state, "build BR-A1 O00"))["last_round"]


def plan() -> Any:
    setup: Any = game.setup(game.view(position(), 0))
    return setup["areas"], setup["plan"]


def test_areas_touch_in_the_layout_where_they_are_neighbours() -> None:
    """Two areas share an edge in the drawing exactly if the component data calls them neighbours."""
    areas, drawn = plan()
    for (one, here), (other, there) in combinations(zip(areas, drawn["layout"], strict=True), 2):
        assert _touch(here, there) == (other["id"] in one["neighbours"]), f"{one['id']} and {other['id']}"


def _touch(one: Any, other: Any) -> bool:
    """Returns whether two areas of the drawing share an edge, and not only a corner."""
    shared = min(one["end"], other["end"]) - max(one["begin"], other["begin"])
    if one["inner"] == other["inner"]:
        return isclose(shared, 0, abs_tol=1e-6) or {0.0, 360.0} == {one["begin"], other["end"]}
    return shared > 1e-6 and (isclose(one["outer"], other["inner"]) or isclose(other["outer"], one["inner"]))


def test_the_plan_tells_rings_roads_rivers_and_what_is_not_known() -> None:
    areas, drawn = plan()
    assert drawn["provenance"] == "reconstructed"
    rings = [area["ring"] for area in drawn["areas"]]
    assert [rings.count(ring) for ring in ("inner", "middle", "outer")] == [8, 16, 24]
    assert [area["id"] for area in areas if area["gate"]] == ["O01", "O09", "O17"]
    assert all(drawn["areas"][number]["road"] for number, area in enumerate(areas) if area["gate"])
    assert sum(area["river"] for area in drawn["areas"]) == 12
    assert drawn["colour_titles"]["blue"] == "Handel"
    for area in drawn["layout"]:
        assert area["inner"] < (area["x"] ** 2 + area["y"] ** 2) ** 0.5 < area["outer"] <= 1


def test_the_set_up_tells_cards_and_prices() -> None:
    setup: Any = game.setup(game.view(position(seats=3), 0))
    assert (setup["seats"], setup["end_score"], len(setup["cards"])) == (3, 35, 68)
    assert setup["prices"]["tower"] == 5
    assert setup["white_prices"][0] == 3
    toll = next(card for card in setup["cards"] if card["name"] == "Tolhuis")
    assert (toll["colour"], toll["value"]) == ("blue", 3)
    assert [kind["title"] for kind in setup["influence"]][:2] == ["Bescherming", "Blokkade"]
