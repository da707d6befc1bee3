"""Tests of invariants over random matches of Het Verraad, in each edition and number of seats."""

import random
from collections.abc import Callable

import pytest

from arena.games.chance import Chance
from arena.games.hetverraad.actions import BUILD, END_ACTIONS
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    BLACK_SCORE,
    ENDING,
    GRAND_POWER,
    INCOME_CUBE,
    PHASE,
    ROUND,
    SCORE,
    START,
    STONES,
)
from arena.games.hetverraad.state.decks import influence_left
from arena.games.hetverraad.state.piles import (
    AREAS_BOUGHT,
    DECK,
    INFLUENCE_DECK,
    INFLUENCE_HAND,
    TOKEN_STACK,
)
from arena.games.hetverraad.state.state import State, by_area, by_seat
from arena.games.hetverraad.terms import ACTION
from tests.games.matches import MANY
from tests.rules.hetverraad.invariants import check_all, check_sizes, check_standing
from tests.rules.hetverraad.positions import EDITIONS, city, game
from tests.suite.sizes import sized

every_case = pytest.mark.parametrize(
    ("edition", "seats"), [(edition, seats) for edition in EDITIONS for seats in (2, 3, 4, 5)]
)
FEW = sized(2, 4)


def match(edition: str, seats: int, seed: int, *, every_state: bool) -> int:
    """Plays a random match and returns its number of actions. If `every_state`, the function makes all checks at every
    state. Otherwise it makes all checks at the end of each round, and only the quick checks at the other states.
    """
    rng = random.Random(seed)
    state = game.deal(seats, edition, Chance(seed.to_bytes(16, "big")))
    actions = 0
    turn = (0, 0)
    while game.actor(state) is not None:
        cells = state.cells
        now = (cells[ROUND], (cells[ACTIVE] - cells[START]) % seats)
        assert now >= turn
        if every_state or now[0] > turn[0]:
            check_all(state)
        else:
            check_sizes(state)
        turn = now
        legal = game.legal_actions(state)
        state = game.apply(state, legal[int(rng.random() * len(legal))])
        actions += 1
    check_all(state)
    cells = state.cells
    assert cells[ENDING] or cells[ROUND] == -(-state.rules.options.most_turns // seats)
    assert (cells[ACTIVE] + 1) % seats == cells[START]
    check_standing(state)
    return actions


def halfway() -> State:
    """Returns a state in the middle of a match, with buildings, tokens and influence cards in play."""
    rng = random.Random(5)
    state = game.deal(4, "strategic", Chance(bytes(16)))
    while state.cells[ROUND] < 6 or state.cells[PHASE] != ACTION or not any(by_area(state.cells, AREA_BUILDING)):
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    return state.copy()


def spoil_points(state: State) -> None:
    state.cells[SCORE] += 1


def spoil_black_points(state: State) -> None:
    state.cells[BLACK_SCORE] += 1


def spoil_cards(state: State) -> None:
    state.piles[DECK] = state.piles[DECK][:-1] + state.piles[DECK][:1]


def spoil_influence(state: State) -> None:
    state.piles[INFLUENCE_DECK] = bytes((11 - state.piles[INFLUENCE_DECK][0],)) + state.piles[INFLUENCE_DECK][1:]


def spoil_tokens(state: State) -> None:
    state.piles[TOKEN_STACK] = bytes((5 - state.piles[TOKEN_STACK][0],)) + state.piles[TOKEN_STACK][1:]


def spoil_cubes(state: State) -> None:
    state.cells[INCOME_CUBE] += 1


def spoil_powers(state: State) -> None:
    state.cells[GRAND_POWER] ^= 1


def spoil_limits(state: State) -> None:
    state.piles[AREAS_BOUGHT] = bytes(city.areas_a_turn + 1)


def lose_a_card(state: State) -> None:
    state.piles[DECK] = state.piles[DECK][1:]


def lose_an_influence_card(state: State) -> None:
    state.piles[INFLUENCE_DECK] = state.piles[INFLUENCE_DECK][1:]


def lose_a_token(state: State) -> None:
    state.piles[TOKEN_STACK] = state.piles[TOKEN_STACK][1:]


def owe_stones(state: State) -> None:
    state.cells[STONES] = -1


@pytest.mark.parametrize(
    "spoil",
    [spoil_points, spoil_black_points, spoil_cards, spoil_influence, spoil_tokens, spoil_cubes, spoil_powers,
     spoil_limits],
)  # fmt: skip
def test_a_spoilt_state_is_found(spoil: Callable[[State], None]) -> None:
    state = halfway()
    check_all(state)
    spoil(state)
    with pytest.raises(AssertionError):
        check_all(state)


@pytest.mark.parametrize("spoil", [lose_a_card, lose_an_influence_card, lose_a_token, owe_stones])
def test_the_cheap_check_finds_what_is_lost(spoil: Callable[[State], None]) -> None:
    state = halfway()
    check_sizes(state)
    spoil(state)
    with pytest.raises(AssertionError):
        check_sizes(state)


@every_case
def test_random_matches_keep_the_invariants(edition: str, seats: int) -> None:
    for seed in range(FEW):
        assert match(edition, seats, seed, every_state=True) < 2000


def rebuilding(state: State, rng: random.Random) -> int:
    """Returns a random action of a seat that builds whenever it can, and that builds, if possible, in place of another
    building.
    """
    legal = game.legal_actions(state)
    built = [action for action in legal if action >= BUILD]
    again = [action for action in built if state.cells[AREA_BUILDING + (action - BUILD) % 100]]
    return rng.choice(again or built or legal)


@every_case
def test_no_action_ends_a_match_or_gives_a_card_whose_net_result_does_not(edition: str, seats: int) -> None:
    """A-39: only the net change of points by an action counts. Points that are gained and lost again within one action
    neither end the match nor bring a card.
    """
    for seed in range(3 * FEW):
        rng, earned = random.Random(seed), False
        state = game.deal(seats, edition, Chance(seed.to_bytes(16, "big")))
        end, black_ends = city.end_score[seats], state.rules.options.black_score_ends
        while game.actor(state) is not None:
            action = rebuilding(state, rng)
            after = game.apply(state, action)
            cells, seat = after.cells, state.cells[ACTIVE]
            gained = cells[SCORE + seat] - state.cells[SCORE + seat]
            if gained:
                earned = gained > 0 and cells[SCORE + seat] in city.red_squares
            reached = max(by_seat(cells, SCORE)) >= end or (cells[BLACK_SCORE] >= end and black_ends)
            assert cells[ENDING] == (state.cells[ENDING] or reached)
            if action == END_ACTIONS:
                drawn = len(after.piles[INFLUENCE_HAND + seat]) - len(state.piles[INFLUENCE_HAND + seat])
                assert drawn == (earned and influence_left(state))
            earned = earned and cells[ACTIVE] == seat
            state = after


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_many_random_matches_keep_the_invariants(seats: int) -> None:
    for seed in range(MANY):
        assert match("strategic", seats, 100 + seed, every_state=False) < 2000


def test_the_quietest_match_ends_too() -> None:
    """Tests that a match ends at the limit of turns if all seats always take the first legal action, which does the
    least.
    """
    for seats in (2, 3, 4, 5):
        state = game.deal(seats, "strategic", Chance(bytes(16)))
        actions = 0
        while game.actor(state) is not None:
            state = game.apply(state, game.legal_actions(state)[0])
            actions += 1
        assert state.cells[ROUND] == -(-180 // seats)
        assert actions < 2000
