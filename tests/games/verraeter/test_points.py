"""Tests of the point table: its shipped values, and the tables that are refused."""

import tomllib
from collections import Counter
from typing import Any

import pytest

from arena.errors import ArenaError
from arena.games.registry import create_game, shipped_components
from arena.games.verraeter.points import parse_points

BASES = {"waste": 0, "pasture": 3, "river": 5, "forest": 7, "village": 10, "city": 15}
SOURCED = {
    ("river", 1): 5,
    ("river", 2): 4,
    ("village", 1): 10,
    ("village", 2): 6,
    ("village", 3): 3,
    ("city", 3): 4,
} | {(landscape, 4): 1 for landscape in BASES}
"""The points of a winning seat that are known from a source, by landscape and number of winning seats."""


def shipped() -> dict[str, Any]:
    """Returns the shipped table as data that a test may change."""
    return tomllib.loads(shipped_components("verraeter"))


def test_the_shipped_conflict_points_are_those_of_the_cards() -> None:
    assert parse_points(shipped()).base == (0, *BASES.values())
    assert {landscape: row["base"] for landscape, row in shipped().items()} == {
        landscape: {"value": base, "provenance": "sourced"} for landscape, base in BASES.items()
    }


def test_cells_marked_sourced_are_those_a_source_gives() -> None:
    cells = {
        (landscape, column): cell["value"]
        for landscape, row in shipped().items()
        for column, cell in enumerate(row["winners"], 1)
        if cell["provenance"] == "sourced"
    }
    assert cells == SOURCED


def test_reconstructed_cells_follow_the_formula_the_table_names() -> None:
    for landscape, row in shipped().items():
        base = BASES[landscape]
        two = round(2 + 2 * base / 5)
        assert [cell["value"] for cell in row["winners"]] == [max(base, two + 1), two, round(1 + base / 5), 1]


def test_twelve_of_thirty_cells_are_reconstructed() -> None:
    cells = [cell for row in shipped().values() for cell in (row["base"], *row["winners"])]
    assert Counter(cell["provenance"] for cell in cells) == {"sourced": 18, "reconstructed": 12}


def test_rows_are_by_landscape_and_columns_by_number_of_winners() -> None:
    points = parse_points(shipped())
    assert points.winners[0] == (0, 0, 0, 0, 0)
    assert points.winners[5] == (0, 10, 6, 3, 1)
    assert points.winners[6][3] == 4


@pytest.mark.parametrize("landscape", BASES)
def test_a_missing_landscape_is_named(landscape: str) -> None:
    data = shipped()
    del data[landscape]
    assert refusal(data) == f"in the point table, {landscape} is missing; expected a table with base and winners"


def test_a_landscape_that_is_no_table_is_named() -> None:
    assert "river is 7;" in refusal(shipped() | {"river": 7})


@pytest.mark.parametrize("extra", ["desert", "none", "Waste"])
def test_an_unknown_landscape_is_named_beside_the_known_ones(extra: str) -> None:
    message = refusal(shipped() | {extra: {}})
    assert f"{extra} is {{}}; expected one of waste, pasture, river, forest, village, city" in message


@pytest.mark.parametrize("value", [None, -1, 100, "5", 5.0, True])
def test_a_value_that_is_no_number_of_points_is_named(value: object) -> None:
    for key, cell in (("forest.base", {"value": value, "provenance": "sourced"}), ("forest.winners[2]", value)):
        data = shipped()
        if key.endswith("base"):
            data["forest"]["base"] = cell
        else:
            data["forest"]["winners"][2] = {"value": cell, "provenance": "sourced"}
        assert f"in the point table, {key} is {{" in refusal(data)


@pytest.mark.parametrize("cell", [None, 7, [7], {}])
def test_a_cell_that_is_no_table_is_named(cell: object) -> None:
    data = shipped()
    data["city"]["base"] = cell
    assert "in the point table, city.base is " in refusal(data)


@pytest.mark.parametrize("provenance", [None, "guessed", "Sourced", 1])
def test_a_cell_must_say_where_it_comes_from(provenance: object) -> None:
    data = shipped()
    data["waste"]["winners"][0]["provenance"] = provenance
    assert "waste.winners[0].provenance is " in refusal(data)
    assert "expected sourced or reconstructed" in refusal(data)


@pytest.mark.parametrize("cells", [None, 4, [], [{"value": 1, "provenance": "sourced"}] * 3, [1, 2, 3, 4, 5]])
def test_a_row_must_have_four_cells(cells: object) -> None:
    data = shipped()
    data["pasture"]["winners"] = cells
    assert "in the point table, pasture.winners is " in refusal(data)


def test_values_from_0_to_99_are_accepted() -> None:
    data = shipped()
    data["waste"]["base"]["value"] = 99
    data["city"]["winners"][0]["value"] = 0
    points = parse_points(data)
    assert (points.base[1], points.winners[6][1]) == (99, 0)


def test_the_registry_passes_the_refusal_on() -> None:
    with pytest.raises(ArenaError, match="waste is missing") as caught:
        create_game("verraeter", "[pasture]")
    assert caught.value.code == "bad-components"


def refusal(data: dict[str, Any]) -> str:
    """Returns the message with which the table is refused."""
    with pytest.raises(ArenaError) as caught:
        parse_points(data)
    assert caught.value.code == "bad-components"
    assert caught.value.hint == "compare your point table with arena/games/verraeter/points.toml, and correct your file"
    return caught.value.message
