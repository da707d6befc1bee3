"""Tests of the attack in phase 4 (R-73 to R-80)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from arena.games.cells import put
from arena.games.hetverraad.editions import TiedBuilding
from arena.games.hetverraad.state.cells import AREA_OWNER, BLACK_DIE, BLACK_PLACE, BLACK_SCORE, SCORE, STONES, WHITE_DIE
from arena.games.hetverraad.state.piles import DISCARD
from arena.games.hetverraad.state.state import State, by_area, by_seat
from tests.rules.hetverraad.positions import (
    BLACK,
    area,
    game,
    names,
    owner,
    phase,
    play,
    position,
    text,
    towers_on,
)

ATTACK = 9


def before(
    areas: Mapping[int, str],
    dice: tuple[int, int] = (6, 1),
    *,
    tokens: int = 1,
    white: Sequence[int] = (),
    **more: Any,
) -> State:
    """Returns a state before an attack. The Black Master is on O11, and seat 0, whose black tokens all have the value
    1, may send him to attack. `dice` are the results of the black and the white die.
    """
    black, white_die = dice
    picks = {"attack 0 black": black, "attack 0 white": white_die}
    return position(areas, black={0: (1,) * tokens}, white=white, black_master="O11", phase=ATTACK, picks=picks, **more)


def test_R73_only_on_an_area_of_a_seat() -> None:
    assert names(before({1: "O11"})) == ["hold", "attack"]
    for areas in ({BLACK: "O11"}, {}):
        state = position(areas, black={0: (1,)}, black_master="O11", phase=7)
        assert (phase(play(state, "stay")), game.actor(play(state, "stay"))) == ("income", 1)


def test_R73_it_need_not_be() -> None:
    state = play(before({1: "O11"}), "hold")
    assert (owner(state, "O11"), phase(state)) == (1, "income")


def test_R73_never_against_a_tower() -> None:
    state = position({1: "O11"}, towers="O11", black={0: (1,)}, black_master="O11", phase=7)
    assert phase(play(state, "stay")) == "income"


def test_R74_black_die_and_black_tokens() -> None:
    for tokens, result in ((1, 1), (2, None), (3, BLACK)):
        state = play(before({1: "O11"}, (2, 4), tokens=tokens), "attack")
        assert owner(state, "O11") == result
        assert (state.cells[BLACK_DIE], state.cells[WHITE_DIE]) == (2, 4)


def test_R75_white_die_white_tokens_and_archers() -> None:
    for white, result in ((0, BLACK), (1, None), (2, 1)):
        assert owner(play(before({1: "O11"}, (3, 3), white=(0, white)), "attack"), "O11") == result
    for towers, result in (("", BLACK), ("O12", None), ("O12 M07", 1)):
        state = before({1: "O11 O12 M07"}, (3, 3), towers=towers)
        assert owner(play(state, "attack"), "O11") == result


def test_R76_a_higher_attack_wins_area_and_building() -> None:
    state = play(before({1: "O11"}, (5, 1), buildings={"O11": "BR-B3"}), "attack")
    assert owner(state, "O11") == BLACK
    assert (state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (0, 1 + 3)


def test_R77_a_higher_defence_changes_nothing() -> None:
    state = before({1: "O11"}, (1, 4), buildings={"O11": "BR-B3"})
    after = play(state, "attack")
    assert (owner(after, "O11"), by_seat(after.cells, SCORE), after.cells[BLACK_SCORE]) == (
        1,
        by_seat(state.cells, SCORE),
        1,
    )


def test_R78_equal_values_leave_the_area_to_nobody() -> None:
    state = play(before({1: "O11"}, (2, 3), buildings={"O11": "BR-B3"}), "attack")
    assert (owner(state, "O11"), state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (None, 0, 1)


@pytest.mark.parametrize("dice", [(6, 1), (1, 6), (1, 2)])
def test_R79_he_stays_there(dice: tuple[int, int]) -> None:
    assert play(before({1: "O11"}, dice), "attack").cells[BLACK_PLACE] == area("O11")


def test_R80_a_conquest_isolates() -> None:
    areas = {1: "O11 O10", 2: "O09 M06", 3: "M07"}
    state = before(areas, buildings={"O10": "BR-B3"}, towers="O10")
    state = play(state, "attack")
    assert (owner(state, "O10"), towers_on(state, "O10"), state.cells[BLACK_SCORE]) == (BLACK, 1, 1 + 3)
    assert state.cells[SCORE + 1] == 0


def test_R80_an_equal_attack_isolates_nothing() -> None:
    areas = {1: "O11 O10", 2: "O09 M06", 3: "M07"}
    assert owner(play(before(areas, (2, 3)), "attack"), "O10") == 1


@pytest.mark.parametrize(("tied", "discarded"), [(TiedBuilding.STAYS, ""), (TiedBuilding.DESTROYED, "BR-B3")])
def test_A8_the_building_after_an_equal_attack(tied: TiedBuilding, discarded: str) -> None:
    state = before({1: "O11", 2: "O12"}, (2, 3), buildings={"O11": "BR-B3"}, options={"tied_building": tied})
    state = play(state, "attack")
    assert text(state.piles[DISCARD]) == discarded
    state = play(state, "take BR-C1", "end actions", "take NI-C1")
    put(state.cells, STONES, (9,) * 4)
    assert play(state, "buy O11").cells[SCORE + 2] == (0 if discarded else 3)


@pytest.mark.parametrize("attacks", [1, 2])
def test_A9_one_attack_a_turn(attacks: int) -> None:
    picks = {"attack 0 black": 1, "attack 0 white": 6, "attack 1 black": 6, "attack 1 white": 1}
    state = position(
        {1: "O11"}, black={0: (1,)}, black_master="O11", phase=ATTACK, picks=picks, options={"attacks": attacks}
    )
    state = play(state, "attack")
    assert phase(state) == ("attack" if attacks == 2 else "income")
    if attacks == 2:
        assert owner(play(state, "attack"), "O11") == BLACK


@pytest.mark.parametrize("may", [True, False])
def test_A10_own_areas_may_be_attacked(may: bool) -> None:
    state = position({0: "O11"}, black={0: (1,)}, black_master="O11", phase=7, options={"may_attack_own_area": may})
    assert phase(play(state, "stay")) == ("attack" if may else "income")


@pytest.mark.parametrize(("holder", "after"), [(BLACK, "income"), (0, "attack"), (1, "attack")])
def test_A36_own_ground_on_which_nothing_happens_is_the_black_master_s(holder: int, after: str) -> None:
    state = position({holder: "O11"}, black={0: (1,)}, black_master="O11", phase=7)
    assert phase(play(state, "stay")) == after


@pytest.mark.parametrize("stops", [True, False])
def test_A27_protection_and_attacks(stops: bool) -> None:
    state = before({1: "O11"}, influence={1: "protection"}, options={"protection_stops_attack": stops})
    state = play(state, "attack")
    if stops:
        assert (phase(state), game.actor(state)) == ("reaction", 1)
        assert owner(play(state, "pass"), "O11") == BLACK
        state = play(state, "react protection")
        assert phase(state) == "income"
    assert owner(state, "O11") == (1 if stops else BLACK)


def test_A28_without_a_black_knight_a_won_area_is_neutral() -> None:
    inner = [*(f"I{n}" for n in range(8)), *(f"M{n:02}" for n in range(8, 16)), *(f"O{n:02}" for n in range(14, 23))]
    state = before({1: "O11", BLACK: " ".join(inner)}, buildings={"O11": "BR-B3"})
    assert by_area(state.cells, AREA_OWNER).count(6) == 25
    black_score = state.cells[BLACK_SCORE]
    state = play(state, "attack")
    assert (owner(state, "O11"), state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (None, 0, black_score)


def test_G2_the_printed_attack() -> None:
    # Purple of the printed example is seat 1. Its O11 is empty, and its O10 has the Tolhuis and a tower. Other seats
    # own areas around them.
    state = before(
        {1: "O11 O10", 2: "O09 M06", 3: "M07"}, (6, 1), tokens=2, white=(0, 2),
        buildings={"O10": "HA-B3"}, towers="O10",
    )  # fmt: skip
    assert (state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (3, 2)
    state = play(state, "attack")
    assert (owner(state, "O11"), owner(state, "O10")) == (BLACK, BLACK)
    assert (towers_on(state, "O10"), state.cells[BLACK_PLACE]) == (1, area("O11"))
    assert (state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (0, 2 + 3)


def test_G2_the_strengths_are_eight_and_four() -> None:
    # With 6 + 2 against 1 + 2 + 1, four more white tokens make it a draw.
    areas = {1: "O11 O10", 2: "O09 M06", 3: "M07"}
    state = before(areas, (6, 1), tokens=2, white=(0, 6), buildings={"O10": "HA-B3"}, towers="O10")
    assert owner(play(state, "attack"), "O11") is None


def test_G12_equal_and_lower_attacks() -> None:
    state = play(before({1: "O11"}, (2, 3), tokens=2, white=(0, 1), buildings={"O11": "BR-B3"}), "attack")
    assert (owner(state, "O11"), state.cells[SCORE + 1], state.cells[BLACK_SCORE]) == (None, 0, 2)
    assert state.cells[BLACK_PLACE] == area("O11")
    state = play(before({1: "O11"}, (1, 4), buildings={"O11": "BR-B3"}), "attack")
    assert (owner(state, "O11"), state.cells[SCORE + 1]) == (1, 3)


def test_G13_archers() -> None:
    own = before({1: "O11 O12 M07"}, (3, 2), towers="O12 M07")
    assert owner(play(own, "attack"), "O11") is None  # 3 + 1 against 2 + 2
    foreign = before({1: "O11", 2: "O12 M07"}, (3, 2), towers="O12 M07")
    assert owner(play(foreign, "attack"), "O11") == BLACK
    far = before({1: "O11 O13"}, (3, 2), towers="O13")
    assert owner(play(far, "attack"), "O11") == BLACK
