"""The shapes of a board of Het Verraad.

Cards are named by their ids. A list of closed cards or tokens has its true length, with None for each unknown one.
"""

from typing import Final, TypedDict

from arena.games.hetverraad.showing.parts import Parts

Owner = int | str | None
"""A seat, BLACK, or nobody."""
BLACK: Final = "black master"


class TurnFrame(TypedDict):
    """What the active seat has done this turn."""

    areas_bought: list[str]
    areas_blocked: list[str]
    """Areas whose purchase was stopped; they count as bought."""
    buildings: int
    towers: int
    tokens: int
    cards_sold: list[str]
    """They cannot be bought back this turn."""
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
    """He may take now."""
    black_die: int | None
    """The last roll."""
    white_die: int | None


class WonFrame(TypedDict):
    """How the match was won."""

    side: str
    """`good` or `evil`."""
    seats: list[int]
    """Those with the first rank."""


class SeatFrame(TypedDict):
    """What a seat has; lists with the same beginning of their names go together, entry by entry."""

    score: int
    stones: int
    hand: list[str | None]
    """Ascending; the cards not known come last."""
    hand_shuffles: list[int]
    """The shuffle each card comes from: 1, 2, 3 for A, B, C."""
    hand_seen_by: list[list[int] | None]
    """The seats that know it; None for a card not known."""
    influence: list[str | None]
    influence_ages: list[int]
    """How often their deck was made anew since each was drawn."""
    white_tokens: int
    black_tokens: list[int | None]
    """Their values, as they lie on the castle card."""
    black_tokens_seen_by: list[list[int]]
    dark_power: int | None
    """Their sum, once they are turned up at the end."""
    income: dict[str, int]
    """By colour."""
    knights: int
    """Not in the city yet."""
    expelled: bool
    """For ever; always false where a seat may return."""


class OpenCardFrame(TypedDict):
    """An open building card, with the stones on it."""

    card: str
    stones: int


class Frame(TypedDict):
    """The table; decks and stacks in drawing order, piles in the order things came."""

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
    """By the end score or by the limit of turns."""
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
    """By card, the last shuffle it was part of, where that is not the one of its letter."""
    influence_deck: list[str | None]
    influence_discard: list[str]
    influence_reshuffles: int
    influence_kept: list[str]
    """The influence cards of an age above 0, whoever has them: of them the deck was not made anew."""
    token_stack: list[int | None]
    token_stack_seen_by: list[list[int]]
