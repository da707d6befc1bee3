"""The state of a match, in two halves: the table everybody sees, and the rest that nobody sees whole.

Rule 1: a `Table` holds only what lies open; a `View` is a table, the sizes of what is closed, the seat's own secrets,
and what it once saw of the closed (`knowledge.py`), so nothing leaks by accident.
Rule 2: every attribute is an immutable value, replaced and never changed, so a copy is a copy of references.
Rule 3: rows of small numbers are `bytes`, indexed by area or by seat, or lists of cards.
"""

from dataclasses import dataclass

from arena.games.chance import Chance
from arena.games.hetverraad.city import City
from arena.games.hetverraad.editions import Options
from arena.games.hetverraad.terms import INFLUENCE, NOBODY, PHASE_NAMES
from arena.games.values import Value


@dataclass(frozen=True, slots=True)
class Rules(Value):
    """What a match is played by: the edition and the components."""

    options: Options
    city: City

    def __hash__(self) -> int:
        return hash(self.options)  # a city is long, and seldom are there two


class Table(Value):
    """What lies open."""

    __slots__ = (
        "active",
        "actor",
        "area_building",
        "area_owner",
        "area_tower",
        "areas_blocked",
        "areas_bought",
        "attacks",
        "black",
        "black_die",
        "black_master",
        "black_score",
        "buildings_built",
        "card_shuffle",
        "cards_sold",
        "dark_power",
        "discard",
        "ending",
        "expelled",
        "grand_power",
        "income",
        "influence_discard",
        "influence_reshuffles",
        "market",
        "pawnshop",
        "pending",
        "phase",
        "red",
        "removed",
        "reshuffles",
        "resume",
        "round",
        "row",
        "row_stones",
        "score",
        "seats",
        "slot",
        "start",
        "steps",
        "stones",
        "tokens_bought",
        "towers_built",
        "white",
        "white_die",
    )

    seats: int
    start: int
    """The start player."""
    round: int
    """From 1; 0 while the start areas are chosen."""
    phase: int
    active: int
    """The seat whose turn it is."""
    actor: int
    """The seat that must choose; NOBODY when the match is over."""
    slot: int
    """How many choices of the set-up are done."""
    area_owner: bytes
    """By area: 0 neutral, `seat + 1`, or BLACK_MASTER."""
    area_building: bytes
    """By area: the building card on it, or 0."""
    area_tower: bytes
    """By area: the number of towers."""
    black_master: int
    """The area the Black Master stands on, or OUTSIDE."""
    black_score: int
    score: tuple[int, ...]
    stones: tuple[int, ...]
    white: bytes
    """By seat: the number of white tokens."""
    black: bytes
    """By seat: the number of black tokens."""
    income: bytes
    """Positions of the income cubes: entry `4 * seat + colour - 1`."""
    grand_power: bytes
    """By grand power: its owner."""
    row: bytes
    """The open building cards."""
    row_stones: tuple[int, ...]
    """The stones on each of them."""
    pawnshop: bytes
    """The cards for sale there, in the order they came."""
    market: bytes
    """The cards for sale on the free market."""
    discard: bytes
    """The discard pile of building cards."""
    removed: bytes
    """Building cards out of the game."""
    reshuffles: int
    """How often the discard pile has become the deck."""
    card_shuffle: bytes
    """By building card: the shuffle it was last part of; 1, 2, 3 for the letters at the set-up."""
    influence_discard: bytes
    """Influence cards played or laid away."""
    influence_reshuffles: int
    areas_bought: bytes
    """This turn."""
    areas_blocked: bytes
    """This turn: areas whose purchase was stopped; they count as bought."""
    buildings_built: int
    """This turn, like the three that follow."""
    towers_built: int
    tokens_bought: int
    cards_sold: bytes
    """They cannot be bought back this turn."""
    red: int
    """1 if the active seat has earned the card of a red square, as things stand."""
    ending: int
    """1 once the end score was reached: the round is played to its end."""
    expelled: bytes
    """By seat: 1 once it is expelled for ever; always 0 where a seat may return."""
    dark_power: bytes
    """By seat: the values of its black tokens together, once they are turned up at the end; 0 before."""
    steps: int
    """The steps the Black Master may take now."""
    attacks: int
    """Attacks made this turn."""
    black_die: int
    """The last roll, 0 before the first."""
    white_die: int
    """The last roll, 0 before the first."""
    pending: int
    """The announced action others may react to; 0: none."""
    resume: int
    """The phase that a reaction or a surplus interrupts; 0: none."""

    def __repr__(self) -> str:
        return f"<table of Het Verraad: {self.situation()}>"

    def situation(self) -> str:
        """Where the match stands, in a line."""
        acts = "over" if self.actor == NOBODY else f"seat {self.actor} acts"
        points = f"points {' '.join(map(str, self.score))}, Black Master {self.black_score}"
        return f"round {self.round}, {PHASE_NAMES[self.phase]}, {acts}, {points}"

    def copy(self) -> "Table":
        """A table that may be changed without changing this one."""
        new = Table.__new__(Table)
        new.seats = self.seats
        new.start = self.start
        new.round = self.round
        new.phase = self.phase
        new.active = self.active
        new.actor = self.actor
        new.slot = self.slot
        new.area_owner = self.area_owner
        new.area_building = self.area_building
        new.area_tower = self.area_tower
        new.black_master = self.black_master
        new.black_score = self.black_score
        new.score = self.score
        new.stones = self.stones
        new.white = self.white
        new.black = self.black
        new.income = self.income
        new.grand_power = self.grand_power
        new.row = self.row
        new.row_stones = self.row_stones
        new.pawnshop = self.pawnshop
        new.market = self.market
        new.discard = self.discard
        new.removed = self.removed
        new.reshuffles = self.reshuffles
        new.card_shuffle = self.card_shuffle
        new.influence_discard = self.influence_discard
        new.influence_reshuffles = self.influence_reshuffles
        new.areas_bought = self.areas_bought
        new.areas_blocked = self.areas_blocked
        new.buildings_built = self.buildings_built
        new.towers_built = self.towers_built
        new.tokens_bought = self.tokens_bought
        new.cards_sold = self.cards_sold
        new.red = self.red
        new.ending = self.ending
        new.expelled = self.expelled
        new.dark_power = self.dark_power
        new.steps = self.steps
        new.attacks = self.attacks
        new.black_die = self.black_die
        new.white_die = self.white_die
        new.pending = self.pending
        new.resume = self.resume
        return new


class State(Value):
    """The whole match: the table, and what is hidden from some seat or all."""

    __slots__ = (
        "card_eyes",
        "chance",
        "deck",
        "hands",
        "influence",
        "influence_ages",
        "influence_deck",
        "rules",
        "table",
        "token_eyes",
        "token_stack",
        "tokens",
    )

    rules: Rules
    table: Table
    chance: Chance
    hands: tuple[bytes, ...]
    """By seat: building cards in hand, ascending."""
    influence: tuple[bytes, ...]
    """By seat: influence cards in hand, ascending."""
    tokens: tuple[bytes, ...]
    """By seat: the values of its black tokens, in the order of the castle card."""
    deck: bytes
    """Building cards, the next first."""
    influence_deck: bytes
    """Influence cards, the next first."""
    token_stack: bytes
    """Values of black tokens, the next first."""
    card_eyes: bytes
    """By building card in a hand or in the deck: the seats that know it there, a sum of 1 << seat."""
    influence_ages: tuple[bytes, ...]
    """By seat: how often the deck of influence cards was made anew since each card of the hand was drawn."""
    token_eyes: tuple[bytes, ...]
    """By seat, and last for the stack: the seats that have seen each token, a sum of 1 << seat."""

    def __repr__(self) -> str:
        return f"<Het Verraad: {self.table.situation()}>"

    def copy(self) -> "State":
        """A state that may be changed without changing this one."""
        new = State.__new__(State)
        new.rules = self.rules
        new.table = self.table.copy()
        new.chance = self.chance
        new.hands = self.hands
        new.influence = self.influence
        new.tokens = self.tokens
        new.deck = self.deck
        new.influence_deck = self.influence_deck
        new.token_stack = self.token_stack
        new.card_eyes = self.card_eyes
        new.influence_ages = self.influence_ages
        new.token_eyes = self.token_eyes
        return new


class View(Value):
    """All that one seat may know, and has ever seen of what lies closed now."""

    __slots__ = (
        "closed_cards",
        "closed_seen_by",
        "closed_shuffles",
        "deck_size",
        "hand",
        "hand_sizes",
        "influence",
        "influence_ages",
        "influence_deck_size",
        "influence_sizes",
        "older_influence",
        "rules",
        "seat",
        "seen",
        "table",
        "token_seen_by",
        "token_stack_size",
        "token_values",
        "tokens",
    )

    def __init__(
        self,
        rules: Rules,
        table: Table,
        seat: int,
        *,
        hand_sizes: bytes,
        influence_sizes: bytes,
        deck_size: int,
        influence_deck_size: int,
        token_stack_size: int,
        hand: bytes,
        influence: bytes,
        tokens: bytes,
        seen: bytes,
        closed_cards: bytes,
        closed_shuffles: bytes,
        closed_seen_by: bytes,
        influence_ages: bytes,
        older_influence: bytes,
        token_values: bytes,
        token_seen_by: bytes,
    ) -> None:
        self.rules = rules
        self.table = table
        self.seat = seat
        self.hand_sizes = hand_sizes
        """By seat: building cards in hand."""
        self.influence_sizes = influence_sizes
        """By seat: influence cards in hand."""
        self.deck_size = deck_size
        self.influence_deck_size = influence_deck_size
        self.token_stack_size = token_stack_size
        """Black tokens on the stack."""
        self.hand = hand
        """The own building cards, ascending."""
        self.influence = influence
        """The own influence cards, ascending."""
        self.tokens = tokens
        """The values of the own black tokens, in the order of the castle card."""
        self.seen = seen
        """The two cards the Wizard shows this seat now; else empty."""
        self.closed_cards = closed_cards
        """The building cards in hands, seat after seat, and in the deck, the next first: 0 where it does not know."""
        self.closed_shuffles = closed_shuffles
        """The shuffle of each of them."""
        self.closed_seen_by = closed_seen_by
        """The seats that know it, a sum of 1 << seat; 0 for cards in hands that this seat does not know."""
        self.influence_ages = influence_ages
        """The influence cards in hands, seat after seat: how often their deck was made anew since they were drawn."""
        self.older_influence = older_influence
        """The kinds of those whose age is not 0, by age and then by kind, whoever has them."""
        self.token_values = token_values
        """The black tokens, seat after seat and then the stack: the value if this seat has seen it, else 0."""
        self.token_seen_by = token_seen_by
        """The seats that have seen each of them, a sum of 1 << seat."""

    def __repr__(self) -> str:
        cards = [self.rules.city.card_ids[card] for card in self.hand] + [INFLUENCE[kind] for kind in self.influence]
        own = f"{self.table.stones[self.seat]} stones, hand {' '.join(cards) or '-'}"
        return f"<Het Verraad as seat {self.seat} sees it: {self.table.situation()}; {own}>"
