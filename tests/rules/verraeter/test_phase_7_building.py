"""Tests of phase 7, the Builder. Seat 0 has this role, and its first estate is at place 5 as in the printed example
round.
"""

import pytest

from arena.games.verraeter.state.cells import BUILDING, BUILDING_SEAT, PHASE, ROUND
from arena.games.verraeter.state.state import State, by_place
from arena.games.verraeter.terms import BUILD, ESTATE, TRADING_POST
from tests.rules.verraeter.positions import EDITIONS, building, fought, game, names, play, position

TAKEN = {1, 5, 10, 11}
FREE = [place for place in range(12) if place not in TAKEN]
OTHERS = {1: (11,), 2: (10,), 3: (1,)}
"""The places of the estates of the seats 1 to 3."""


def acts(state: State, kind: str) -> list[str]:
    """Returns the legal actions with a notation that begins with `kind`."""
    return [name for name in names(state) if name.startswith(kind)]


def own(state: State) -> dict[int, int]:
    """Returns the buildings of seat 0 in the circle, by place."""
    cells = state.cells
    rows = zip(by_place(cells, BUILDING), by_place(cells, BUILDING_SEAT), strict=True)
    return {place: kind for place, (kind, seat) in enumerate(rows) if kind and seat == 0}


def after(state: State, act: str) -> dict[int, int]:
    """Returns the kinds of seat 0's buildings in the circle, by place, after it has taken this action."""
    return own(play(state, act))


def test_V7_1_the_seat_with_the_builder_acts() -> None:
    for picks, seat in [("builder farmer traitor strategist", 2), ("farmer traitor strategist builder", 1)]:
        state = fought(position(start=2), "1|2", picks)
        assert (state.cells[PHASE], game.actor(state)) == (BUILD, seat)


def test_V7_1_without_the_builder_nobody_builds() -> None:
    state = fought(position(), "1|2", "diplomat-2 farmer traitor strategist", "- 3+4+5 - -")
    assert (state.cells[ROUND], state.cells[PHASE]) == (2, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_1_one_act_or_none_and_the_round_goes_on(edition: str) -> None:
    state = building(edition)
    assert after(state, "build nothing") == {5: ESTATE}
    for name in names(state):
        assert play(state, name).cells[PHASE] != BUILD


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_2_a_building_of_the_reserve_goes_under_any_free_landscape(edition: str) -> None:
    state = building(edition)
    assert acts(state, "build estate") == [f"build estate {place}" for place in FREE]
    assert after(state, "build estate 0") == {0: ESTATE, 5: ESTATE}
    assert after(state, "build estate 8") == {8: ESTATE, 5: ESTATE}


def test_V7_2_the_third_building_is_the_last() -> None:
    assert acts(building(estates={0: (5, 6), **OTHERS}), "build estate")
    assert names(building(estates={0: (5, 6, 7), **OTHERS}))[:2] == ["build nothing", "flip 5"]


@pytest.mark.parametrize("edition", ["official", "classic", "bsw"])
def test_V7_3_it_may_be_placed_as_a_trading_post(edition: str) -> None:
    state = building(edition)
    assert acts(state, "build trading-post") == [f"build trading-post {place}" for place in FREE]
    assert after(state, "build trading-post 0") == {0: TRADING_POST, 5: ESTATE}


def test_V7_3_faidutti_places_no_trading_post() -> None:
    assert not acts(building("faidutti"), "build trading-post")


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_4_an_own_building_may_be_turned_over_either_way(edition: str) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3,)})
    assert acts(state, "flip") == ["flip 3", "flip 5"]
    assert after(state, "flip 5") == {3: TRADING_POST, 5: TRADING_POST}
    assert after(state, "flip 3") == {3: ESTATE, 5: ESTATE}


@pytest.mark.parametrize("edition", ["official", "classic", "bsw"])
def test_V7_5_an_own_building_may_be_moved_same_side_up(edition: str) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3,)})
    free = [place for place in FREE if place != 3]
    plain = [name for name in acts(state, "move") if not name.endswith("flipped")]
    assert plain == [f"move {origin}>{target}" for origin in (3, 5) for target in free]
    assert after(state, "move 5>0") == {0: ESTATE, 3: TRADING_POST}
    assert after(state, "move 3>8") == {8: TRADING_POST, 5: ESTATE}


@pytest.mark.parametrize(("edition", "count"), [("official", 0), ("classic", 0), ("bsw", 14), ("faidutti", 0)])
def test_V7_5_only_bsw_turns_a_building_while_moving_it(edition: str, count: int) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3,)})
    assert sum(name.endswith("flipped") for name in names(state)) == count


def test_V7_5_bsw_turns_it_either_way() -> None:
    state = building("bsw", estates={0: (5,), **OTHERS}, posts={0: (3,)})
    assert after(state, "move 5>0 flipped") == {0: TRADING_POST, 3: TRADING_POST}
    assert after(state, "move 3>8 flipped") == {8: ESTATE, 5: ESTATE}


def test_V7_5_faidutti_moves_nothing() -> None:
    assert not acts(building("faidutti"), "move")


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_5_a_building_is_not_moved_to_its_own_place(edition: str) -> None:
    assert not acts(building(edition), "move 5>5")


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_6_with_two_trading_posts_no_third_arises(edition: str) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3, 4)})
    assert acts(state, "flip") == ["flip 3", "flip 4"]
    assert not acts(state, "build trading-post")
    assert not [name for name in acts(state, "move 5") if name.endswith("flipped")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_6_with_two_trading_posts_one_can_become_an_estate_again(edition: str) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3, 4)})
    assert after(state, "flip 3") == {3: ESTATE, 4: TRADING_POST, 5: ESTATE}
    assert len([name for name in names(state) if name.endswith("flipped")]) == (12 if edition == "bsw" else 0)


def test_V7_6_two_trading_posts_in_the_circle_leave_the_reserve_as_an_estate_only() -> None:
    state = building(estates=OTHERS, posts={0: (3, 4)})
    assert acts(state, "build estate 0")
    assert not acts(state, "build trading-post")


def test_V7_6_trading_posts_of_other_seats_do_not_count() -> None:
    state = building(estates={0: (5,), 1: (11,)}, posts={0: (3,), 2: (10, 8), 3: (1, 0)})
    assert "build trading-post 2" in names(state)


def test_V7_6_three_estates_are_allowed() -> None:
    assert after(building(estates={0: (5, 6), **OTHERS}), "build estate 8") == {5: ESTATE, 6: ESTATE, 8: ESTATE}


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_7_nothing_is_put_under_a_landscape_that_has_a_building(edition: str) -> None:
    state = building(edition)
    targets = {name.split()[-1] for name in acts(state, "build estate") + acts(state, "build trading-post")}
    targets |= {name.split(">")[1].split()[0] for name in acts(state, "move")}
    assert targets == {str(place) for place in FREE}


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_7_in_a_full_circle_only_turning_or_nothing_is_left(edition: str) -> None:
    full = {0: (5, 6, 7), 1: (11, 0, 2), 2: (10, 9, 8), 3: (1, 3, 4)}
    assert names(building(edition, estates=full)) == ["build nothing", "flip 5", "flip 6", "flip 7"]


def owners(state: State) -> list[int]:
    """Returns the seat of each building in the circle, with one entry for each building."""
    rows = zip(by_place(state.cells, BUILDING), by_place(state.cells, BUILDING_SEAT), strict=True)
    return [seat for kind, seat in rows if kind]


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_8_a_building_neither_leaves_the_circle_nor_belongs_to_another_seat(edition: str) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3,), 1: (4,)})
    before = owners(state)
    for name in names(state):
        after = play(state, name)
        cells = after.cells
        assert sorted(owners(after)) == sorted(before + [0] * name.startswith(("build estate", "build trading")))
        for place, kind in ((1, ESTATE), (4, TRADING_POST), (10, ESTATE), (11, ESTATE)):
            assert (cells[BUILDING + place], cells[BUILDING_SEAT + place]) == (kind, state.cells[BUILDING_SEAT + place])


@pytest.mark.parametrize("edition", EDITIONS)
def test_V7_8_three_buildings_are_all_a_seat_has(edition: str) -> None:
    state = building(edition, estates={0: (5,), **OTHERS}, posts={0: (3, 4)})
    assert not acts(state, "build estate")
