"""A test with a whole match, move by move, in which every point was counted by hand: the printed example round and the
seven rounds after it.

No match of people is recorded with its cards, so this match is invented. It follows the classic web rules, in which
each hand begins with the cards 3, 4 and 5. This file lists its three draw piles, so nothing in it is random. The seats
are Brown 0, Blue 1, Green 2 and Yellow 3. The comment of each round counts the houses' conflict
points, the victory points and the drawn cards.

Each seat of the winning house scores points for the conquered landscape: fewer if the house has more seats. points.toml
has these points, for 1, 2, 3 and 4 seats of the house: pasture 4 3 2 1, river 5 4 2 1, forest 7 5 2 1.
"""

from typing import Final, NamedTuple

from arena.games.verraeter.state.cells import ROUND, START, STRATEGY
from arena.games.verraeter.state.state import draw_pile
from arena.match.match import ranks_of
from tests.rules.verraeter.positions import circle, discarded, fought, game, hands, houses, play, position

PILE: Final = "2+6+2+8+2+3+6+5+2+4+2"
SECOND: Final = "5+3+8+4+3+5+4+3+5+4+6+3+5+4+3+4"
THIRD: Final = "6+2+5+3+8+3+5+2+6+3+4+5+2+3"


class Round(NamedTuple):
    """The choices of a round, and the facts that must be true after it."""

    fight: str
    roles: str
    aside: str
    plays: str
    then: tuple[str, ...]
    """The choices after the conflict: the Builder's action, and the cards that are discarded before drawing."""
    scores: tuple[int, ...]
    houses: str
    circle: str
    hands: list[str]
    pile: int
    """The number of cards in the draw pile after the round."""
    discarded: str
    start: int
    strategist: int


ROUNDS: Final = (
    # 1, the printed one: Eagle's river 5 against Rose's city 15. Blue goes over to Eagle.
    # Eagle 5 + 12 + 4 = 21, Rose 15 + 3 + 5 (diplomat) = 23. Yellow alone: river 5. Blue 1, Green 2.
    # Brown draws for 5 and 6, Green for 10, Yellow for 1; Blue's river is Rose now.
    Round(
        "11|0", "builder traitor strategist diplomat-5", "diplomat-2", "3+4+5 4 - 3",
        ("build estate 6",),
        (0, 1, 2, 5), "EEER", "RRERREERERER",
        ["2+6", "3+5", "2+3+4+5", "4+5+8"], 7, "3+3+4+4+5", 1, 2,
    ),
    # 2, from Blue: Eagle's city 15 against Rose's forest 7.
    # Eagle 15 + 3 + 2 (diplomat) + 5 + 6 = 31, Rose 7 + 17 + 5 (diplomat) = 29. Three of Eagle: forest 2 each; Green 2.
    # Brown draws 3 as farmer, first; Blue 1 as diplomat, Green 1, Yellow 1.
    Round(
        "4|5", "diplomat-2 strategist diplomat-5 farmer", "traitor", "3 5 4+5+8 6",
        (),
        (2, 3, 6, 5), "EEER", "RREREEERERER",
        ["2+2+3+6", "5+5", "2+2+3+4", "4"], 1, "3+3+3+4+4+4+5+5+5+6+8", 2, 2,
    ),
    # 3, from Green: Eagle's village 10 against Rose's pasture 3. Green goes over to Rose.
    # Eagle 10 + 3 + 5 (diplomat) + 5 = 23, Rose 3 + 7 + 4 = 14. Two of Eagle: pasture 3 each; Green 1, Blue 2.
    # Green's village is Eagle's, so Green draws none. Yellow draws for 1 and 3: the last card, and the first of the new
    # pile of 16. Brown draws 2.
    Round(
        "9|10", "traitor builder diplomat-5 strategist", "farmer", "3+4 4 3 5",
        ("build estate 3",),
        (5, 8, 7, 5), "EERR", "RREREEEREEER",
        ["2+2+3+6+8", "5", "2+2", "2+5"], 13, "-", 3, 1,
    ),
    # 4, from Yellow: Eagle's forest 7 against Rose's river 5.
    # Eagle 7 + 9 + 5 = 21, Rose 5 + 5 + 5 (diplomat) + 4 + 2 (diplomat) = 21: nobody wins, and nothing is turned.
    # Blue draws 3 as farmer, first; Yellow 2, Brown 2, Green 1 as diplomat.
    Round(
        "3|4", "diplomat-5 builder farmer diplomat-2", "strategist", "5 3+6 5 2+2",
        ("build trading-post 8",),
        (5, 8, 7, 5), "EERR", "RREREEEREEER",
        ["2+2+4+5+8", "3+4+5", "6", "2+3+4"], 5, "2+2+3+5+5+6", 0, 1,
    ),
    # 5, from Brown: Eagle's village 10 against Rose's river 5. Brown goes over to Rose.
    # Eagle 10 + 12 = 22, Rose 5 + 8 + 6 + 2 + 2 (diplomat) = 23. Three of Rose: village 3 each; Brown 1, Blue 2.
    # Brown has no estate of Rose, Blue none of Eagle. Green draws for 7 and 10, Yellow 3 with the diplomat: the pile is
    # empty, and stays so until somebody draws.
    Round(
        "10|11", "traitor strategist builder diplomat-2", "diplomat-5", "8 3+4+5 6 2",
        ("build estate 7",),
        (9, 10, 10, 8), "RERR", "RREREEEREERR",
        ["2+2+4+5", "-", "3+5", "3+3+4+4+4"], 0, "2+2+2+3+3+4+5+5+5+6+6+8", 1, 1,
    ),
    # 6, from Blue: Eagle's pasture 3 against Rose's village 10. Blue goes over to Rose, where now all are.
    # Eagle 3, Rose 10 + 5 (diplomat) = 15. Four of Rose: pasture 1 each; Blue 1, Green 2.
    # Yellow, the farmer, has 5 cards and puts 2 away to draw 2; only then are the 14 discarded ones a new pile.
    # Blue draws 1, Green 2.
    Round(
        "9|10", "traitor strategist farmer diplomat-5", "builder", "- - - -",
        ("discard 3+3",),
        (10, 12, 13, 9), "RRRR", "RREREEERERRR",
        ["2+2+4+5", "5", "3+3+5+8", "2+4+4+4+6"], 9, "-", 2, 2,
    ),
    # 7, from Green: Eagle's forest 7 against Rose's pasture 3. Green goes over to Eagle, alone.
    # Eagle 7 + 16 = 23, Rose 3 + 6 + 5 + 5 (diplomat) = 19. One of Eagle: pasture 4; Green 1, Blue 2.
    # Yellow draws 1, for the estate at 3 is a trading post now; Blue 1.
    Round(
        "8|9", "traitor builder diplomat-5 strategist", "diplomat-2", "3+5+8 6 5 -",
        ("flip 3",),
        (10, 14, 18, 9), "RRER", "RREREEEREERR",
        ["2+2+4", "5+5", "3", "2+3+4+4+4"], 7, "3+5+5+6+8", 3, 1,
    ),
    # 8, from Yellow: Eagle's forest 7 against Rose's river 5.
    # Eagle 7 + 3 + 5 (diplomat) = 15, Rose 5 + 12 + 10 = 27. Three of Rose: forest 2 each; Blue 2.
    # So far 12, 18, 18, 11. Yellow draws 3 as farmer, Blue 1.
    # Trading posts: Brown's two count 3 cards each, 6; Yellow's one counts 3 of 5 cards, 3.
    Round(
        "3|4", "farmer builder strategist diplomat-5", "traitor", "4+4+4 - 5+5 3",
        ("flip 6",),
        (18, 18, 18, 14), "RRER", "RRERREEREERR",
        ["2+2+4", "4", "-", "2+2+3+3+6"], 3, "3+3+4+4+4+5+5+5+5+6+8", 3, 1,
    ),
)  # fmt: skip


def test_a_whole_match() -> None:
    state = position("classic", pile=PILE, reshuffled=(SECOND, THIRD))
    for number, told in enumerate(ROUNDS, 1):
        assert state.cells[ROUND] == number
        state = play(fought(state, told.fight, told.roles, told.plays, aside=told.aside), *told.then)
        assert list(game.scores(state)) == list(told.scores), number
        assert (houses(state), circle(state)) == (told.houses, told.circle), number
        assert hands(state) == told.hands, number
        assert (len(draw_pile(state.cells)), discarded(state)) == (told.pile, told.discarded), number
        assert (state.cells[START], state.cells[STRATEGY]) == (told.start, told.strategist), number
    assert game.actor(state) is None
    # three seats share the win, because no rule breaks the tie
    assert list(ranks_of(game.merits(state), frozenset())) == [1, 1, 1, 4]
