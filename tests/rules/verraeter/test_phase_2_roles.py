"""Tests of phase 2, in which the seats pick role cards and pass the others on."""

import pytest

from arena.games.verraeter.state.cells import OPEN_CELLS, PHASE, ROLE, ROUND
from arena.games.verraeter.state.state import by_seat
from arena.games.verraeter.terms import DRAFT, ROLES
from tests.rules.verraeter.positions import (
    ALL_ROLE_NAMES,
    EDITIONS,
    dealt,
    draft,
    game,
    names,
    play,
    position,
    role_names,
)


@pytest.mark.parametrize("aside", sorted(ALL_ROLE_NAMES))
def test_V2_1_the_start_player_is_offered_the_five_roles_that_are_not_aside(aside: str) -> None:
    state = position(start=2)
    picks = [f"pick {role}" for role in ROLES[1:] if role != aside]
    state = draft(state, "11|0", "", aside)
    assert game.actor(state) == 2
    assert names(state) == picks


def test_V2_1_the_lot_sets_every_role_aside_in_some_deal_and_in_some_round() -> None:
    def aside(deal: int, rounds: int) -> str:
        state = dealt(seed=deal)
        while state.cells[ROUND] <= rounds or state.cells[PHASE] != DRAFT:
            state = game.apply(state, game.legal_actions(state)[0])
        return (ALL_ROLE_NAMES - {name.removeprefix("pick ") for name in names(state)}).pop()

    assert {aside(deal, 0) for deal in range(60)} == ALL_ROLE_NAMES
    assert len({aside(deal, rounds) for deal in range(8) for rounds in range(1, 8)}) == len(ALL_ROLE_NAMES)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4])
def test_V2_2_each_seat_in_turn_order_keeps_one_and_passes_the_rest(seats: int, edition: str) -> None:
    state = draft(position(edition, houses="ERER"[:seats], start=1), "1|2", "", aside="farmer")
    left = ["traitor", "diplomat-2", "diplomat-5", "builder", "strategist"]
    for k, kept in enumerate(["diplomat-2", "strategist", "traitor", "builder"][:seats]):
        assert game.actor(state) == (1 + k) % seats
        assert names(state) == [f"pick {role}" for role in left]
        left.remove(kept)
        state = play(state, f"pick {kept}")
    assert names(state)[0].startswith("play")


@pytest.mark.parametrize(("houses", "leftovers"), [("ERE", {"builder", "farmer"}), ("ERER", {"farmer"})])
def test_V2_3_the_last_seat_leaves_two_roles_with_three_seats_and_one_with_four(
    houses: str, leftovers: set[str]
) -> None:
    state = draft(position(houses=houses), "1|2", "diplomat-2 strategist traitor builder", aside="diplomat-5")
    last = game.view(state, len(houses) - 1)
    assert role_names(last.offered) - {ROLES[last.pick]} == leftovers


def test_V2_3_all_six_roles_are_in_a_match_of_three() -> None:
    state = draft(position(houses="ERE"), "1|2", "", aside="builder")
    assert {name.removeprefix("pick ") for name in names(state)} | {"builder"} == ALL_ROLE_NAMES


def test_V2_4_a_seat_knows_what_it_was_offered_and_what_it_kept() -> None:
    state = draft(position(start=3), "1|2", "builder traitor", aside="diplomat-2")
    second = game.view(state, 0)
    assert ROLES[second.pick] == "traitor"
    assert role_names(second.offered) == {"traitor", "diplomat-5", "strategist", "farmer"}
    waiting = game.view(state, 2)
    assert (waiting.pick, waiting.offered) == (0, 0)


def test_V2_4_only_the_start_player_knows_the_card_set_aside() -> None:
    state = draft(position(start=3), "1|2", "builder traitor strategist farmer", aside="diplomat-2")
    assert [ROLES[game.view(state, seat).aside] for seat in range(4)] == ["none", "none", "none", "diplomat-2"]


def test_V2_4_nobody_knows_the_card_set_aside_before_the_roles_go_round() -> None:
    assert [game.view(position(), seat).aside for seat in range(4)] == [0] * 4


def test_V2_4_the_open_table_is_the_same_whatever_was_picked() -> None:
    one = draft(position(), "1|2", "builder traitor strategist farmer", aside="diplomat-2")
    other = draft(position(), "1|2", "traitor builder farmer strategist", aside="diplomat-5")
    assert by_seat(one.cells, ROLE) == by_seat(other.cells, ROLE) == (0,) * 4
    assert list(one.cells[:OPEN_CELLS]) == list(other.cells[:OPEN_CELLS])
