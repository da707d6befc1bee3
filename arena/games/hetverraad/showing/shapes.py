"""The shapes of a board of Het Verraad.

Cards are named by their ids. A list of closed cards or tokens has its true length, with None for each unknown one.
"""

from typing import Final, TypedDict

from arena.games.hetverraad.showing.parts import Parts

Owner = int | str | None
"""A seat, BLACK, or nobody."""
BLACK: Final = "black master"


class TurnFrame(TypedDict):
    """The acts of the active seat in this turn."""

    areas_bought: list[str]
    areas_blocked: list[str]
    """Areas whose purchase was stopped; they count as bought."""
    buildings: int
    towers: int
    tokens: int
    cards_sold: list[str]
    """Cards that cannot be bought back this turn."""
    attacks: int
    red: bool
    """Whether it has earned the card of a red square, as things stand."""


class AreaFrame(TypedDict):
    """An area, in the order of the set-up."""

    id: str
    owner: Owner
    building: str | None
    towers: int


class BlackMasterFrame(TypedDict):
    """The Black Master."""

    area: str | None
    """None while he is outside the city."""
    score: int
    steps: int
    """How many steps he may take now."""
    black_die: int | None
    """The last roll of the black die; None before the first."""
    white_die: int | None


class WonFrame(TypedDict):
    """How the match was won."""

    side: str
    """`good` or `evil`."""
    seats: list[int]
    """The seats with the first rank."""


class SeatFrame(TypedDict):
    """The belongings of a seat; lists whose names begin alike correspond entry by entry."""

    score: int
    stones: int
    hand: list[str | None]
    """The building cards, ascending; unknown cards come last."""
    hand_shuffles: list[int]
    """The shuffle that each card comes from: 1, 2, 3 for A, B, C."""
    hand_seen_by: list[list[int] | None]
    """The seats that know each card; None for an unknown card."""
    influence: list[str | None]
    influence_ages: list[int]
    """How often the influence deck was reshuffled since each card was drawn."""
    white_tokens: int
    black_tokens: list[int | None]
    """The values of the tokens, in the order of the castle card."""
    black_tokens_seen_by: list[list[int]]
    dark_power: int | None
    """The sum of the black tokens, once they are turned up at the end."""
    income: dict[str, int]
    """By colour: the stones of its income cube."""
    knights: int
    """The knights that are not in the city."""
    expelled: bool
    """Whether the seat is expelled for ever; always false if seats may return."""


class OpenCardFrame(TypedDict):
    """An open building card, with the stones on it."""

    card: str
    stones: int


class Frame(TypedDict):
    """The table; decks and stacks are in drawing order, piles in the order in which things came."""

    round: int
    """0 while start areas are chosen."""
    phase: str
    interrupted: str | None
    """The phase that a reaction or a surplus interrupts."""
    start: int
    active: int
    """The seat whose turn it is."""
    slot: int
    """How many choices of the set-up are done."""
    last_round: bool
    """Whether the round is the last, by the end score or the limit of turns."""
    won: WonFrame | None
    """None while the match is played."""
    turn: TurnFrame
    pending: Parts | None
    """The announced action that others may react to."""
    areas: list[AreaFrame]
    black_master: BlackMasterFrame
    seats: list[SeatFrame]
    grand_powers: dict[str, Owner]
    row: list[OpenCardFrame]
    pawnshop: list[str]
    market: list[str]
    discard: list[str]
    removed: list[str]
    deck: list[str | None]
    deck_shuffles: list[int]
    deck_seen_by: list[list[int]]
    reshuffles: int
    """How often the discard pile has become the deck."""
    reshuffled: dict[str, int]
    """By card, the last shuffle it was part of, for cards whose last shuffle is not that of their letter."""
    influence_deck: list[str | None]
    influence_discard: list[str]
    influence_reshuffles: int
    influence_kept: list[str]
    """The influence cards with an age above 0, in any hand: they were not in the last reshuffle of their deck."""
    token_stack: list[int | None]
    token_stack_seen_by: list[list[int]]
