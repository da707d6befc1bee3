"""Tests of the house bots for Het Verraad: they choose legal actions in any position, and each beats the random bot by
more than chance.
"""

from itertools import islice

import pytest

from arena.bot import Turn
from tests.bots.playing import lead, least_lead, load_bot, new_match, play, random_turns, start_for
from tests.suite.proved import rests_on_proof
from tests.suite.sizes import full, latin, sized

pytestmark = rests_on_proof("strength")
GAME = "hetverraad"
RULE_BOTS = ("hetverraad-builder", "hetverraad-treason")
CASES = [("strategic", seats) for seats in (2, 3, 4, 5)] + [("swift", 4)]
each = pytest.mark.parametrize(("name", "case"), latin(RULE_BOTS, CASES))
every_rule_bot = pytest.mark.parametrize("name", RULE_BOTS)


def choices(name: str, seats: int, edition: str, deal: int, every: int = 1) -> list[int]:
    """Returns the actions that the bot chooses at all seats; asserts that they are legal. The bot sees every `every`-th
    turn of a match that is played with random actions.
    """
    bot, match = load_bot(name), new_match(seats, edition, deal, GAME)
    players = [bot(start_for(match, seat, seat)) for seat in range(seats)]
    chosen = []
    for current, turn in islice(random_turns(seats, edition, deal, GAME), 0, None, every):
        action = players[turn.seat].choose(turn)
        assert action in current.legal
        chosen.append(action)
    return chosen


@each
def test_any_position_gets_a_legal_action(name: str, case: tuple[str, int]) -> None:
    edition, seats = case
    for deal in range(sized(1, 3)):
        assert choices(name, seats, edition, deal)


@every_rule_bot
def test_a_bot_of_rules_needs_neither_seed_nor_memory(name: str) -> None:
    bot, match = load_bot(name), new_match(4, "strategic", 7, GAME)
    player = bot(start_for(match, 0, 1))
    for _, turn in random_turns(4, "strategic", 7, GAME):
        if turn.seat == 0:
            fresh = bot(start_for(match, 0, 2)).choose(Turn.FromString(turn.SerializeToString()))
            assert player.choose(turn) == fresh


@pytest.mark.slow
def test_montecarlo_chooses_legal_actions_and_the_same_again() -> None:
    one, again = (choices("hetverraad-montecarlo", 3, "swift", 1, sized(3, 1)) for _ in range(2))
    assert one == again


@each
def test_a_bot_of_rules_beats_random(name: str, case: tuple[str, int]) -> None:
    edition, seats = case
    bot, rival = load_bot(name), load_bot("random")
    assert least_lead([lead(bot, rival, seats, edition, deal, GAME) for deal in range(sized(3, 6))]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=full)])
def test_montecarlo_beats_random(seats: int) -> None:
    bot, rival = load_bot("hetverraad-montecarlo"), load_bot("random")
    assert least_lead([lead(bot, rival, seats, "strategic", deal, GAME) for deal in range(4)]) > 0


def test_random_does_not_beat_the_builder() -> None:
    bot, rival = load_bot("random"), load_bot("hetverraad-builder")
    assert least_lead([lead(bot, rival, 4, "strategic", deal, GAME) for deal in range(6)]) < 0


def test_traitors_in_the_majority_win_without_the_most_points() -> None:
    """Tests that three traitors beat one builder in most matches, and can win without the most points. By rule R-88,
    the seat with the most black tokens wins if the Black Master has more points than every seat.
    """
    builder, traitor = load_bot("hetverraad-builder"), load_bot("hetverraad-treason")
    records = [play([builder, traitor, traitor, traitor], "strategic", deal, GAME) for deal in range(6)]
    assert sum(record.ranks[0] > 1 for record in records) > 4
    assert any(record.scores[record.ranks.index(1)] < max(record.scores) for record in records)
