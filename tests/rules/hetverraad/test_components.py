"""Tests of the component data: its content, and the errors for wrong data."""

import tomllib
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.hetverraad import HetVerraad
from arena.games.hetverraad.area_sets import areas_in, first_in, set_of
from arena.games.hetverraad.data.components import parse_components
from arena.games.hetverraad.state.piles import ROW
from arena.games.registry import create_game, shipped_components
from tests.rules.hetverraad.positions import city

Data = dict[str, Any]


def shipped() -> Data:
    """Returns the shipped component data as values that a test may change."""
    return tomllib.loads(shipped_components("hetverraad"))


def test_the_shipped_board() -> None:
    assert [sum(name[0] == ring for name in city.area_ids) for ring in "IMO"] == [8, 16, 24]
    assert sum(map(len, city.neighbours)) == 2 * 96
    assert {(name[0], len(row)) for name, row in zip(city.area_ids, city.neighbours, strict=True)} == {
        ("I", 4), ("M", 5), ("O", 3), ("O", 4),
    }  # fmt: skip
    assert set(city.price) == set(range(1, 9))
    assert [city.area_ids[gate] for gate in city.gates] == ["O01", "O09", "O17"]
    bonus_of = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3}
    assert all(city.bonus[area] == bonus_of[city.price[area]] for area in range(48))


def test_sets_of_areas_say_what_rows_say() -> None:
    sets = city.sets
    assert tuple(areas_in(areas) for areas in sets.borders) == city.neighbours
    assert areas_in(sets.gates) == city.gates
    assert [areas_in(areas) for areas in sets.open_to] == [
        bytes(area for area in range(48) if row[area]) for row in city.open_to
    ]
    assert [first_in(1 << area) for area in range(48)] == [*range(48)]
    assert first_in(sum(1 << area for area in (7, 8, 47))) == 7
    for stones in range(12):
        assert list(areas_in(sets.for_stones(stones))) == [area for area in range(48) if city.price[area] <= stones]
    for first, second in combinations(range(48), 2):
        beside = list(areas_in(sets.beside(set_of(bytes((first, second))))))
        assert beside == sorted({*city.neighbours[first], *city.neighbours[second]})


def test_the_shipped_cards() -> None:
    values = dict(zip(city.card_names, city.value, strict=True))
    known = {"Varkenskot": 1, "Graanmolen": 1, "Beursgebouw": 5, "Raadhuis": 5, "Tolhuis": 3}
    assert {name: values[name] for name in known} == known
    assert [city.colour.count(colour) for colour in (1, 2, 3, 4)] == [17] * 4
    assert [city.letter.count(letter) for letter in (1, 2, 3)] == [20, 24, 24]


def remove(*path: str) -> Callable[[Data], None]:
    def spoil(data: Data) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return spoil


def put(value: object, *path: str | int) -> Callable[[Data], None]:
    def spoil(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return spoil


WRONG = [
    ("start", remove("start")),
    ("start.provenance", put("guessed", "start", "provenance")),
    ("start.stones", put(-1, "start", "stones")),
    ("start.stones", put("five", "start", "stones")),
    ("start.stones", put(True, "start", "stones")),
    ("end_score.by_seats.3", remove("end_score", "by_seats", "3")),
    ("end_score.by_seats.6", put(20, "end_score", "by_seats", "6")),
    ("supply.row", put(1, "supply", "row")),
    ("prices.tower", remove("prices", "tower")),
    ("prices.tower", put(0, "prices", "tower")),
    ("castle.white_prices", put([3, "4"], "castle", "white_prices")),
    ("castle.white_prices", put(3, "castle", "white_prices")),
    ("castle.black_prices", put([1] * 91, "castle", "black_prices")),
    ("colours.blue.opens_market", put("yes", "colours", "blue", "opens_market")),
    ("colours.green.closed_rings", put(["inmost"], "colours", "green", "closed_rings")),
    ("grand_powers.dark.points", remove("grand_powers", "dark", "points")),
    ("board.gates", put(["O01", "X99"], "board", "gates")),
    ("board.areas", put([], "board", "areas")),
    ("board.areas[3].ring", put("outmost", "board", "areas", 3, "ring")),
    ("board.areas[7].neighbours", put(["I1"], "board", "areas", 0, "neighbours")),
    ("board.areas[0].neighbours", put(["I0", "I1"], "board", "areas", 0, "neighbours")),
    ("board.areas[1].id", put("I0", "board", "areas", 1, "id")),
    ("board.areas[4].price", put(0, "board", "areas", 4, "price")),
    ("board.areas[2].marks", put(["bridge"], "board", "areas", 2, "marks")),
    ("buildings.cards[0].colour", put("none", "buildings", "cards", 0, "colour")),
    ("buildings.cards[5].letter", put("D", "buildings", "cards", 5, "letter")),
    ("buildings.cards[7].name", put("", "buildings", "cards", 7, "name")),
    ("buildings.cards[8].sourced", put(["price"], "buildings", "cards", 8, "sourced")),
    ("influence.wizard", remove("influence", "wizard")),
    ("influence.dragon", put({}, "influence", "dragon")),
    ("influence.fire.building", put("few", "influence", "fire", "building")),
    ("influence.fire.building", put("any", "influence", "fire", "building")),
    ("influence.fire.building", put("none", "influence", "fire", "building")),
    ("influence.fire.building", remove("influence", "fire", "building")),
    ("influence.gift.phases", put([5], "influence", "gift", "phases")),
    ("dragons", put({}, "dragons")),
]


@pytest.mark.parametrize(("key", "spoil"), WRONG, ids=[f"{n}-{key}" for n, (key, _) in enumerate(WRONG)])
def test_complaints_name_the_key(key: str, spoil: Callable[[Data], None]) -> None:
    data = shipped()
    spoil(data)
    with pytest.raises(ArenaError) as caught:
        parse_components(data)
    assert caught.value.code == "bad-components"
    assert f"in the component data, {key} is " in caught.value.message
    assert "expected" in caught.value.message


def test_too_few_a_cards_are_complained_of() -> None:
    data = shipped()
    for card in data["buildings"]["cards"]:
        card["letter"] = "B"
    with pytest.raises(ArenaError, match="0 cards of letter A; expected at least 15"):
        parse_components(data)


def test_a_board_in_two_parts_is_complained_of() -> None:
    data = shipped()
    areas = data["board"]["areas"]
    inner = {area["id"] for area in areas if area["ring"] == "inner"}
    for area in areas:
        area["neighbours"] = [name for name in area["neighbours"] if (name in inner) == (area["id"] in inner)]
    with pytest.raises(ArenaError, match="one connected board"):
        parse_components(data)


def test_fire_needs_a_building_to_burn() -> None:
    data = shipped()
    data["influence"]["fire"]["building"] = "any"
    with pytest.raises(ArenaError, match=r"influence\.fire\.building is 'any'; expected some"):
        parse_components(data)


def test_the_least_a_league_may_name() -> None:
    data = shipped()
    data["supply"]["row"] = 2
    data["board"]["areas"][4]["price"] = data["prices"]["tower"] = 1
    least = parse_components(data)
    assert (least.row, least.tower_price, least.price[4]) == (2, 1, 1)
    for seed in range(9):
        row = HetVerraad(least).deal(4, "strategic", Chance(seed.to_bytes(16, "big"))).piles[ROW]
        assert len({least.colour[card] for card in row}) == 2


def test_a_league_may_name_other_data() -> None:
    text = shipped_components("hetverraad").replace("stones = 5", "stones = 7")
    assert parse_components(tomllib.loads(text)).start_stones == 7
    assert create_game("hetverraad", text).info.key == "hetverraad"
