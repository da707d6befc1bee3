"""Tests of the sentences that tell a match of Verräter. For a viewer who sees everything, they must suffice to work out
every hand.
"""

import re
from collections import Counter
from typing import Any

from arena.match.frames import TABLE
from tests.games.matches import Case, every_case_of_verraeter, states_of
from tests.games.test_words import NAMES, told
from tests.games.verraeter.test_frames import HANDS, PILE
from tests.rules.verraeter.positions import draft, game, play, position

CASE = Case("verraeter", "official", 4)
CAME = re.compile(r"(\w+) draws ([\d, and]+)\.")
WENT = re.compile(r"(\w+) (?:plays|discards) ([\d, and]+?)(?: \(sum \d+\))?\.")


@every_case_of_verraeter
def test_what_is_told_as_drawn_and_given_makes_the_hands(case: Case) -> None:
    hands: dict[str, Counter[str]] = {name: Counter() for name in NAMES[: case.seats]}
    states = list(states_of(case, 1))
    for one, (state, _) in zip(told(case, states), states[1:], strict=True):
        for name, cards in WENT.findall(one.deed):
            hands[name] -= Counter(re.findall(r"\d+", cards))
        for name, cards in CAME.findall(" ".join(one.events)):
            hands[name] += Counter(re.findall(r"\d+", cards))
        seats: Any = case.game.reveal(state)["seats"]
        assert list(hands.values()) == [Counter(map(str, seat["hand"])) for seat in seats]


def test_the_printed_example_is_told() -> None:
    before = position(hands=HANDS, pile="+".join(map(str, PILE)))
    before = draft(before, "11|0", "builder traitor strategist diplomat-5", "diplomat-2")
    before = play(before, "play 2+4+6", "play 4", "play -")
    [action] = [one for one in game.legal_actions(before) if game.action_name(before, one) == "play 3"]
    [one] = told(CASE, [(before, action), (game.apply(before, action), None)])
    assert one.deed == "dora plays 3 (sum 3)."
    assert one.events == [
        "The roles are shown: ann: Builder, ben: Traitor, cid: Strategist, and dora: Diplomat +5.",
        "ben changes sides to Eagle.",
        "Eagle 21, Rose 23: Rose wins the conflict.",
        "Rose takes the river.",
        "ben scores 1 point and has 1.",
        "cid scores 2 points and has 2.",
        "dora scores 5 points and has 5.",
    ]


def test_closed_cards_are_counted() -> None:
    told_to_all = [event for one in told(CASE, states_of(CASE, 1), TABLE) for event in one.events]
    drawn = [event for event in told_to_all if " draws " in event]
    assert drawn
    assert all(re.search(r"draws \d+ cards?\.", event) for event in drawn)
