"""The shapes of a board of Het Verraad.

Cards are named by their ids. A list of closed cards or tokens has its true length, with None for each unknown one.
"""

from typing import Final, TypedDict

from arena.games.hetverraad.showing.parts import Parts

Owner = int | str | None
"""The owner of an area: a seat's number, BLACK for the Black Master, or None for nobody."""
BLACK: Final = "black master"


class TurnFrame(TypedDict):
    """What the active seat has done in this turn."""

    areas_bought: list[str]
    areas_blocked: list[str]
    """Areas whose purchase another seat stopped; they count as bought."""
    buildings: int
    towers: int
    tokens: int
    cards_sold: list[str]
    """Cards sold in this turn, which cannot be bought back in it."""
    attacks: int
    red: bool
    """Whether the seat would draw the influence card of a red square if it ended its actions now."""


class AreaFrame(TypedDict):
    """An area on the board; frames list areas in the order of the set-up."""

    id: str
    owner: Owner
    building: str | None
    towers: int


class BlackMasterFrame(TypedDict):
    """Where the Black Master is, his score, steps and dice."""

    area: str | None
    """The area on which he stands; None while he is outside the city."""
    score: int
    steps: int
    """How many steps he may take now."""
    black_die: int | None
    """The last roll of the black die; None before its first roll."""
    white_die: int | None


class WonFrame(TypedDict):
    """Which side won the match, and with which seats."""

    side: str
    """`good` or `evil`."""
    seats: list[int]
    """The seats that rank first."""


class SeatFrame(TypedDict):
    """The belongings of a seat; lists whose names begin alike correspond entry by entry."""

    score: int
    stones: int
    hand: list[str | None]
    """The building cards, ascending; an unknown card is None and comes last."""
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
    """The sum of the black tokens; None until they are turned up at the end."""
    income: dict[str, int]
    """By colour: the income in stones that the colour's income cube shows."""
    knights: int
    """How many knights of the seat are not in the city."""
    expelled: bool
    """Whether the seat is expelled for ever; always false if seats may return."""


class OpenCardFrame(TypedDict):
    """An open building card, with the stones on it."""

    card: str
    stones: int


class Frame(TypedDict):
    """A board: decks and stacks are in drawing order, piles in the order in which their cards came."""

    round: int
    """The number of the round, from 1; 0 while start areas are chosen."""
    phase: str
    interrupted: str | None
    """The phase that a reaction or a surplus interrupts; None if there is none."""
    start: int
    active: int
    """The seat whose turn it is."""
    slot: int
    """How many choices of the set-up have been made."""
    last_round: bool
    """Whether the round is the last, by the end score or the limit of turns."""
    won: WonFrame | None
    """Who won; None while the match is played."""
    turn: TurnFrame
    pending: Parts | None
    """The announced action to which others may react; None if there is none."""
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
    """The last shuffle that a card was part of, by card, if it is not the first shuffle of its letter."""
    influence_deck: list[str | None]
    influence_discard: list[str]
    influence_reshuffles: int
    influence_kept: list[str]
    """The influence cards with an age above 0, in any hand: they were not in the last reshuffle of their deck."""
    token_stack: list[int | None]
    token_stack_seen_by: list[list[int]]
