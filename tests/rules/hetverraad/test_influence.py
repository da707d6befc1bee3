"""Tests of influence cards, reactions and red squares (R-46, R-55 to R-59, R-81)."""

import pytest

from arena.games.hetverraad.state.cells import (
    AREA_BUILDING,
    AREA_TOWER,
    BLACK_SCORE,
    INFLUENCE_RESHUFFLES,
    SCORE,
    STONES,
)
from arena.games.hetverraad.state.piles import DISCARD, INFLUENCE_DECK, INFLUENCE_DISCARD, INFLUENCE_HAND
from arena.games.hetverraad.state.state import by_area, by_seat
from arena.games.hetverraad.terms import CLOSING, INCOME
from tests.rules.hetverraad.positions import (
    BLACK,
    area,
    game,
    hand,
    influence_of,
    legal,
    names,
    owner,
    phase,
    play,
    position,
    text,
    towers_on,
)

RICH = (50, 50, 50, 50)


@pytest.mark.parametrize(
    ("card", "target"), [("fire", "O00"), ("raid", "O00"), ("infiltrator", "O03"), ("witchcraft", "O03")]
)
def test_R46_only_the_tower_is_lost(card: str, target: str) -> None:
    state = position({0: "O01", 1: "O00 O03"}, buildings={"O00": "BR-B3"}, towers="O00 O03", influence={0: card})
    after = play(state, f"play {card} {target}")
    assert towers_on(after, target) == 0
    assert owner(after, target) == 1
    assert (by_area(after.cells, AREA_BUILDING), by_seat(after.cells, SCORE)) == (
        by_area(state.cells, AREA_BUILDING),
        by_seat(state.cells, SCORE),
    )
    assert sum(by_area(after.cells, AREA_TOWER)) == 1


def test_R46_without_a_tower_the_cards_do_what_they_say() -> None:
    areas, buildings = {0: "O01", 1: "O00 O03"}, {"O00": "BR-B3"}
    state = position(areas, buildings=buildings, influence={0: "fire"})
    after = play(state, "play fire O00")
    assert (text(after.piles[DISCARD]), after.cells[SCORE + 1], owner(after, "O00")) == ("BR-B3", 0, 1)
    state = position(areas, buildings=buildings, influence={0: "raid"})
    after = play(state, "play raid O00")
    assert (owner(after, "O00"), by_seat(after.cells, SCORE)[:2]) == (0, (3, 0))
    state = position(areas, buildings=buildings, influence={0: "infiltrator"})
    assert legal(state, "play") == ["infiltrator O03"]
    assert owner(play(state, "play infiltrator O03"), "O03") == 0
    state = position(areas, buildings=buildings, influence={0: "witchcraft"})
    assert legal(state, "play") == ["witchcraft O03"]
    assert owner(play(state, "play witchcraft O03"), "O03") is None


def test_R55_before_and_after_any_action_and_any_number() -> None:
    state = position({0: "O01", 1: "O03"}, influence={0: "pioneer witchcraft"}, stones=RICH)
    state = play(state, "play pioneer O06", "buy O02", "play witchcraft O03", "buy O03")
    assert (owner(state, "O06"), owner(state, "O03"), influence_of(state, 0)) == (0, 0, "")


def test_R55_in_phase_1_before_the_card_is_taken() -> None:
    state = position({0: "O01"}, influence={0: "pioneer"}, phase=INCOME)
    assert "pioneer O06" in legal(state, "play")
    state = play(state, "play pioneer O06")
    assert (phase(state), owner(state, "O06")) == ("income", 0)


def test_R55_a_card_just_bought() -> None:
    state = play(position({0: "O01"}, stones=RICH, influence_top="pioneer"), "buy influence")
    assert "pioneer O06" in legal(state, "play")


def test_R55_the_raid_needs_an_own_area_beside_and_the_pioneer_a_neutral_one() -> None:
    state = position({0: "O01", 1: "O00 O03", 2: "O02"}, influence={0: "raid"})
    assert legal(state, "play") == ["raid O00", "raid O02"]
    state = position({0: "O01", 1: "O00"}, influence={0: "pioneer"})
    assert "pioneer O00" not in names(state)
    assert len(legal(state, "play")) == 46


def test_R55_gift_and_golden_trade() -> None:
    state = position(influence={0: "gift golden_trade"}, stones=(0, 7, 9, 9), deck_top="ST-C1 BR-A1")
    assert legal(state, "play") == ["gift seat-1", "gift seat-2", "gift seat-3", "golden_trade"]
    state = play(state, "play gift seat-1", "play golden_trade")
    assert (by_seat(state.cells, STONES), hand(state, 0)) == ((3, 4, 9, 9), "BR-A1 ST-C1")


def test_R56_blockade_stops_a_purchase() -> None:
    state = position({0: "O10"}, stones=RICH, influence={2: "blockade raid"})
    state = play(state, "buy O11")
    assert (phase(state), game.actor(state)) == ("reaction", 2)
    assert names(state) == ["pass", "react blockade"]
    state = play(state, "react blockade")
    assert (phase(state), game.actor(state), owner(state, "O11")) == ("action", 0, None)
    assert (state.cells[STONES], influence_of(state, 2)) == (50, "raid")
    assert "buy O11" not in names(state)
    state = play(state, "buy O09")
    state = play(state, "pass")
    assert owner(state, "O09") == 0
    assert "buy M07" not in names(state)


def test_R56_who_might_answer_is_asked_whatever_he_holds() -> None:
    state = play(position({0: "O10"}, stones=RICH, influence={1: "fire", 3: "blockade"}), "buy O11")
    assert (game.actor(state), names(state)) == (1, ["pass"])
    state = play(state, "pass")
    assert (game.actor(state), names(state)) == (3, ["pass", "react blockade"])
    assert owner(play(state, "pass"), "O11") == 0


def test_R56_who_holds_no_card_is_not_asked() -> None:
    assert phase(play(position({0: "O10"}, stones=RICH), "buy O11")) == "action"


def test_R56_protection_cancels_a_card_played_against_its_owner() -> None:
    areas = {0: "O01", 1: "O00", 2: "O03"}
    state = position(areas, influence={0: "raid", 1: "protection", 2: "protection"})
    state = play(state, "play raid O00")
    assert (game.actor(state), names(state)) == (1, ["pass", "react protection"])
    stopped = play(state, "react protection")
    assert (owner(stopped, "O00"), influence_of(stopped, 0), influence_of(stopped, 1)) == (1, "", "")
    assert stopped.piles[INFLUENCE_DISCARD] == bytes((4, 1))
    assert owner(play(state, "pass"), "O00") == 0


def test_R56_protection_cancels_a_gift() -> None:
    state = position(influence={0: "gift", 1: "protection"}, stones=(0, 7))
    state = play(state, "play gift seat-1", "react protection")
    assert by_seat(state.cells, STONES)[:2] == (0, 7)


def test_R56_cards_against_nobody_are_not_answered() -> None:
    holders = {0: "pioneer golden_trade", 1: "protection", 2: "blockade", 3: "protection"}
    state = play(position({0: "O01"}, influence=holders), "play pioneer O06", "play golden_trade")
    assert (phase(state), owner(state, "O06")) == ("action", 0)


def test_R56_the_black_master_answers_nothing() -> None:
    state = position({0: "O01", BLACK: "O00"}, influence={0: "raid", 1: "protection"})
    assert owner(play(state, "play raid O00"), "O00") == 0


def test_R56_out_of_turn_no_other_card() -> None:
    state = position({0: "O10", 1: "O00"}, stones=RICH, influence={1: "raid gift"})
    assert names(play(state, "buy O11")) == ["pass"]
    assert not legal(position(influence={0: "protection blockade"}), "play")


def test_R57_who_has_too_few_stones_pays_what_there_is() -> None:
    state = position({1: "O00"}, buildings={"O00": "BR-B3"}, influence={0: "gift"}, stones=(1, 2), hands={1: "BR-A1"})
    state = play(state, "play gift seat-1")
    assert (by_seat(state.cells, STONES)[:2], state.cells[SCORE + 1], hand(state, 1)) == ((3, 0), 3, "BR-A1")


BUILD = {"hands": {0: "BR-A4"}, "areas": {0: "O00", 1: "O02"}, "stones": (2,), "influence_top": "raid"}


@pytest.mark.parametrize(("before", "drawn"), [(3, "raid"), (4, ""), (2, ""), (8, "raid"), (1, "")])
def test_R58_exactly_on_a_red_square_by_an_increase(before: int, drawn: str) -> None:
    state = position(score=(before, 0, 0, 0), **BUILD)  # type: ignore[arg-type]
    state = play(state, "build BR-A4 O00", "end actions")
    assert influence_of(state, 0) == drawn


def test_R58_not_for_standing_there_already() -> None:
    state = position(score=(5, 0, 0, 0), **BUILD)  # type: ignore[arg-type]
    assert influence_of(play(state, "end actions"), 0) == ""


def test_R58_not_for_others() -> None:
    # Seat 1 loses a building worth 2, and with it goes from 7 to 5, a red square.
    state = position({1: "O00"}, buildings={"O00": "BR-A4"}, influence={0: "fire"}, score=(0, 7, 0, 0))
    state = play(state, "play fire O00", "end actions")
    assert state.cells[SCORE + 1] == 5
    assert influence_of(state, 1) == ""


@pytest.mark.parametrize(("at_end", "drawn"), [(True, ""), (False, "raid")])
def test_A23_only_the_last_movement_counts(at_end: bool, drawn: str) -> None:
    more = {**BUILD, "hands": {0: "BR-A4 BR-A1"}, "stones": (3,), "areas": {0: "O00 O03"}}
    state = position(score=(3, 0, 0, 0), options={"red_square_at_end": at_end}, **more)  # type: ignore[arg-type]
    state = play(state, "build BR-A4 O00", "build BR-A1 O03", "end actions")
    assert influence_of(state, 0) == drawn


@pytest.mark.parametrize(
    ("before", "after", "old", "new", "drawn"),
    [
        (8, 5, "BR-B6", "BR-A1", ""),
        (5, 5, "BR-A4", "BR-A5", ""),
        (4, 5, "BR-A1", "BR-A4", "raid"),
        # Three brown buildings are a grand power, which is lost with the building torn down: 23 - 1 + 4 - 1.
        (23, 25, "BR-A1", "NI-B6", "raid"),
    ],
)
def test_A39_a_rebuilding_is_one_movement(before: int, after: int, old: str, new: str, drawn: str) -> None:
    buildings = {"O00": old, "O03": "BR-A2", "O06": "BR-A3"} if after == 25 else {"O00": old}
    areas = {0: " ".join(buildings)}
    score = (before, 0, 0, 0)
    state = position(areas, buildings=buildings, hands={0: new}, stones=(4,), score=score, influence_top="raid")
    state = play(state, f"build {new} O00")
    assert state.cells[SCORE] == after
    assert influence_of(play(state, "end actions"), 0) == drawn


def test_A39_an_action_that_leaves_the_points_as_they_were_takes_no_card_away() -> None:
    more = {**BUILD, "hands": {0: "BR-A4 BR-A5"}, "stones": (4,)}
    state = play(position(score=(3, 0, 0, 0), **more), "build BR-A4 O00", "build BR-A5 O00")  # type: ignore[arg-type]
    assert state.cells[SCORE] == 5
    assert influence_of(play(state, "end actions"), 0) == "raid"


def test_R59_the_card_may_be_played_in_phase_4_of_the_turn() -> None:
    state = position(score=(3, 0, 0, 0), black={0: (1,)}, **{**BUILD, "influence_top": "infiltrator"})  # type: ignore[arg-type]
    state = play(state, "build BR-A4 O00", "end actions")
    assert phase(state) == "black steps"
    assert owner(play(state, "play infiltrator O02"), "O02") == BLACK


def test_R81_cards_work_for_the_black_master() -> None:
    state = position(
        {0: "O01", 1: "O00"}, buildings={"O00": "BR-B3"}, black={0: (1,)}, influence={0: "pioneer raid"}, phase=7
    )
    assert not any(name.startswith("play raid") for name in names(state))
    state = play(state, "play pioneer O23")
    assert (owner(state, "O23"), phase(state)) == (BLACK, "black steps")
    state = play(state, "play raid O00")
    assert (owner(state, "O00"), state.cells[BLACK_SCORE], by_seat(state.cells, SCORE)[:2]) == (BLACK, 1 + 3, (0, 0))


def test_R81_before_the_attack_and_after_it() -> None:
    state = position(
        {1: "O00 O12 O13", 2: "O03"}, black={0: (1,)}, influence={0: "infiltrator witchcraft"}, black_master="O00",
        phase=7, picks={"attack 0 black": 1, "attack 0 white": 6},
    )  # fmt: skip
    state = play(state, "stay", "play infiltrator O03", "attack")
    assert (phase(state), owner(state, "O03"), owner(state, "O00")) == ("closing", BLACK, 1)
    state = play(state, "play witchcraft O12")
    assert owner(state, "O12") is None
    assert (phase(state), names(state)) == ("closing", ["end turn"])


def test_R81_gift_golden_trade_and_wizard_are_no_use() -> None:
    for cards in ("gift golden_trade", "wizard"):
        state = position({0: "O01"}, black={0: (1,)}, influence={0: cards}, phase=7)
        assert not legal(state, "play")


def test_A26_they_are_offered_in_no_part_of_phase_4() -> None:
    state = position({0: "O01"}, black={0: (1,)}, influence={0: "gift wizard"}, phase=CLOSING)
    assert names(state) == ["end turn"]


def test_R81_towers_take_the_blow() -> None:
    state = position({1: "O00"}, towers="O00", black={0: (1,)}, influence={0: "infiltrator"}, phase=7)
    state = play(state, "play infiltrator O00")
    assert (owner(state, "O00"), towers_on(state, "O00")) == (1, 0)


def test_R81_seats_protect_themselves_in_phase_4_too() -> None:
    state = position({1: "O00"}, black={0: (1,)}, influence={0: "infiltrator", 1: "protection"}, phase=7)
    state = play(state, "play infiltrator O00", "react protection")
    assert (owner(state, "O00"), phase(state), game.actor(state)) == (1, "black steps", 0)


@pytest.mark.parametrize(("black", "targets"), [(True, ["raid O02"]), (False, ["raid M00", "raid O02"])])
def test_A25_in_phase_4_the_raid_starts_from_black_areas(black: bool, targets: list[str]) -> None:
    options = {"black_raids_from_black_areas": black}
    areas = {0: "O01", 1: "O02 M00", BLACK: "O03"}
    state = position(areas, black={0: (1,)}, influence={0: "raid"}, phase=7, options=options)
    assert legal(state, "play") == targets


def test_a_card_played_instead_of_laid_away_is_played_for_the_seat() -> None:
    state = position({0: "O01"}, stones=RICH, influence={0: "pioneer raid"}, influence_top="gift")
    state = play(state, "buy influence", "play pioneer O06")
    assert (owner(state, "O06"), phase(state)) == (0, "action")


def test_the_influence_deck_is_made_anew() -> None:
    state = position(stones=RICH)
    state.piles[INFLUENCE_DISCARD] = state.piles[INFLUENCE_DECK]
    state.piles[INFLUENCE_DECK] = b""
    state = play(state, "buy influence")
    assert (len(state.piles[INFLUENCE_HAND]), len(state.piles[INFLUENCE_DECK]), state.piles[INFLUENCE_DISCARD]) == (
        1,
        29,
        b"",
    )
    assert state.cells[INFLUENCE_RESHUFFLES] == 1


def test_G15_fire_on_an_area_with_tower_and_building() -> None:
    state = position({1: "O00"}, buildings={"O00": "BR-B3"}, towers="O00", influence={0: "fire fire"})
    state = play(state, "play fire O00")
    assert (state.cells[SCORE + 1], sum(by_area(state.cells, AREA_TOWER))) == (3, 0)
    state = play(state, "play fire O00")
    assert (state.cells[SCORE + 1], state.cells[AREA_BUILDING + area("O00")]) == (0, 0)


def test_G19_debt() -> None:
    state = play(position(influence={0: "gift"}, stones=(0, 2)), "play gift seat-1")
    assert by_seat(state.cells, STONES)[:2] == (2, 0)


def test_G20_the_red_square() -> None:
    up = position(score=(3, 0, 0, 0), **BUILD)  # type: ignore[arg-type]
    assert influence_of(play(up, "build BR-A4 O00", "end actions"), 0) == "raid"
    # A green building replaces a brown one, each worth 1: 6 - 1 + 1. Then the brown grand power, worth 1, is lost.
    three = {"O00": "BR-A1", "O03": "BR-A2", "O06": "BR-A3"}
    down = position({0: "O00 O03 O06"}, buildings=three, hands={0: "NI-A1"}, stones=(1,), score=(6, 0, 0, 0))
    down = play(down, "build NI-A1 O00", "end actions")
    assert (down.cells[SCORE], influence_of(down, 0)) == (5, "")
    over = position(score=(4, 0, 0, 0), **BUILD)  # type: ignore[arg-type]
    assert influence_of(play(over, "build BR-A4 O00", "end actions"), 0) == ""
