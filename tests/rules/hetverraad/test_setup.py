"""Tests of the set-up (R-1 to R-15)."""

from collections import Counter
from dataclasses import replace

import pytest

from arena.errors import ArenaError
from arena.games.cells import part
from arena.games.chance import Chance
from arena.games.hetverraad.editions import OPTIONS
from arena.games.hetverraad.phases.setup import deal, influence_cards, token_values
from arena.games.hetverraad.state.cells import (
    AREA_OWNER,
    AREA_TOWER,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    GRAND_POWER,
    INCOME_CUBE,
    ROW_STONES,
    SCORE,
    START,
    STONES,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import (
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_DECK,
    INFLUENCE_HAND,
    MARKET,
    PAWNSHOP,
    ROW,
    TOKEN_STACK,
)
from arena.games.hetverraad.state.state import Rules, State, by_area, by_seat, piles_by_seat
from arena.games.hetverraad.terms import CARDS, LETTERS, OUTSIDE
from tests.rules.hetverraad.positions import area, city, dealt, game, legal, names, owner, phase, play, row_of

SEEDS = range(20)
every_seats = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def choose(state: State, *areas: str) -> State:
    """Returns the state after seats have chosen these start areas, one after another."""
    return play(state, *(f"start {name}" for name in areas))


def letters(cards: bytes) -> str:
    return "".join(LETTERS[city.letter[card]] for card in cards)


def test_R1_the_base_game_without_event_cards_and_the_expansion() -> None:
    assert (len(city.area_ids), len(city.card_ids) - 1, len(influence_cards(city))) == (48, 68, 30)
    assert (city.knights, city.black_knights, city.towers) == (25, 25, 12)
    assert (city.white_tokens, len(token_values(city)), len(city.power_points)) == (30, 30, 7)
    assert (city.black_sides, city.white_sides) == (6, 6)


def test_R2_every_edition_is_the_strategic_game_with_the_expansion() -> None:
    assert game.info.editions[0] == "strategic"
    for edition in game.info.editions:
        state = dealt(edition=edition)
        assert len(part(state.cells, GRAND_POWER, 7)) == 7
        assert len(state.piles[INFLUENCE_DECK]) == 30


@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_R2_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ArenaError, match=f"but {seats} were requested") as caught:
        game.deal(seats, "strategic", Chance(bytes(16)))
    assert caught.value.code == "bad-seats"


@pytest.mark.parametrize("edition", ["", "Strategic", "basic"])
def test_R2_other_editions_are_refused(edition: str) -> None:
    with pytest.raises(ArenaError, match=f"{edition!r}") as caught:
        game.deal(4, edition, Chance(bytes(16)))
    assert caught.value.code == "bad-edition"


@every_seats
def test_R3_every_seat_begins_with_its_knights_and_no_points(seats: int) -> None:
    state = dealt(seats)
    assert by_seat(state.cells, SCORE) == (0,) * seats
    assert not any(by_area(state.cells, AREA_OWNER))


@every_seats
def test_R4_the_lot_makes_every_seat_start_player_in_some_deal(seats: int) -> None:
    assert {dealt(seats, seed).cells[START] for seed in range(60)} == set(range(seats))


@every_seats
def test_R5_five_stones_each(seats: int) -> None:
    assert by_seat(dealt(seats).cells, STONES) == (5,) * seats


@every_seats
def test_R6_three_a_cards_each_and_a_on_b_on_c(seats: int) -> None:
    for seed in SEEDS:
        state = dealt(seats, seed)
        assert [letters(hand) for hand in piles_by_seat(state, HAND)] == ["AAA"] * seats
        down = letters(state.piles[ROW] + state.piles[DISCARD] + state.piles[DECK])
        assert "".join(sorted(down)) == "A" * (20 - 3 * seats) + "B" * 24 + "C" * 24
        assert letters(state.piles[DECK])[-24:] == "C" * 24
        everything = (
            *b"".join(piles_by_seat(state, HAND)),
            *state.piles[ROW],
            *state.piles[DISCARD],
            *state.piles[DECK],
        )
        assert sorted(everything) == list(range(1, CARDS + 1))


def test_R6_the_cards_are_shuffled() -> None:
    assert len({dealt(seed=seed).piles[DECK] for seed in SEEDS}) == len(SEEDS)
    assert len({b"".join(piles_by_seat(dealt(seed=seed), HAND)) for seed in SEEDS}) == len(SEEDS)


def test_R7_three_cards_lie_open_without_stones() -> None:
    for seed in SEEDS:
        state = dealt(seed=seed)
        cells, piles = state.cells, state.piles
        assert (len(piles[ROW]), part(cells, ROW_STONES, 3)) == (3, (0, 0, 0))


def test_R8_all_influence_cards_are_in_the_closed_deck() -> None:
    state = dealt()
    assert sorted(state.piles[INFLUENCE_DECK]) == influence_cards(city)
    assert not any(piles_by_seat(state, INFLUENCE_HAND))
    assert len({dealt(seed=seed).piles[INFLUENCE_DECK] for seed in SEEDS}) == len(SEEDS)


def test_R9_the_black_master_is_outside_without_points() -> None:
    cells = dealt().cells
    assert (cells[BLACK_PLACE], cells[BLACK_SCORE]) == (OUTSIDE, 0)


def test_R10_tokens_are_in_their_stacks() -> None:
    state = dealt()
    assert Counter(state.piles[TOKEN_STACK]) == {1: 8, 2: 8, 3: 7, 4: 7}
    assert len({dealt(seed=seed).piles[TOKEN_STACK] for seed in SEEDS}) == len(SEEDS)
    assert (by_seat(state.cells, WHITE_TOKENS), by_seat(state.cells, BLACK_TOKENS)) == ((0,) * 4, (0,) * 4)


@every_seats
def test_R11_the_right_neighbour_chooses_first_then_counter_clockwise(seats: int) -> None:
    state = dealt(seats)
    order = []
    while phase(state) == "start areas":
        order.append(game.actor(state))
        state = play(state, f"start {legal(state, 'start')[-1]}")
    start = state.cells[START]
    assert order == [(start - 1 - k) % seats for k in range(seats)] * 3


def test_R11_areas_cost_at_most_ten_dots_together() -> None:
    state = choose(dealt(2), "O04", "O00", "O10", "O03")  # the first seat has used 4 + 4 dots
    dots = {city.price[area(name)] for name in legal(state, "start")}
    assert dots == {1, 2}


def test_R11_the_areas_cost_no_stones() -> None:
    state = choose(dealt(2), "O04", "O00", "O10", "O03", "O06", "O20")
    assert by_seat(state.cells, STONES) == (5, 5)
    assert owner(state, "O04") == owner(state, "O06") == (state.cells[START] - 1) % 2


def test_R11_who_has_no_dots_left_is_not_asked_again() -> None:
    state = choose(dealt(2), "I3", "O00", "O06", "O03", "O09")
    # The first seat has used 8 + 2 dots, so after its two areas only the other seat chooses.
    assert phase(state) == "start towers"


def test_R12_not_beside_an_own_area_but_beside_another_s() -> None:
    state = choose(dealt(2), "O10")
    assert {"O09", "O11", "M06", "M07"} <= set(legal(state, "start"))
    state = choose(state, "O00")
    assert not {"O09", "O10", "O11", "M06", "M07"} & set(legal(state, "start"))
    assert {"O01", "O23", "M00"} <= set(legal(state, "start"))


@every_seats
def test_R13_one_tower_each_on_an_own_area_in_the_same_order(seats: int) -> None:
    state = dealt(seats)
    while phase(state) == "start areas":
        state = game.apply(state, game.legal_actions(state)[0])
    stones = by_seat(state.cells, STONES)
    for k in range(seats):
        actor = game.actor(state)
        assert actor == (state.cells[START] - 1 - k) % seats
        own = [name for name in city.area_ids if owner(state, name) == actor]
        assert legal(state, "tower") == own
        state = play(state, f"tower {own[-1]}")
    assert sum(by_area(state.cells, AREA_TOWER)) == seats
    assert by_seat(state.cells, STONES) == stones
    assert (phase(state), game.actor(state)) == ("income", state.cells[START])


def test_R14_grand_powers_and_markets_are_open() -> None:
    state = dealt()
    cells, piles = state.cells, state.piles
    assert part(cells, GRAND_POWER, 7) == (0,) * 7
    assert (piles[PAWNSHOP], piles[MARKET]) == (b"", b"")


def test_R15_no_income_yet() -> None:
    assert part(dealt().cells, INCOME_CUBE, 20) == (0,) * 20


def test_A7_from_two_areas_on_a_seat_may_stop() -> None:
    state = dealt(2)
    assert "stop" not in names(choose(state, "O00"))
    state = choose(state, "O00", "O03", "O06", "O09")
    assert names(state)[-1] == "stop"
    assert phase(play(state, "stop", "stop")) == "start towers"


@pytest.mark.parametrize(("least", "most", "areas"), [(1, 3, ["O00", "O03"]), (2, 4, ["O00", "O03", "O06", "O09"])])
def test_A7_who_stopped_is_not_asked_again(least: int, most: int, areas: list[str]) -> None:
    """Tests that a seat that has stopped choosing start areas is not asked again. With the limits of this test, a seat
    may stop while it could still choose more areas.
    """
    other_city = replace(city, start_areas_least=least, start_areas_most=most, start_dots_most=20)
    state = deal(Rules(OPTIONS["strategic"], other_city), 2, Chance(bytes(16)))
    state = play(choose(state, *areas), "stop")
    (other,) = {0, 1} - {(state.cells[START] - 1) % 2}
    while phase(state) == "start areas":
        assert game.actor(state) == other
        state = play(state, names(state)[0])
    assert list(by_area(state.cells, AREA_OWNER)).count(other + 1) == most


def test_A7_by_option_it_may_not() -> None:
    state = choose(dealt(2, options={"start_may_stop": False}), "O00", "O03", "O06", "O09")
    assert "stop" not in names(state)


def test_A31_the_first_row_shows_two_colours() -> None:
    for seed in range(80):
        state = dealt(seed=seed)
        assert len({city.colour[card] for card in state.piles[ROW]}) > 1
    rows = [dealt(seed=seed, options={"start_row_is_refreshed": False}).piles[ROW] for seed in range(80)]
    assert any(len({city.colour[card] for card in row}) == 1 for row in rows)


def test_G11_ten_dots_are_allowed_and_eleven_are_not() -> None:
    state = choose(dealt(2), "O04", "O00", "O18", "O03")  # the first seat has used 4 + 4 dots
    assert "O12" in legal(state, "start")  # costs 2 dots
    assert "O02" not in legal(state, "start")  # costs 3 dots
    assert row_of(state)
