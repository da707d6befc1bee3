"""A test with a whole match of two seats, move by move, in which every stone and point was counted by hand.

No match of people is recorded with its cards, so this match is invented. Its decks, tokens and dice are written in this
file, so nothing in the match is random. The match ends at 12 points, not at 50, so that a reader can follow it to the
end.

An area is named by its ring and number. A building is named by colour, letter and number: BR brown, NI green, HA blue,
ST purple. All buildings here have the letter A. Those with the numbers 1 to 3 are worth 1 point, those with 4 and 5 are
worth 2 points.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from arena.games.hetverraad.editions import OPTIONS
from arena.games.hetverraad.phases.setup import deal
from arena.games.hetverraad.state.board import areas_of
from arena.games.hetverraad.state.cells import ACTIVE, BLACK_PLACE, BLACK_SCORE, ROUND, SCORE, STONES
from arena.games.hetverraad.state.state import Rules, State, by_seat
from arena.games.hetverraad.terms import BLACK_MASTER
from arena.match.match import ranks_of
from tests.rules.hetverraad.positions import (
    Item,
    ScriptedChance,
    cards,
    city,
    game,
    hand,
    holder,
    kinds,
    phase,
    play,
    row_of,
    row_stones,
)

END: Final = 12
HANDS: Final = "NI-A4 BR-A1 HA-A4 ST-A4 BR-A4 NI-A1"
ROW: Final = "HA-A1 BR-A5 ST-A1"
DECK: Final = "NI-A5 HA-A5 BR-A2 ST-A5 NI-A2 HA-A2 BR-A3 ST-A2"
SHUFFLED: Final = {
    "A cards": cards(f"{HANDS} {ROW} {DECK}"), "influence": kinds("pioneer"), "black tokens": (4, 1, 2),
}  # fmt: skip
ROLLED: Final = {
    "attack 0 black 4": 5, "attack 0 white 4": 3,
    "steps 6": 3, "attack 0 black 6": 4, "attack 0 white 6": 5,
    "attack 0 black 8": 1, "attack 0 white 8": 6,
}  # fmt: skip
"""The results of dice, by the name of the roll and its turn number, which is two times the round plus the active
seat.
"""
START: Final = (
    "start M06", "start M02",  # 5 dots each
    "start M08", "start M00",  # and 4
    "start O08", "start O05",  # and 1: 10 dots each
    "tower M06", "tower M02",
)  # fmt: skip
"""The actions of the set-up. Seat 1 acts first, as the right neighbour of the start player (seat 0)."""


class Turn(NamedTuple):
    """The actions of a turn, and the facts that must be true after it."""

    actions: Sequence[str]
    scores: tuple[int, int]
    black: int
    """The points of the Black Master after the turn."""
    stones: tuple[int, int]
    hands: tuple[str, str]
    row: str
    on_row: tuple[int, ...]
    """The number of stones on each open card after the turn."""
    areas: tuple[str, str, str]
    """The areas of seat 0, of seat 1 and of the Black Master after the turn."""


TURNS: Final = (
    # Round 1, seat 0. It has 5 stones. It builds for 2 (blue, on a road) and for 1: 3 points. It buys O01 for 1; 1 is
    # left. Its blue income is now 2 + 2 (the building and the bonus of its area), its brown income 1 + 1.
    Turn(
        ("take BR-A5", "build HA-A4 M02", "build BR-A1 M00", "buy O01", "end actions"),
        (3, 0), 0, (1, 5), ("BR-A5 NI-A4", "BR-A4 NI-A1 ST-A4"),
        "HA-A1 ST-A1 NI-A5", (1, 1, 0), ("M00 M02 O01 O05", "M06 M08 O08", ""),
    ),
    # Round 1, seat 1. It takes a blue card with 1 stone on it, so seat 0 gets its blue income of 4. Of 5 + 1 stones,
    # seat 1 builds for 2 and 2, and buys O09 for 2. Its purple income is now 2 + 2, its brown income 2 + 1.
    Turn(
        ("take HA-A1", "build ST-A4 M06", "build BR-A4 M08", "buy O09", "end actions"),
        (3, 4), 0, (5, 0), ("BR-A5 NI-A4", "NI-A1 HA-A1"),
        "ST-A1 NI-A5 HA-A5", (2, 1, 0), ("M00 M02 O01 O05", "M06 M08 O08 O09", ""),
    ),
    # Round 2, seat 0. It takes purple, with 2 stones on it: nobody has more than 5 to be taxed, and seat 1 gets 4.
    # Of 5 + 2 stones it pays 3 for a black token, builds 2 and buys O06 for 2. The building brings it to 5, which is
    # red: an influence card. The Black Master enters by the gate O09 and attacks: 5 + 1 against 3 + 1, for the tower on
    # M06 touches O09. It is his; there is no building.
    Turn(
        ("take ST-A1", "buy black", "build NI-A4 O05", "buy O06", "end actions",
         "tokens", "move O09", "attack", "end turn"),
        (5, 4), 1, (0, 4), ("BR-A5 ST-A1", "NI-A1 HA-A1"),
        "NI-A5 HA-A5 BR-A2", (2, 1, 0), ("M00 M02 O01 O05 O06", "M06 M08 O08", "O09"),
    ),
    # Round 2, seat 1. It takes green, with 2 stones on it: seat 0 gets 2. It has 4 + 2, pawns a card worth 1 for 1, and
    # pays 3 for a white token and 4 for M07. Seat 0 is asked, for it has an influence card, and cannot answer.
    Turn(
        ("take NI-A5", "sell NI-A1 pawnshop", "buy white", "buy M07", "pass", "end actions"),
        (5, 4), 1, (2, 0), ("BR-A5 ST-A1", "NI-A5 HA-A1"),
        "HA-A5 BR-A2 ST-A5", (2, 1, 0), ("M00 M02 O01 O05 O06", "M06 M07 M08 O08", "O09"),
    ),
    # Round 3, seat 0. It takes blue, with 2 stones on it, and gets 4: 2 + 4 + 2. The pioneer takes I1, where a
    # blue building of 2 will bring 2 and the bonus 3. It builds 2 and 2, and pays 4 for its second black token.
    # The Black Master rolls 3: O10, M07, M08, for the tower on M06 bars the short way. He attacks: 4 + 2 against 5 + 1.
    # It is equal: the area is nobody's, the building stays there, and seat 1 loses its 2 points.
    Turn(
        ("take HA-A5", "pass", "play pioneer I1", "build HA-A5 I1", "build BR-A5 O06", "buy black", "end actions",
         "roll", "move M08", "attack"),
        (9, 2), 2, (0, 0), ("ST-A1", "NI-A5 HA-A1"),
        "BR-A2 ST-A5 NI-A2", (2, 1, 0), ("I1 M00 M02 O01 O05 O06", "M06 M07 O08", "O09"),
    ),
    # Round 3, seat 1. It takes purple, with 1 stone on it, and gets 4. It builds 2 and 2, and pawns a card for 1.
    Turn(
        ("take ST-A5", "build ST-A5 M07", "build NI-A5 O08", "sell HA-A1 pawnshop", "end actions"),
        (9, 6), 2, (0, 2), ("ST-A1", ""),
        "BR-A2 NI-A2 HA-A2", (3, 1, 0), ("I1 M00 M02 O01 O05 O06", "M06 M07 O08", "O09"),
    ),
    # Round 4, seat 0. It takes brown, with 3 stones on it, and gets 2: M00 brings 1 and 1, O06 brings 2 and 0.
    # For these 5 stones it buys its third black token: dark power, 3 points. With 12 this round is the last.
    # The Black Master goes on to M07 and attacks: 1 + 3 against 6 + 1 + 1. Nothing changes.
    Turn(
        ("take BR-A2", "buy black", "end actions", "tokens", "move M07", "attack"),
        (12, 6), 3, (0, 2), ("BR-A2 ST-A1", ""),
        "NI-A2 HA-A2 BR-A3", (2, 1, 0), ("I1 M00 M02 O01 O05 O06", "M06 M07 O08", "O09"),
    ),
    # Round 4, seat 1. It takes green, with 2 stones on it, and gets 2, as seat 0 does. For 4 of its 6 stones it buys
    # M08 back, and the building's 2 points with it; for the other 2 it buys O12.
    Turn(
        ("take NI-A2", "buy M08", "buy O12", "end actions"),
        (12, 8), 3, (2, 0), ("BR-A2 ST-A1", "NI-A2"),
        "HA-A2 BR-A3 ST-A2", (2, 1, 0), ("I1 M00 M02 O01 O05 O06", "M06 M07 M08 O08 O12", "O09"),
    ),
)  # fmt: skip


class Rolled(ScriptedChance):
    """A Chance (the game's source of random results) with the dice of this match. It finds the result of a roll by the
    roll's name and the turn number.
    """

    __slots__ = ()

    def pick(self, name: str, number: int, items: Sequence[Item]) -> Item:
        return super().pick(f"{name} {number}" if name != "start" else name, number, items)


def dealt() -> State:
    """Returns the state before the first action of the match. Seat 0 is the start player."""
    end_score = bytes((0, 0, END, *city.end_score[3:]))
    rules = Rules(OPTIONS["strategic"], replace(city, end_score=end_score))
    return deal(rules, 2, Rolled({"start": 0, **ROLLED}, SHUFFLED, bytes(16)))


def areas(state: State) -> tuple[str, ...]:
    """Returns the areas of both seats and of the Black Master."""
    return tuple(
        " ".join(city.area_ids[area] for area in areas_of(state.cells, owner)) for owner in (1, 2, BLACK_MASTER)
    )


def test_a_whole_match() -> None:
    state = dealt()
    assert (hand(state, 0), hand(state, 1), row_of(state)) == ("BR-A1 NI-A4 HA-A4", "BR-A4 NI-A1 ST-A4", ROW)
    state = play(state, *START)
    for number, told in enumerate(TURNS):
        assert (state.cells[ROUND], state.cells[ACTIVE], phase(state)) == (1 + number // 2, number % 2, "income")
        state = play(state, *told.actions)
        assert by_seat(state.cells, SCORE) == told.scores, number
        assert state.cells[BLACK_SCORE] == told.black, number
        assert by_seat(state.cells, STONES) == told.stones, number
        assert (hand(state, 0), hand(state, 1)) == told.hands, number
        assert (row_of(state), row_stones(state)) == (told.row, told.on_row), number
        assert areas(state) == told.areas, number
    assert game.actor(state) is None
    assert holder(state, "dark") == 0
    assert city.area_ids[state.cells[BLACK_PLACE]] == "M07"
    assert list(ranks_of(game.merits(state), frozenset())) == [1, 2]  # good wins: 3 points are not the most
