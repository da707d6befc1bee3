"""What holds in every match anybody could play: invariants over random matches in each edition and number of seats."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from arena.games.chance import Chance
from arena.games.hetverraad.actions import BUILD, END_ACTIONS
from arena.games.hetverraad.decks import influence_left
from arena.games.hetverraad.setup import influence_cards, token_values
from arena.games.hetverraad.state import State
from arena.games.hetverraad.terms import ACTION, AREAS, BLACK_MASTER, CARDS, CUBES, NEUTRAL, OUTSIDE, OWNERS, SURPLUS
from tests.rules.hetverraad.positions import EDITIONS, city, game

every_case = pytest.mark.parametrize(
    ("edition", "seats"), [(edition, seats) for edition in EDITIONS for seats in (2, 3, 4, 5)]
)
FEW, MANY = 4, 1000
INFLUENCE_CARDS, TOKENS = len(influence_cards(city)), len(token_values(city))


def points_of(state: State) -> list[int]:
    """R-63: by owner, what its marker must show, counted from the board."""
    table = state.table
    points = [0] * OWNERS
    for card, holder in zip(table.area_building, table.area_owner, strict=True):
        points[holder] += city.value[card]
    for worth, holder in zip(city.power_points, table.grand_power, strict=True):
        points[holder] += worth
    return points


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
    points = points_of(state)
    assert list(table.score) == points[1 : table.seats + 1]
    assert table.black_score == points[BLACK_MASTER] + sum(table.black)


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


def check_sizes(state: State) -> None:
    """The cheap half of `check_material` and `check_limits`: sizes, sums and bounds."""
    table = state.table
    lying = (table.row, table.pawnshop, table.market, table.discard, table.removed, state.deck, *state.hands)
    assert sum(map(len, lying)) + AREAS - table.area_building.count(0) == CARDS
    assert sum(map(len, state.influence)) + len(state.influence_deck) + len(table.influence_discard) == INFLUENCE_CARDS
    assert sum(table.black) + len(state.token_stack) == TOKENS
    assert sum(table.area_tower) <= city.towers
    assert min(table.stones) >= 0
    assert min(table.score) >= 0
    assert len(table.row) == len(table.row_stones) <= city.row


def check_all(state: State) -> None:
    """Everything there is to check about a state of a match that is past its set-up."""
    if state.table.round:
        check_points(state)
        check_holdings(state)
    check_material(state)
    check_limits(state)
    check_sizes(state)


def match(edition: str, seats: int, seed: int, *, every_state: bool) -> int:
    """Plays a random match; checks all at every state, or else sizes there and all at the end of each round."""
    rng = random.Random(seed)
    state = game.deal(seats, edition, Chance(seed.to_bytes(16, "big")))
    actions = 0
    turn = (0, 0)
    while game.actor(state) is not None:
        table = state.table
        now = (table.round, (table.active - table.start) % seats)
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
    table = state.table
    assert table.ending or table.round == -(-state.rules.options.most_turns // seats)
    assert (table.active + 1) % seats == table.start
    check_standing(state)
    return actions


def check_standing(state: State) -> None:
    """R-87 to R-90: the merits put the winner first and the expelled last."""
    table = state.table
    merits = game.merits(state)
    inside = [seat for seat in range(table.seats) if seat + 1 in table.area_owner]
    outside = [seat for seat in range(table.seats) if seat not in inside]
    assert len({merits[seat] for seat in outside}) <= 1
    if not inside:
        return
    assert all(merits[out] < merits[seat] for out in outside for seat in inside)
    winners = [seat for seat in inside if merits[seat] == max(merits)]
    supporters = [seat for seat in inside if table.black[seat]]
    if table.black_score > max(table.score) and supporters:
        assert all(table.black[seat] == max(table.black[other] for other in supporters) for seat in winners)
    else:
        assert all(table.score[seat] == max(table.score[other] for other in inside) for seat in winners)


def halfway() -> State:
    """A state with buildings, tokens and influence cards in play."""
    rng = random.Random(5)
    state = game.deal(4, "strategic", Chance(bytes(16)))
    while state.table.round < 6 or state.table.phase != ACTION or not any(state.table.area_building):
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    return state.copy()


def spoil_points(state: State) -> None:
    state.table.score = (state.table.score[0] + 1, *state.table.score[1:])


def spoil_black_points(state: State) -> None:
    state.table.black_score += 1


def spoil_cards(state: State) -> None:
    state.deck = state.deck[:-1] + state.deck[:1]


def spoil_influence(state: State) -> None:
    state.influence_deck = bytes((11 - state.influence_deck[0],)) + state.influence_deck[1:]


def spoil_tokens(state: State) -> None:
    state.token_stack = bytes((5 - state.token_stack[0],)) + state.token_stack[1:]


def spoil_cubes(state: State) -> None:
    state.table.income = bytes((state.table.income[0] + 1,)) + state.table.income[1:]


def spoil_powers(state: State) -> None:
    state.table.grand_power = bytes((state.table.grand_power[0] ^ 1,)) + state.table.grand_power[1:]


def spoil_limits(state: State) -> None:
    state.table.areas_bought = bytes(city.areas_a_turn + 1)


def lose_a_card(state: State) -> None:
    state.deck = state.deck[1:]


def lose_an_influence_card(state: State) -> None:
    state.influence_deck = state.influence_deck[1:]


def lose_a_token(state: State) -> None:
    state.token_stack = state.token_stack[1:]


def owe_stones(state: State) -> None:
    state.table.stones = (-1, *state.table.stones[1:])


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
    """A random action of a seat that builds where it can, and mostly in place of what stands."""
    legal = game.legal_actions(state)
    built = [action for action in legal if action >= BUILD]
    again = [action for action in built if state.table.area_building[(action - BUILD) % 100]]
    return rng.choice(again or built or legal)


@every_case
def test_no_action_ends_a_match_or_gives_a_card_whose_net_result_does_not(edition: str, seats: int) -> None:
    """A-39: points that come and go within one action bring nothing."""
    for seed in range(3 * FEW):
        rng, earned = random.Random(seed), False
        state = game.deal(seats, edition, Chance(seed.to_bytes(16, "big")))
        end, black_ends = city.end_score[seats], state.rules.options.black_score_ends
        while game.actor(state) is not None:
            action = rebuilding(state, rng)
            after = game.apply(state, action)
            table, seat = after.table, state.table.active
            gained = table.score[seat] - state.table.score[seat]
            if gained:
                earned = gained > 0 and table.score[seat] in city.red_squares
            reached = max(table.score) >= end or (table.black_score >= end and black_ends)
            assert table.ending == (state.table.ending or reached)
            if action == END_ACTIONS:
                drawn = len(after.influence[seat]) - len(state.influence[seat])
                assert drawn == (earned and influence_left(state))
            earned = earned and table.active == seat
            state = after


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_thousand_random_matches_keep_the_invariants(seats: int) -> None:
    for seed in range(MANY):
        assert match("strategic", seats, 100 + seed, every_state=False) < 2000


def test_the_quietest_match_ends_too() -> None:
    """The first legal action is the one that does least; such a match lasts until the last round."""
    for seats in (2, 3, 4, 5):
        state = game.deal(seats, "strategic", Chance(bytes(16)))
        actions = 0
        while game.actor(state) is not None:
            state = game.apply(state, game.legal_actions(state)[0])
            actions += 1
        assert state.table.round == -(-180 // seats)
        assert actions < 2000
