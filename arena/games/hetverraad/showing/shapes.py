"""The types of the JSON values that make up a board of Het Verraad.

Cards are named by their ids. A list of closed cards or tokens has its true length, with None for each unknown card or
token.
"""

from typing import Final, TypedDict

from arena.games.hetverraad.showing.parts import Parts

Owner = int | str | None
"""The owner of an area: a seat's number, BLACK for the Black Master, or None if the area is neutral."""
BLACK: Final = "black master"


class TurnFrame(TypedDict):
    """The purchases, buildings, sales and attacks of the active seat in this turn."""

    areas_bought: list[str]
    areas_blocked: list[str]
    """The areas that another seat's card Blockade kept from being bought this turn. They count towards the limit of
    areas bought in a turn.
    """
    buildings: int
    towers: int
    tokens: int
    cards_sold: list[str]
    """The building cards sold this turn, which cannot be bought back in the same turn."""
    attacks: int
    red: bool
    """Whether the active seat's score has reached a red square, for which it draws an influence card in phase 3 (R-58).
    A later change of the score in the turn may undo this (A-23).
    """


class AreaFrame(TypedDict):
    """The present state of an area. Boards list the areas in the order of the set-up."""

    id: str
    owner: Owner
    building: str | None
    towers: int


class BlackMasterFrame(TypedDict):
    """The Black Master's area, score, steps and dice."""

    area: str | None
    """The area on which the Black Master is; None while he is outside the city."""
    score: int
    steps: int
    """The number of steps that the Black Master may take now."""
    black_die: int | None
    """The last roll of the black die; None before the first roll."""
    white_die: int | None


class WonFrame(TypedDict):
    """The winning side of a finished match, and the winning seats."""

    side: str
    """The winning side: `good` or `evil`."""
    seats: list[int]
    """The seats that share the first rank."""


class SeatFrame(TypedDict):
    """The possessions of a seat. Lists with names that begin alike, such as `hand` and `hand_shuffles`, describe the
    same cards or tokens in the same order.
    """

    score: int
    stones: int
    hand: list[str | None]
    """The building cards in the hand, in the order of `Setup.cards`. Unknown cards are None and come last."""
    hand_shuffles: list[int]
    """The number of the shuffle from which each card of the hand comes. The shuffles of the A, B and C cards at the
    set-up have the numbers 1, 2 and 3.
    """
    hand_seen_by: list[list[int] | None]
    """For each card of the hand, the list of the seats that know it; None if the viewer does not know the card."""
    influence: list[str | None]
    influence_ages: list[int]
    """The age of each influence card: the number of reshuffles of the influence deck since the card was drawn."""
    white_tokens: int
    black_tokens: list[int | None]
    """The values of the black tokens, in the order of their places on the castle card; None for an unknown value."""
    black_tokens_seen_by: list[list[int]]
    dark_power: int | None
    """The sum of the values of the black tokens; None unless a tie at the end has turned the tokens up."""
    income: dict[str, int]
    """The income in stones that the income cube of each colour shows, by colour."""
    knights: int
    """The number of the seat's knights that are not yet on an area."""
    expelled: bool
    """Whether the seat is expelled for ever; always false if seats may return."""


class OpenCardFrame(TypedDict):
    """An open building card, with the number of stones on it."""

    card: str
    stones: int


class Frame(TypedDict):
    """The board of a match as one viewer sees it. Decks and stacks are listed in drawing order, other piles in the
    order in which their cards were laid down.
    """

    round: int
    """The number of the round, from 1; 0 while start areas are chosen."""
    phase: str
    interrupted: str | None
    """The phase to which the match returns after the phase "reaction" or "surplus"; None in any other phase."""
    start: int
    active: int
    """The seat whose turn it is."""
    slot: int
    """The number of turns that are over in the choice of start areas, and then, from 0 again, in the placing of start
    towers. Skipped turns count too.
    """
    last_round: bool
    """Whether this round is the last, because the end score or the limit of turns is reached."""
    won: WonFrame | None
    """The winning side and seats; None while the match is going on."""
    turn: TurnFrame
    pending: Parts | None
    """The announced action to which other seats may react; None if there is none."""
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
    """The number of reshuffles of the deck of building cards."""
    reshuffled: dict[str, int]
    """The shuffle number (see `hand_shuffles`) of each building card that was reshuffled after the set-up, by card. A
    reshuffle gets the lowest number from 4 on that no card in a hand has.
    """
    influence_deck: list[str | None]
    influence_discard: list[str]
    influence_reshuffles: int
    influence_kept: list[str]
    """The kinds of the influence cards in all hands, except cards of age 0 (see `influence_ages`), sorted by age and
    then by kind.
    """
    token_stack: list[int | None]
    token_stack_seen_by: list[list[int]]
