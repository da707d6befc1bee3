"""Invariants of Het Verraad, which every state must keep whatever the seats do. A check that fails raises
AssertionError.
"""

from collections import Counter

from arena.games.cells import part
from arena.games.hetverraad.area_sets import areas_in
from arena.games.hetverraad.phases.setup import influence_cards, token_values
from arena.games.hetverraad.state.board import areas_of
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    AREA_BUILDING,
    AREA_OWNER,
    AREA_TOWER,
    AREAS_BUILT,
    AREAS_TOWERED,
    BLACK_PLACE,
    BLACK_SCORE,
    BLACK_TOKENS,
    BUILDINGS_BUILT,
    GRAND_POWER,
    INCOME_CUBE,
    PHASE,
    ROUND,
    ROW_STONES,
    SCORE,
    SEATS,
    STONES,
    TOKENS_BOUGHT,
    TOWERS,
    TOWERS_BUILT,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import (
    AREAS_BLOCKED,
    AREAS_BOUGHT,
    DECK,
    DISCARD,
    HAND,
    INFLUENCE_DECK,
    INFLUENCE_DISCARD,
    INFLUENCE_HAND,
    MARKET,
    MARKET_SORTED,
    PAWNSHOP,
    PAWNSHOP_SORTED,
    REMOVED,
    ROW,
    TOKEN_STACK,
    TOKENS,
)
from arena.games.hetverraad.state.state import State, by_area, by_seat, piles_by_seat
from arena.games.hetverraad.terms import AREAS, BLACK_MASTER, CARDS, CUBES, NEUTRAL, OUTSIDE, OWNERS, SURPLUS
from tests.rules.hetverraad.positions import city, game

INFLUENCE_CARDS, ALL_TOKENS = len(influence_cards(city)), len(token_values(city))


def points_of(state: State) -> list[int]:
    """R-63: returns the points that each owner must have for the buildings and grand powers on the board, indexed by
    owner.
    """
    cells = state.cells
    points = [0] * OWNERS
    for card, holder in zip(by_area(cells, AREA_BUILDING), by_area(cells, AREA_OWNER), strict=True):
        points[holder] += city.value[card]
    for worth, holder in zip(city.power_points, part(cells, GRAND_POWER, 7), strict=True):
        points[holder] += worth
    return points


def counts(state: State, owner: int) -> list[int]:
    """R-61: returns the numbers that decide the grand powers for an owner: its buildings of each colour, white tokens,
    towers and black tokens.
    """
    cells = state.cells
    own = [area for area in range(AREAS) if cells[AREA_OWNER + area] == owner]
    colours = Counter(city.colour[cells[AREA_BUILDING + area]] for area in own)
    seat = owner - 1
    tokens = (cells[WHITE_TOKENS + seat], cells[BLACK_TOKENS + seat]) if owner != BLACK_MASTER else (0, 0)
    return [
        *(colours[colour] for colour in (1, 2, 3, 4)),
        tokens[0],
        sum(cells[AREA_TOWER + a] for a in own),
        tokens[1],
    ]


def check_points(state: State) -> None:
    cells = state.cells
    points = points_of(state)
    assert list(by_seat(cells, SCORE)) == points[1 : cells[SEATS] + 1]
    assert cells[BLACK_SCORE] == points[BLACK_MASTER] + sum(by_seat(cells, BLACK_TOKENS))


def _lying(state: State) -> tuple[bytes, ...]:
    """Returns the piles that contain building cards, hands included."""
    piles = state.piles
    places = (ROW, PAWNSHOP, MARKET, DISCARD, REMOVED, DECK)
    return (*[piles[place] for place in places], *piles_by_seat(state, HAND))


def check_material(state: State) -> None:
    """Checks that each card, token, tower and knight is in exactly one place."""
    cells, piles = state.cells, state.piles
    lying = _lying(state)
    everything = sorted([*(card for card in by_area(cells, AREA_BUILDING) if card), *b"".join(lying)])
    assert everything == list(range(1, CARDS + 1))
    assert sorted(
        [*b"".join(piles_by_seat(state, INFLUENCE_HAND)), *piles[INFLUENCE_DECK], *piles[INFLUENCE_DISCARD]]
    ) == influence_cards(city)
    assert sorted([*b"".join(piles_by_seat(state, TOKENS)), *piles[TOKEN_STACK]]) == token_values(city)
    assert [len(tokens) for tokens in piles_by_seat(state, TOKENS)] == list(by_seat(cells, BLACK_TOKENS))
    assert sum(by_area(cells, AREA_TOWER)) <= city.towers
    assert max(by_area(cells, AREA_TOWER)) <= 1
    assert sum(by_seat(cells, WHITE_TOKENS)) <= city.white_tokens
    for owner in range(1, cells[SEATS] + 1):
        assert by_area(cells, AREA_OWNER).count(owner) <= city.knights
    assert by_area(cells, AREA_OWNER).count(BLACK_MASTER) <= city.black_knights
    assert min(by_seat(cells, STONES)) >= 0


def check_what_is_told_twice(state: State) -> None:
    """Checks that facts that a state stores twice agree. The sets of areas must agree with the owner, the building and
    the towers of each area. The sorted copies of pawnshop and market must contain the same cards as the originals.
    """
    piles = state.piles
    assert piles[PAWNSHOP_SORTED] == bytes(sorted(piles[PAWNSHOP]))
    assert piles[MARKET_SORTED] == bytes(sorted(piles[MARKET]))
    owners = by_area(state.cells, AREA_OWNER)
    for owner in range(OWNERS):
        assert list(areas_of(state.cells, owner)) == [area for area in range(AREAS) if owners[area] == owner]
    cards, towers = by_area(state.cells, AREA_BUILDING), by_area(state.cells, AREA_TOWER)
    for colour in range(1, CUBES + 1):
        built = [area for area in range(AREAS) if cards[area] and city.colour[cards[area]] == colour]
        assert list(areas_in(state.cells[AREAS_BUILT + colour - 1])) == built
    assert list(areas_in(state.cells[AREAS_TOWERED])) == [area for area in range(AREAS) if towers[area]]
    assert state.cells[TOWERS] == sum(towers)


def check_holdings(state: State) -> None:
    """Checks that grand powers and income cubes agree with the board, and that no tower is on a neutral area or on the
    Black Master's area.
    """
    cells = state.cells
    owners = [*range(1, cells[SEATS] + 1), BLACK_MASTER]
    held = {owner: counts(state, owner) for owner in owners}
    for power, holder in enumerate(part(cells, GRAND_POWER, 7)):
        most = max(held[owner][power] for owner in owners)
        if holder != NEUTRAL:
            assert held[holder][power] == most >= 3
        else:
            assert most < 3 or [held[owner][power] for owner in owners].count(most) > 1
    for seat in range(cells[SEATS]):
        for colour in (1, 2, 3, 4):
            values = [
                city.value[card] + city.bonus[area]
                for area, card in enumerate(by_area(cells, AREA_BUILDING))
                if card and cells[AREA_OWNER + area] == seat + 1 and city.colour[card] == colour
            ]
            bonus = city.power_bonus[colour - 1] if cells[GRAND_POWER + colour - 1] == seat + 1 else 0
            assert cells[INCOME_CUBE + CUBES * seat + colour - 1] == (max(values) + bonus if values else 0)
    for area, towers in enumerate(by_area(cells, AREA_TOWER)):
        assert not (towers and (cells[AREA_OWNER + area] == NEUTRAL or area == cells[BLACK_PLACE]))


def check_limits(state: State) -> None:
    cells, piles = state.cells, state.piles
    for seat, hand in enumerate(piles_by_seat(state, INFLUENCE_HAND)):
        assert len(hand) <= city.influence_hand + (cells[PHASE] == SURPLUS and seat == cells[ACTIVE])
    assert len(piles[ROW]) <= city.row
    assert not any(part(cells, ROW_STONES + len(piles[ROW]), 9 - len(piles[ROW])))
    assert len(piles[AREAS_BOUGHT]) + len(piles[AREAS_BLOCKED]) <= city.areas_a_turn
    assert cells[BUILDINGS_BUILT] <= city.buildings_a_turn
    assert cells[TOWERS_BUILT] <= city.towers_a_turn
    assert cells[TOKENS_BOUGHT] <= city.tokens_a_turn
    assert OUTSIDE <= cells[BLACK_PLACE] < AREAS
    for area, card in enumerate(by_area(cells, AREA_BUILDING)):
        assert not card or city.open_to[city.colour[card]][area]


def check_sizes(state: State) -> None:
    """Checks sizes, sums and bounds of a state. This is the quick part of `check_material` and `check_limits`."""
    cells, piles = state.cells, state.piles
    lying = _lying(state)
    assert sum(map(len, lying)) + AREAS - by_area(cells, AREA_BUILDING).count(0) == CARDS
    assert (
        sum(map(len, piles_by_seat(state, INFLUENCE_HAND))) + len(piles[INFLUENCE_DECK]) + len(piles[INFLUENCE_DISCARD])
        == INFLUENCE_CARDS
    )
    assert sum(by_seat(cells, BLACK_TOKENS)) + len(piles[TOKEN_STACK]) == ALL_TOKENS
    assert sum(by_area(cells, AREA_TOWER)) <= city.towers
    assert min(by_seat(cells, STONES)) >= 0
    assert min(by_seat(cells, SCORE)) >= 0
    assert len(piles[ROW]) <= city.row
    assert not any(part(cells, ROW_STONES + len(piles[ROW]), 9 - len(piles[ROW])))


def check_all(state: State) -> None:
    """Makes all checks of a state. Some of them are made only after the set-up."""
    if state.cells[ROUND]:
        check_points(state)
        check_holdings(state)
        check_what_is_told_twice(state)
    check_material(state)
    check_limits(state)
    check_sizes(state)


def check_standing(state: State) -> None:
    """R-87 to R-90: checks that the merits, the values by which seats are ranked, put the winner first and expelled
    seats last.
    """
    cells = state.cells
    merits = game.merits(state)
    inside = [seat for seat in range(cells[SEATS]) if seat + 1 in by_area(cells, AREA_OWNER)]
    outside = [seat for seat in range(cells[SEATS]) if seat not in inside]
    assert len({merits[seat] for seat in outside}) <= 1
    if not inside:
        return
    assert all(merits[out] < merits[seat] for out in outside for seat in inside)
    winners = [seat for seat in inside if merits[seat] == max(merits)]
    supporters = [seat for seat in inside if cells[BLACK_TOKENS + seat]]
    if cells[BLACK_SCORE] > max(by_seat(cells, SCORE)) and supporters:
        assert all(
            cells[BLACK_TOKENS + seat] == max(cells[BLACK_TOKENS + other] for other in supporters) for seat in winners
        )
    else:
        assert all(cells[SCORE + seat] == max(cells[SCORE + other] for other in inside) for seat in winners)
