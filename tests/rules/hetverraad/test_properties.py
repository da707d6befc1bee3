"""What holds in every match anybody could play: invariants over random matches in each edition and number of seats."""

import random
from collections import Counter

import pytest

from arena.games.chance import Chance
from arena.games.hetverraad.setup import influence_cards, token_values
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import AREAS, BLACK_MASTER, CARDS, CUBES, NEUTRAL, OUTSIDE, SURPLUS
from tests.rules.hetverraad.positions import EDITIONS, city, game

every_case = pytest.mark.parametrize(
    ("edition", "seats"), [(edition, seats) for edition in EDITIONS for seats in (2, 3, 4, 5)]
)
FEW, MANY = 12, 1000


def points_of(state: State, owner: int) -> int:
    """R-63: what an owner's marker must show, counted from the board."""
    table = state.table
    buildings = sum(
        city.value[card] for card, holder in zip(table.area_building, table.area_owner, strict=True) if holder == owner
    )
    powers = sum(points for points, holder in zip(city.power_points, table.grand_power, strict=True) if holder == owner)
    return buildings + powers


def counts(state: State, owner: int) -> list[int]:
    """R-61: the buildings of each colour, white tokens, towers and black tokens of an owner."""
    table = state.table
    own = [area for area in range(AREAS) if table.area_owner[area] == owner]
    colours = Counter(city.colour[table.area_building[area]] for area in own)
    seat = owner - 1
    tokens = (table.white[seat], table.black[seat]) if owner != BLACK_MASTER else (0, 0)
    return [*(colours[colour] for colour in (1, 2, 3, 4)), tokens[0], sum(table.area_tower[a] for a in own), tokens[1]]


def check_points(state: State) -> None:
    table = state.table
    for seat in range(table.seats):
        assert table.score[seat] == points_of(state, seat + 1)
    assert table.black_score == points_of(state, BLACK_MASTER) + sum(table.black)


def check_material(state: State) -> None:
    """Each card, token, tower and knight is in exactly one place."""
    table = state.table
    lying = (table.row, table.pawnshop, table.market, table.discard, table.removed, state.deck, *state.hands)
    everything = sorted([*(card for card in table.area_building if card), *b"".join(lying)])
    assert everything == list(range(1, CARDS + 1))
    assert sorted([*b"".join(state.influence), *state.influence_deck, *table.influence_discard]) == influence_cards(
        city
    )
    assert sorted([*b"".join(state.tokens), *state.token_stack]) == token_values(city)
    assert [len(tokens) for tokens in state.tokens] == list(table.black)
    assert sum(table.area_tower) <= city.towers
    assert max(table.area_tower) <= 1
    assert sum(table.white) <= city.white_tokens
    for owner in range(1, table.seats + 1):
        assert table.area_owner.count(owner) <= city.knights
    assert table.area_owner.count(BLACK_MASTER) <= city.black_knights
    assert min(table.stones) >= 0


def check_holdings(state: State) -> None:
    """Grand powers and cubes agree with the board; no tower stands on nobody's area."""
    table = state.table
    owners = [*range(1, table.seats + 1), BLACK_MASTER]
    held = {owner: counts(state, owner) for owner in owners}
    for power, holder in enumerate(table.grand_power):
        most = max(held[owner][power] for owner in owners)
        if holder != NEUTRAL:
            assert held[holder][power] == most >= 3
        else:
            assert most < 3 or [held[owner][power] for owner in owners].count(most) > 1
    for seat in range(table.seats):
        for colour in (1, 2, 3, 4):
            values = [
                city.value[card] + city.bonus[area]
                for area, card in enumerate(table.area_building)
                if card and table.area_owner[area] == seat + 1 and city.colour[card] == colour
            ]
            bonus = city.power_bonus[colour - 1] if table.grand_power[colour - 1] == seat + 1 else 0
            assert table.income[CUBES * seat + colour - 1] == (max(values) + bonus if values else 0)
    for area, towers in enumerate(table.area_tower):
        assert not (towers and (table.area_owner[area] == NEUTRAL or area == table.black_master))


def check_limits(state: State) -> None:
    table = state.table
    for seat, hand in enumerate(state.influence):
        assert len(hand) <= city.influence_hand + (table.phase == SURPLUS and seat == table.active)
    assert len(table.row) == len(table.row_stones) <= city.row
    assert len(table.areas_bought) + len(table.areas_blocked) <= city.areas_a_turn
    assert table.buildings_built <= city.buildings_a_turn
    assert table.towers_built <= city.towers_a_turn
    assert table.tokens_bought <= city.tokens_a_turn
    assert OUTSIDE <= table.black_master < AREAS
    for area, card in enumerate(table.area_building):
        assert not card or city.open_to[city.colour[card]][area]


def match(edition: str, seats: int, seed: int) -> int:
    """Plays a random match and checks every state; returns the number of actions."""
    rng = random.Random(seed)
    state = game.deal(seats, edition, Chance(seed.to_bytes(16, "big")))
    actions = 0
    turn = (0, 0)
    while game.actor(state) is not None:
        table = state.table
        assert (table.round, (table.active - table.start) % seats) >= turn
        turn = (table.round, (table.active - table.start) % seats)
        if table.round:
            check_points(state)
            check_holdings(state)
        check_material(state)
        check_limits(state)
        legal = game.legal_actions(state)
        state = game.apply(state, legal[int(rng.random() * len(legal))])
        actions += 1
    check_points(state)
    table = state.table
    assert table.ending or table.round == state.rules.options.most_rounds
    assert (table.active + 1) % seats == table.start
    check_standing(state)
    return actions


def check_standing(state: State) -> None:
    """R-87 to R-90: the final scores put the winner first and the expelled last."""
    table = state.table
    scores = game.scores(state)
    inside = [seat for seat in range(table.seats) if seat + 1 in table.area_owner]
    best = max(scores)
    if not inside:
        assert best == 0
        return
    winners = [seat for seat in range(table.seats) if scores[seat] == best]
    assert set(winners) <= set(inside)
    supporters = [seat for seat in inside if table.black[seat]]
    if table.black_score > max(table.score) and supporters:
        assert all(table.black[seat] == max(table.black[other] for other in supporters) for seat in winners)
    else:
        assert all(table.score[seat] == max(table.score[other] for other in inside) for seat in winners)
    assert all(scores[seat] == 0 for seat in range(table.seats) if seat not in inside)


@every_case
def test_random_matches_keep_the_invariants(edition: str, seats: int) -> None:
    for seed in range(FEW):
        assert match(edition, seats, seed) < 2000


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_thousand_random_matches_keep_the_invariants(seats: int) -> None:
    for seed in range(MANY):
        assert match("strategic", seats, 100 + seed) < 2000


def test_the_quietest_match_ends_too() -> None:
    """The first legal action is the one that does least; such a match lasts until the last round."""
    for seats in (2, 3, 4, 5):
        state = game.deal(seats, "strategic", Chance(bytes(16)))
        actions = 0
        while game.actor(state) is not None:
            state = game.apply(state, game.legal_actions(state)[0])
            actions += 1
        assert state.table.round == 60
        assert actions < 2000
