"""Tests that an observation contains all information that its seat may have, and nothing else."""

import random
from typing import Any, Final

import numpy as np
import pytest

from arena.errors import ArenaError
from arena.games import Row
from arena.games.outside.game import Outside, Standing
from arena.games.outside.view import RowsView
from arena.games.registry import EXAMPLES, create_game
from arena.protocol.codecs import CODECS
from arena.training.matches import Matches
from arena.training.numbers.layout import LEAST_ROOM, Part
from arena.training.numbers.messages import MessageReader
from arena.training.numbers.readers import reader_of
from arena.training.numbers.rows import RowsReader
from arena.training.rewards import by_rank
from tests.games.matches import Case, every_case, spread, states_of

STATES: Final = 40


def of(parts: Any, numbers: Any) -> dict[str, list[float]]:
    """Returns the numbers of each part of an observation, by the part's name."""
    return {part.name: numbers[part.offset : part.offset + part.length].tolist() for part in parts}


@every_case
def test_states_that_a_seat_cannot_tell_apart_are_the_same_bytes(case: Case) -> None:
    game, rng = case.game, random.Random(1)
    reader = reader_of(game, case.seats, case.edition)
    for state, _ in spread(states_of(case, 3), STATES):
        for seat in range(case.seats):
            view = game.view(state, seat)
            reader.begin(view)
            before = reader.numbers(view).tobytes()
            other = game.view(game.sample(view, rng), seat)
            reader.begin(other)
            assert reader.numbers(other).tobytes() == before


@every_case
def test_views_that_differ_are_other_bytes(case: Case) -> None:
    game = case.game
    reader = reader_of(game, case.seats, case.edition)
    seen: dict[bytes, Any] = {}
    for seed in (4, 5):
        for state, _ in spread(states_of(case, seed), STATES):
            if (seat := game.actor(state)) is not None:
                view = game.view(state, seat)
                reader.begin(view)
                assert seen.setdefault(reader.numbers(view).tobytes(), view) == view


def test_the_dice_of_others_change_no_byte_of_what_a_seat_observes() -> None:
    game = create_game("liars-dice")
    assert isinstance(game, Outside)
    reader, rng = reader_of(game, 3, "standard"), random.Random(1)
    matches = Matches("liars-dice", 3, None, 1, by_rank)
    matches.begin(None)
    while (seat := matches.match.actor) is not None:
        state = matches.match.state
        hands = [
            hand if one == seat else tuple(rng.randint(1, 6) for _ in hand)
            for one, hand in enumerate(state.state.hands)
        ]
        other = Standing(state.state._replace(hands=tuple(hands)), 3, state.taken, state.actor)
        assert reader.numbers(game.view(other, seat)).tobytes() == matches.observation(seat)["observation"].tobytes()
        matches.match.choose(rng.choice(matches.match.legal))


@pytest.mark.parametrize("game", ["verraeter", "hetverraad", *EXAMPLES])
def test_rows_lie_one_behind_the_other_and_each_says_what_it_means(game: str) -> None:
    matches = Matches(game, None, None, 1, by_rank)
    matches.begin(None)
    at = 0
    for part in matches.parts():
        assert part.offset == at
        assert part.meaning
        at += part.length
    assert len(matches.observation(0)["observation"]) == at
    assert len({part.name for part in matches.parts()}) == len(matches.parts())


def test_the_numbers_are_those_that_bots_read() -> None:
    matches = Matches("connect-four", None, None, 1, by_rank)
    matches.begin(None)
    matches.match.choose(3)
    seen = of(matches.parts(), matches.observation(1)["observation"])
    board = [-1.0] * 42
    board[38] = 0
    assert seen == {"seat": [1], "board": board, "last": [38]}
    assert matches.observation(1)["action_mask"].tolist() == [1] * 7
    assert not matches.observation(0)["action_mask"].any()


def test_a_row_that_varies_has_its_length_before_it() -> None:
    matches = Matches("liars-dice", 2, None, 1, by_rank)
    matches.begin(None)
    seen = of(matches.parts(), matches.observation(1)["observation"])
    own = list(matches.match.state.state.hands[1])
    assert seen["dice.count"] == [10]
    assert seen["dice"] == [-1] * 5 + own + [-1] * 20
    assert seen["count"] == [5, 5]


def test_a_message_is_read_by_its_fields_and_what_the_set_up_deals() -> None:
    matches = Matches("verraeter", 3, None, 1, by_rank)
    matches.begin(None)
    parts = matches.parts()
    assert parts[1] == Part(
        "circle_landscape",
        1,
        12,
        "By place: the landscape (1 waste, 2 pasture, 3 river, 4 forest, 5 village, 6 city)",
    )
    seen = of(parts, matches.observation(0)["observation"])
    board = matches.game.reveal(matches.match.state)
    landscapes = ["waste", "pasture", "river", "forest", "village", "city"]
    assert [landscapes[int(one) - 1] for one in seen["circle_landscape"]] == [
        place["landscape"]
        for place in board["circle"]  # type: ignore[attr-defined]
    ]
    assert seen["conflict"] == [-1]  # -1: the field is absent


def view(schema: tuple[Row, ...], seat: int, *lengths: int) -> RowsView:
    """Returns a view in which all values are 0, with rows of these lengths."""
    return RowsView.of(schema, seat, [0] * sum(lengths), lengths, [], [])


def test_a_row_that_varies_without_a_limit_has_room_for_more_than_was_dealt() -> None:
    schema = (Row("cards"), Row("scores", of="seat"))
    reader = RowsReader([view(schema, seat, length, 2) for seat, length in ((0, 50), (1, 3))])
    assert [part.length for part in reader.parts] == [1, 1, 100, 2]
    assert RowsReader([view(schema, 1, 0, 2)]).parts[2].length == LEAST_ROOM
    with pytest.raises(ArenaError, match="row-misfits") as refused:
        reader.numbers(view(schema, 0, 101, 2))
    assert "most=" in str(refused.value.hint)
    with pytest.raises(ArenaError, match="row-misfits"):
        reader.numbers(view(schema, 0, 50, 3))


def test_rows_of_text_are_left_out_and_reals_and_large_numbers_are_there() -> None:
    schema = (Row("word", kind="text"), Row("odds", kind="reals", width=2), Row("pot", width=1))
    given = RowsView.of(schema, 1, [1 << 20], [1], [0.25, -2.5], ["hush"])
    reader = RowsReader([given])
    assert of(reader.parts, reader.numbers(given)) == {"seat": [1], "odds": [0.25, -2.5], "pot": [1 << 20]}
    wide = RowsView.of(schema[2:], 0, [1 << 20], [], [], [])
    assert RowsReader([wide]).numbers(wide).tolist() == [0, 1 << 20]


def test_a_message_that_grows_beyond_its_most_is_an_error_that_says_where_to_say_it() -> None:
    game = create_game("verraeter")
    views = [game.view(state, 0) for state, _ in states_of(Case("verraeter", "official", 3), 1)]
    offered = next(view for view in views if view.offered.bit_count() > 1)
    reader = MessageReader("verraeter", CODECS["verraeter"]._replace(most={"offered": 1}), views[:1])
    with pytest.raises(ArenaError, match="row-misfits"):
        reader.numbers(offered)


@pytest.mark.parametrize("game", ["verraeter", "tron"])
def test_a_mask_is_of_what_is_legal(game: str) -> None:
    matches = Matches(game, None, None, 2, by_rank)
    matches.begin(None)
    while (seat := matches.match.actor) is not None:
        seen = matches.observation(seat)
        assert tuple(np.flatnonzero(seen["action_mask"])) == matches.match.legal
        assert seen["action_mask"].dtype == np.int8
        matches.match.choose(matches.match.legal[-1])
