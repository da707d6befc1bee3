"""Tests that every house bot chooses legal actions in any position, and the same actions when it is run again."""

from itertools import islice

import pytest

from arena.bot import Bot, Turn
from tests.bots.playing import CASES, load_bot, new_match, random_turns, start_for
from tests.suite.sizes import latin, sized

QUICK_BOTS = ("random", "greedy", "banker")
every_case = pytest.mark.parametrize(("edition", "seats"), CASES)
EDITIONS = list(dict.fromkeys(edition for edition, _ in CASES))


def choices(bot: type[Bot], seats: int, edition: str, deal: int, every: int = 1) -> list[int]:
    """Returns the actions that the bot chooses at all seats; asserts that they are legal. The bot sees every `every`-th
    turn of a match that is played with random actions.
    """
    match = new_match(seats, edition, deal)
    players = [bot(start_for(match, seat, seat)) for seat in range(seats)]
    chosen = []
    for current, turn in islice(random_turns(seats, edition, deal), 0, None, every):
        action = players[turn.seat].choose(turn)
        assert action in current.legal
        chosen.append(action)
    return chosen


@pytest.mark.parametrize("name", QUICK_BOTS)
@every_case
def test_any_position_gets_a_legal_action_and_the_same_one_again(name: str, edition: str, seats: int) -> None:
    bot = load_bot(name)
    for deal in range(sized(3, 10)):
        assert choices(bot, seats, edition, deal) == choices(bot, seats, edition, deal)


@pytest.mark.parametrize(("edition", "seats"), latin(EDITIONS, (3, 4)))
@pytest.mark.parametrize(("name", "every"), [("montecarlo", sized(3, 1)), ("champion", sized(9, 1))])
def test_so_it_does_of_a_search(name: str, every: int, edition: str, seats: int) -> None:
    bot = load_bot(name)
    assert choices(bot, seats, edition, 0, every) == choices(bot, seats, edition, 0, every)


@every_case
@pytest.mark.parametrize("name", ["greedy", "banker"])
def test_a_heuristic_needs_neither_seed_nor_memory(name: str, edition: str, seats: int) -> None:
    bot = load_bot(name)
    match = new_match(seats, edition, 7)
    for _, turn in random_turns(seats, edition, 7):
        fresh = [
            bot(start_for(match, turn.seat, seed)).choose(Turn.FromString(turn.SerializeToString())) for seed in (1, 2)
        ]
        assert fresh[0] == fresh[1]


def test_the_random_bot_heeds_its_seed() -> None:
    bot = load_bot("random")
    match = new_match(4, "official", 3)
    chosen = [
        [bot(start_for(match, turn.seat, seed)).choose(turn) for _, turn in random_turns(4, "official", 3)]
        for seed in (1, 2)
    ]
    assert chosen[0] != chosen[1]
