"""Tests of the Black Master's movement in phase 4 (R-65 to R-72, R-82, R-83)."""

import pytest

from arena.games.hetverraad.area_sets import areas_in
from arena.games.hetverraad.phases.black_master import reach
from arena.games.hetverraad.state.cells import BLACK_DIE, BLACK_PLACE, BLACK_SCORE, STEPS, STONES
from arena.games.hetverraad.state.piles import HAND
from arena.games.hetverraad.state.state import by_seat, piles_by_seat
from tests.rules.hetverraad.positions import BLACK, area, city, game, legal, names, phase, play, position

STEPPING, MOVE = 7, 8


def reachable(steps: int, *args: object, **more: object) -> set[str]:
    """Returns the areas on which the Black Master can end with at most `steps` steps in the position that the other
    arguments describe.
    """
    state = position(*args, **more)  # type: ignore[arg-type]
    return {city.area_ids[place] for place in areas_in(reach(state, steps))}


def test_R65_without_black_tokens_the_turn_is_over() -> None:
    state = play(position({1: "O00"}, black={1: (1,)}, influence={0: "raid"}), "end actions")
    assert (phase(state), game.actor(state)) == ("income", 1)
    state = play(position({1: "O00"}, black={0: (1,)}), "end actions")
    assert (phase(state), game.actor(state)) == ("black steps", 0)


def test_R66_he_enters_by_one_of_three_gates() -> None:
    assert reachable(1) == {"O01", "O09", "O17"}
    state = play(position(black={0: (1,)}, phase=STEPPING), "tokens")
    assert names(state) == ["move O01", "move O09", "move O17", "stay outside"]
    assert play(state, "move O09").cells[BLACK_PLACE] == area("O09")


@pytest.mark.parametrize("roll", range(1, 7))
def test_R67_a_roll_is_the_most_he_steps(roll: int) -> None:
    state = position(black={0: (1,)}, phase=STEPPING, black_master="O00", picks={"steps": roll})
    state = play(state, "roll")
    assert (state.cells[BLACK_DIE], state.cells[STEPS]) == (roll, roll)
    assert set(legal(state, "move")) == reachable(roll, black_master="O00")


@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_R67_or_the_number_of_black_tokens(tokens: int) -> None:
    state = play(position(black={0: (1,) * tokens}, phase=STEPPING, black_master="O00"), "tokens")
    assert set(legal(state, "move")) == reachable(tokens, black_master="O00")


def test_R68_a_step_crosses_one_border() -> None:
    assert reachable(1, black_master="I3") == {"I3", "I2", "I4", "M06", "M07"}
    assert reachable(0, black_master="I3") == {"I3"}
    assert len(reachable(6, black_master="I3")) == 48


def test_R69_from_gate_to_gate() -> None:
    assert {"O09", "O17"} <= reachable(1, black_master="O01")
    assert not {"O09", "O17"} & reachable(1, black_master="O00")
    assert {"O09", "O17"} <= reachable(2, black_master="O00")


def test_R70_the_centre_is_no_area_and_he_need_not_move() -> None:
    # Opposite areas of the inner ring are four steps apart: there is no way through the centre.
    assert "I4" not in reachable(3, black_master="I0")
    assert "I4" in reachable(4, black_master="I0")
    state = position(black={0: (1,)}, phase=STEPPING, black_master="O00")
    assert play(state, "stay").cells[BLACK_PLACE] == area("O00")
    assert play(state, "roll", "move O00").cells[BLACK_PLACE] == area("O00")
    outside = position(black={0: (1,)}, phase=STEPPING)
    assert play(outside, "stay").cells[BLACK_PLACE] == play(outside, "roll", "stay outside").cells[BLACK_PLACE] == -1


def test_R71_not_onto_a_tower_nor_through_it() -> None:
    # From O00 the way to O02 leads through O01.
    towers = "O01 M00 M01"
    assert "O01" not in reachable(1, {1: towers}, towers="O01", black_master="O00")
    assert "O02" in reachable(2, {1: towers}, towers="M00", black_master="O00")
    assert "O02" not in reachable(2, {1: towers}, towers="O01", black_master="O00")
    assert "O02" not in reachable(3, {1: towers}, towers=towers, black_master="O00")


def test_R71_but_through_towers_of_the_active_seat() -> None:
    found = reachable(2, {0: "O01"}, towers="O01", black_master="O00")
    assert "O02" in found
    assert "O01" not in found


def test_R72_three_gates_with_towers_keep_him_out() -> None:
    gates = "O01 O09 O17"
    assert reachable(6, {1: gates}, towers=gates) == set()
    state = play(position({1: gates}, towers=gates, black={0: (1,)}, phase=STEPPING), "roll")
    assert names(state) == ["stay outside"]
    assert reachable(1, {1: gates}, towers="O01 O09") == {"O17"}


def test_R72_the_owner_of_a_tower_lets_him_in() -> None:
    found = reachable(2, {0: "O01", 1: "O09 O17"}, towers="O01 O09 O17")
    assert found == {"M00", "M01", "O00", "O02"}
    assert reachable(1, {0: "O01", 1: "O09 O17"}, towers="O01 O09 O17") == set()


def test_R82_he_has_points_but_neither_stones_nor_cards() -> None:
    state = position({BLACK: "O09 O17"}, buildings={"O09": "HA-A4"}, seats=2, phase=2, row="HA-C1 NI-C1 BR-C1")
    after = play(state, "take HA-C1")
    assert state.cells[BLACK_SCORE] == 2
    assert (len(by_seat(after.cells, STONES)), len(piles_by_seat(after, HAND))) == (2, 2)
    assert sum(by_seat(after.cells, STONES)) == 0


def test_R83_he_moves_in_the_turn_of_every_seat_with_black_tokens() -> None:
    state = position({1: "O00"}, black={0: (1,), 1: (1,), 3: (1,)})
    moved = []
    for seat in range(4):
        state = play(state, "end actions")
        if phase(state) == "black steps":
            moved.append(seat)
            state = play(state, "tokens", legal_first(state))
            if phase(state) == "attack":
                state = play(state, "hold")
        state = play(state, f"take {legal(state, 'take')[0]}")
    assert moved == [0, 1, 3]


def legal_first(state: object) -> str:
    """Returns the Black Master's first legal move, in notation, after the seat has chosen to limit his steps by the
    number of its black tokens instead of a roll.
    """
    return f"move {legal(play(state, 'tokens'), 'move')[0]}"  # type: ignore[arg-type]


def test_A11_steps_through_the_gates() -> None:
    options = {"gate_entry_steps": 2, "gate_to_gate_steps": 3}
    assert reachable(1, options=options) == set()
    assert reachable(2, options=options) == {"O01", "O09", "O17"}
    assert "O09" not in reachable(2, options=options, black_master="O01")
    assert "O09" in reachable(3, options=options, black_master="O01")
    assert {"O08", "O09", "O10"} <= reachable(1, options={"gate_to_gate_steps": 0}, black_master="O01")


@pytest.mark.parametrize("passes", [True, False])
def test_A12_towers_of_his_own(passes: bool) -> None:
    options = {"black_master_passes_own_towers": passes}
    found = reachable(2, {BLACK: "O01"}, towers="O01", black_master="O00", options=options)
    assert ("O02" in found) is passes
    assert "O01" not in found


def test_G14_the_black_master() -> None:
    assert phase(play(position({1: "O00"}), "end actions")) == "income"
    state = play(position(black={0: (1, 1, 1)}, phase=STEPPING, black_master="O00"), "tokens")
    assert state.cells[STEPS] == 3
    state = play(position(black={0: (1,)}, phase=STEPPING, black_master="O00", picks={"steps": 6}), "roll")
    assert state.cells[STEPS] == 6
    gates = "O01 O09 O17"
    assert reachable(6, {1: gates}, towers=gates) == set()
    assert reachable(2, {0: "O01", 1: "O09 O17"}, towers=gates) != set()
