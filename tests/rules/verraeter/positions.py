"""Makes states of Verräter from readable text, and plays matches by notation.

By default, the circle, the estates and the houses of the seats are as in the printed example round.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from arena.games.cells import Cells, put
from arena.games.chance import Chance
from arena.games.registry import create_game
from arena.games.verraeter import Verraeter
from arena.games.verraeter.phases.draft import ALL_OFFERED, ROLES_IN
from arena.games.verraeter.phases.setup import deal
from arena.games.verraeter.phases.supply import hold, pile_up
from arena.games.verraeter.state.cards import FULL_DECK, cards_of, code_of, text_of
from arena.games.verraeter.state.cells import (
    ACTOR,
    ASIDES,
    BUILDING,
    BUILDING_SEAT,
    DISCARD,
    HAND,
    HOUSE,
    LANDSCAPE,
    OWNER,
    PHASE,
    ROUND,
    SEATS,
    START,
    STRATEGY,
)
from arena.games.verraeter.state.state import State, by_place, by_seat, draw_pile
from arena.games.verraeter.terms import ALL_ROLES, BUILD, EAGLE, ESTATE, LANDSCAPES, ROLES, ROSE, TRADING_POST

Item = TypeVar("Item")
Places = Mapping[int, Sequence[int]]

EDITIONS: Final = ("official", "classic", "bsw", "faidutti")
CIRCLE: Final = (
    "R.city R.village E.waste R.river R.forest E.city E.pasture R.waste E.forest R.pasture E.village E.river"
)
"""The circle of the printed example round, clockwise from twelve o'clock. E and R are the owners Eagle and Rose."""
ESTATES: Final = {0: (5,), 1: (11,), 2: (10,), 3: (1,)}
"""The place of each seat's first estate in the printed example round, by seat."""
OPENING: Final = ("3+4+5",) * 4
HOUSE_OF_LETTER: Final = {"E": EAGLE, "R": ROSE}


def make_game() -> Verraeter:
    """Returns the game with the shipped point table."""
    made = create_game("verraeter")
    assert isinstance(made, Verraeter)
    return made


game: Final = make_game()


class ScriptedChance(Chance):
    """A Chance (the game's source of random results) with fixed results for some shuffles. The results of all other
    events follow from the seed.
    """

    __slots__ = ("scripted",)

    def __init__(self, scripted: Mapping[tuple[str, int], Sequence[object]], seed: bytes = bytes(16)) -> None:
        super().__init__(seed)
        self.scripted = dict(scripted)

    def shuffled(self, name: str, number: int, items: Sequence[Item]) -> list[Item]:
        if (name, number) not in self.scripted:
            return super().shuffled(name, number, items)
        rest = list(items)
        order = [rest.pop(rest.index(item)) for item in self.scripted[name, number] if item in rest]
        assert len(order) == len(self.scripted[name, number]), f"{name}/{number} shuffles {list(items)}"
        return order + rest


def cards(text: str) -> tuple[int, ...]:
    """Returns the card values in a text such as `2+4+6`, in the same order. `-` means no card."""
    return () if text == "-" else tuple(map(int, text.split("+")))


def dealt(edition: str = "official", seats: int = 4, seed: int = 0) -> State:
    """Returns the first state of a new match."""
    return game.deal(seats, edition, Chance(seed.to_bytes(16, "big")))


def position(
    edition: str = "official",
    *,
    houses: str = "ERER",
    circle: str = CIRCLE,
    estates: Places = ESTATES,
    posts: Places | None = None,
    hands: Sequence[str] = OPENING,
    pile: str | None = None,
    discard: str = "-",
    start: int = 0,
    strategist: int = 1,
    number: int = 1,
    reshuffled: Sequence[str] = (),
    rules_game: Verraeter = game,
) -> State:
    """Returns a state at the beginning of a round. `houses` has a letter for each seat: E for Eagle, R for Rose.

    `pile` is the draw pile from its top. With `pile`, cards that no argument mentions are added to the discard pile.
    Without it, these cards are the draw pile, in ascending order. `reshuffled` has the first cards of each later draw
    pile.
    """
    seats = len(houses)
    scripted = {("supply", number): cards(order) for number, order in enumerate(reshuffled, 1)}
    state = deal(rules_game.rules(edition), seats, ScriptedChance(scripted))
    cells = state.cells
    put(cells, HOUSE, tuple(HOUSE_OF_LETTER[letter] for letter in houses))
    for place, face in enumerate(circle.split()):
        letter, _, landscape = face.partition(".")
        cells[OWNER + place], cells[LANDSCAPE + place] = HOUSE_OF_LETTER[letter], LANDSCAPES.index(landscape)
    _build(cells, estates, ESTATE)
    _build(cells, posts or {}, TRADING_POST)
    for seat, hand in enumerate(hands[:seats]):
        hold(cells, seat, code_of(cards(hand)))
    cells[DISCARD] = code_of(cards(discard))
    rest = FULL_DECK - sum(by_seat(cells, HAND)) - cells[DISCARD]
    if pile is None:
        pile_up(cells, list(cards_of(rest)))
    else:
        pile_up(cells, list(cards(pile)))
        cells[DISCARD] += rest - code_of(cards(pile))
    cells[ROUND], cells[PHASE] = number, 1
    cells[START], cells[STRATEGY], cells[ACTOR] = start, strategist, strategist
    assert sum(by_seat(cells, HAND)) + cells[DISCARD] + code_of(draw_pile(cells)) == FULL_DECK
    return state


def _build(cells: Cells, buildings: Places, kind: int) -> None:
    for seat, places in buildings.items():
        for place in places if seat < cells[SEATS] else ():
            assert not cells[BUILDING + place], f"two buildings at {place}"
            cells[BUILDING + place], cells[BUILDING_SEAT + place] = kind, seat


def names(state: State) -> list[str]:
    """Returns the legal actions in notation."""
    return [game.action_name(state, action) for action in game.legal_actions(state)]


def play(state: State, *notations: str) -> State:
    """Returns the state after these actions. Each is taken by the seat that has to act."""
    for notation in notations:
        legal = names(state)
        assert notation in legal, f"{notation!r} is not among {legal}"
        state = game.apply(state, game.legal_actions(state)[legal.index(notation)])
    return state


def draft(state: State, fight: str, roles: str, aside: str | None = None) -> State:
    """Returns the state after phases 1 and 2. `fight` is the place of the conflict, and `roles` are the roles that the
    seats pick, in turn order. `aside` is the role set aside at first, by default one that no seat picks.
    """
    picked = roles.split()[: state.cells[SEATS]]
    left = [role for role in ROLES[1:] if role not in picked]
    asides = state.cells[ASIDES]
    state.cells[ASIDES] = asides - asides % len(ALL_ROLES) + ROLES.index(aside or left[0]) - 1
    return play(state, f"fight {fight}", *(f"pick {role}" for role in picked))


def fought(state: State, fight: str, roles: str, plays: str = "- - - -", aside: str | None = None) -> State:
    """Plays phases 1 to 6, and returns the state of the next decision, or the last state if the match is over.

    `plays` has the supply cards that each seat plays, in turn order. `draft` explains the other arguments.
    """
    state = draft(state, fight, roles, aside)
    return play(state, *(f"play {text_of(code_of(cards(played)))}" for played in plays.split()[: state.cells[SEATS]]))


def building(
    edition: str = "official", *, estates: Places = ESTATES, posts: Places | None = None, seats: int = 4
) -> State:
    """Returns a state in phase 7 in which seat 0 has the Builder. In this round, Rose has conquered the waste at place
    2.
    """
    state = position(edition, houses="ERER"[:seats], estates=estates, posts=posts)
    state = fought(state, "2|3", "builder diplomat-2 diplomat-5 farmer")
    assert (state.cells[PHASE], state.cells[ACTOR]) == (BUILD, 0)
    return state


def houses(state: State) -> str:
    """Returns the house of each seat, as a text with one letter (E or R) for each seat."""
    return "".join("-ER"[house] for house in by_seat(state.cells, HOUSE))


def circle(state: State) -> str:
    """Returns the house that owns each landscape, as a text with one letter (E or R) for each place."""
    return "".join("-ER"[house] for house in by_place(state.cells, OWNER))


def hands(state: State) -> list[str]:
    """Returns each seat's hand in notation."""
    return [text_of(hand) for hand in by_seat(state.cells, HAND)]


def sizes(state: State) -> list[int]:
    """Returns the number of cards in each seat's hand."""
    return [len(cards_of(hand)) for hand in by_seat(state.cells, HAND)]


def discarded(state: State) -> str:
    """Returns the discard pile in notation."""
    return text_of(state.cells[DISCARD])


def role_names(offer: int) -> set[str]:
    """Returns the names of the roles in an offer. Bit `role - 1` of the offer is set for each role in it."""
    return {ROLES[role] for role in ROLES_IN[offer & ALL_OFFERED]}


ALL_ROLE_NAMES: Final = {ROLES[role] for role in ALL_ROLES}
