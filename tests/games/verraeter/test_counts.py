"""Tests of the number of possible actions, compared with counts worked out by hand, and of the integers that encode
actions.
"""

import pytest

from arena.games.verraeter import actions
from arena.games.verraeter.state.cards import CODES, FULL_DECK, code_of
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import BUILD, DRAW, SETUP, SUPPLY
from tests.rules.verraeter.positions import EDITIONS, building, dealt, draft, fought, game, names, position


def count(state: State, depth: int) -> int:
    """Returns the number of ways to choose the next `depth` actions."""
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(count(game.apply(state, action), depth - 1) for action in legal)


def test_three_seats_place_their_estates_in_1320_ways_and_four_in_11880() -> None:
    assert count(dealt("official", 3), 3) == 12 * 11 * 10
    assert count(dealt("official", 4), 4) == 12 * 11 * 10 * 9


@pytest.mark.parametrize(("houses", "ways"), [("ERE", 8 * 5 * 4 * 3), ("ERER", 8 * 5 * 4 * 3 * 2)])
def test_place_and_roles_of_the_printed_example(houses: str, ways: int) -> None:
    assert count(position(houses=houses), len(houses) + 1) == ways


def test_four_hands_of_three_different_cards_are_played_in_4096_ways() -> None:
    state = draft(position(), "11|0", "builder traitor strategist diplomat-5")
    assert count(state, 4) == 8**4


ONE_ESTATE = {
    "official": 1 + 8 + 8 + 1 + 8,
    "classic": 1 + 8 + 8 + 1 + 8,
    "bsw": 1 + 8 + 8 + 1 + 8 + 8,
    "faidutti": 1 + 8 + 1,
}
"""The number of legal actions of a Builder with one estate and eight free landscapes, by edition.

The terms count these actions, in this order: do nothing, build an estate, build a trading post (not in faidutti), turn
the estate, move it (not in faidutti), move and turn it (only in bsw).
"""
TWO_POSTS = {"official": 1 + 2 + 3 * 6, "classic": 1 + 2 + 3 * 6, "bsw": 1 + 2 + 3 * 6 + 2 * 6, "faidutti": 1 + 2}
"""The number of legal actions of a Builder with an estate, two trading posts and six free landscapes, by edition.

The terms count these actions, in this order: do nothing, turn a trading post, move one of the three buildings (not in
faidutti), move and turn a trading post (only in bsw).
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_acts_of_the_builder_with_one_estate_and_eight_free_landscapes(edition: str) -> None:
    assert len(names(building(edition))) == ONE_ESTATE[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_acts_of_the_builder_with_an_estate_and_two_trading_posts(edition: str) -> None:
    assert len(names(building(edition, posts={0: (3, 4)}))) == TWO_POSTS[edition]


@pytest.mark.parametrize(("edition", "choices"), [("official", 11), ("classic", 11), ("faidutti", 6)])
def test_discards_of_a_farmer_with_four_different_cards(edition: str, choices: int) -> None:
    # No card, one or two of four cards: 1 + 4 + 6. In faidutti, one of the cards 2, 3, 4, 5, 6 and 8.
    state = position(edition, hands=("2+3+4+5", "-", "-", "-"), estates={}, pile="6+8+5+2")
    assert len(names(fought(state, "2|3", "farmer strategist diplomat-5 traitor"))) == choices


def test_constructors_name_the_integers() -> None:
    assert [
        actions.fight(11), actions.pick(6), actions.place_estate(0), actions.place_trading_post(11), actions.flip(3),
        actions.move(0, 11), actions.move(11, 0), actions.move_and_flip(11, 11),
    ] == [8011, 8106, 8300, 8411, 8503, 8611, 8732, 8943]  # fmt: skip
    assert actions.ACTION_SPACE == 8944


@pytest.mark.parametrize(("action", "phase", "text"), [
    (0, SUPPLY, "play -"), (code_of((2, 4, 6)), SUPPLY, "play 2+4+6"), (code_of((8,)), DRAW, "discard 8"),
    (FULL_DECK, SUPPLY, "play " + "+".join("2" * 5 + "3" * 5 + "4" * 5 + "5" * 5 + "66" + "8")),
    (8000, 1, "fight 0|1"), (8011, 1, "fight 11|0"), (8101, 2, "pick traitor"), (8106, 2, "pick farmer"),
    (8200, BUILD, "build nothing"), (8300, SETUP, "build estate 0"), (8411, BUILD, "build trading-post 11"),
    (8505, BUILD, "flip 5"), (8611, BUILD, "move 0>11"), (8732, BUILD, "move 11>0"), (8811, BUILD, "move 0>11 flipped"),
])  # fmt: skip
def test_each_integer_has_its_notation(action: int, phase: int, text: str) -> None:
    assert actions.name(action, phase) == text


def test_no_two_actions_share_a_notation() -> None:
    blocks = [range(CODES), range(8000, 8012), range(8101, 8107), range(8200, 8201), range(8300, 8312)]
    blocks += [range(8400, 8412), range(8500, 8512), range(8600, 8744), range(8800, 8944)]
    texts = [actions.name(action, BUILD) for block in blocks for action in block]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_finished_match_has_no_actions(edition: str) -> None:
    state = fought(position(edition, number=8), "1|2", "strategist traitor diplomat-5 diplomat-2")
    assert (game.actor(state), names(state)) == (None, [])
