"""The set-up of a match: everything that never changes during the match and is needed to draw its board."""

from typing import TypedDict

from arena.games.hetverraad.city import BUILDING_RULES, City
from arena.games.hetverraad.showing.plan import AreaLayout, Plan
from arena.games.hetverraad.state.cells import SEATS
from arena.games.hetverraad.state.state import View
from arena.games.hetverraad.terms import AREAS, COLOURS, GRAND_POWERS, INFLUENCE, LETTERS, RINGS


class AreaSetup(TypedDict):
    """The unchanging facts about an area. Boards list the areas in the order of `Setup.areas`."""

    id: str
    price: int
    bonus: int
    """The number of stones that the area adds to the income of a building on it."""
    gate: bool
    neighbours: list[str]
    open_to: list[str]
    """The colours of the buildings that may be placed on the area."""


class AreaPlan(TypedDict):
    """The facts about an area that are printed on the board and needed only for drawing: its ring, and whether a road
    or river crosses the area.
    """

    ring: str
    road: bool
    river: bool


class CardSetup(TypedDict):
    """The facts printed on a building card."""

    id: str
    name: str
    colour: str
    value: int
    """The card's value, which is its price, its points and its income."""
    letter: str


class InfluenceSetup(TypedDict):
    """The facts about one kind of influence card."""

    kind: str
    title: str
    count: int
    phases: list[int]
    """The phases of the rulebook in which the active seat may play the card."""
    building: str
    """The card's requirement for its target area: `any` (with or without a building), `none` (no building) or `some` (a
    building).
    """
    adjacent: bool
    """Whether the target area must touch an area of the active seat. In phase 4, it must touch an area of the Black
    Master instead, if an option says so (A-25).
    """
    absorbed: bool
    """Whether a tower on the target area absorbs the card: then the card removes one tower and has no other effect."""
    amount: int
    """The number of stones or cards that the card brings; 0 if it brings none."""


class PowerSetup(TypedDict):
    """A grand power: its name, its points, and its bonus."""

    name: str
    points: int
    bonus: int
    """The number of stones that the power adds to the income of its colour; 0 for a power without a colour."""


class PlanSetup(TypedDict):
    """The city as it is printed on the board."""

    provenance: str
    """The origin of the data about the areas: `sourced`, `inferred` or `reconstructed`. The head of `data/city.toml`
    explains these words.
    """
    areas: list[AreaPlan]
    colour_titles: dict[str, str]
    layout: list[AreaLayout]


class Setup(TypedDict):
    """Everything that never changes during a match. Prices are in stones."""

    seats: int
    end_score: int
    """The score that causes the last round."""
    most_turns: int
    """The limit on the turns of a match, counted over all seats. The round in which it is reached is the last."""
    areas: list[AreaSetup]
    cards: list[CardSetup]
    influence: list[InfluenceSetup]
    grand_powers: list[PowerSetup]
    prices: dict[str, int]
    white_prices: list[int]
    """The price of the next white token, indexed by the number of white tokens that the seat already has."""
    black_prices: list[int]
    black_tokens: dict[str, int]
    """The number of black tokens of each value, by the value as text."""
    limits: dict[str, int]
    """The limits of the rules, by name. `areas`, `buildings`, `towers` and `tokens` are the most that a seat may buy or
    build in a turn. `influence_hand` is the most influence cards that a seat may keep. `tax_free` is the most stones
    that a seat keeps when it pays tax. `grand_power` is the least number of buildings, tokens or towers that earns
    their grand power.
    """
    supply: dict[str, int]
    """The number of copies of each component in the box, by its name. `knights` is the number for each seat."""
    dice: dict[str, int]
    """The number of sides of each die, by the colour of the die."""
    red_squares: list[int]
    taxing: list[str]
    """The colours of the building cards that cause a tax when a seat takes one from the row (R-19)."""
    market_colours: list[str]
    """The colours of the buildings that give a seat access to the free market."""
    plan: PlanSetup | None
    """The city as it is printed; None if the match is known only from the messages that a bot receives."""


def setup(view: View, plan: Plan | None) -> Setup:
    """Returns the set-up of the match to which the view belongs."""
    city, seats = view.rules.city, view.cells[SEATS]
    return {
        "seats": seats,
        "end_score": city.end_score[seats],
        "most_turns": view.rules.options.most_turns,
        "areas": [_area(city, area) for area in range(AREAS)],
        "cards": [
            {
                "id": name,
                "name": city.card_names[card],
                "colour": COLOURS[city.colour[card]],
                "value": city.value[card],
                "letter": LETTERS[city.letter[card]],
            }
            for card, name in enumerate(city.card_ids)
            if card
        ],
        "influence": [_influence(city, kind) for kind in range(1, len(INFLUENCE))],
        "grand_powers": [
            {"name": name, "points": city.power_points[power], "bonus": city.power_bonus[power]}
            for power, name in enumerate(GRAND_POWERS)
        ],
        "prices": {
            "tower": city.tower_price,
            "influence_card": city.influence_price,
            "building_card": city.card_price,
            "pawnshop_card": city.pawnshop_price,
            "token_exchange": city.exchange_price,
        },
        "white_prices": list(city.white_prices),
        "black_prices": list(city.black_prices),
        "black_tokens": {str(value): count for value, count in enumerate(city.black_tokens) if value},
        "limits": {
            "areas": city.areas_a_turn,
            "buildings": city.buildings_a_turn,
            "towers": city.towers_a_turn,
            "tokens": city.tokens_a_turn,
            "influence_hand": city.influence_hand,
            "tax_free": city.tax_free,
            "grand_power": city.power_least,
        },
        "supply": {
            "knights": city.knights,
            "black_knights": city.black_knights,
            "towers": city.towers,
            "white_tokens": city.white_tokens,
            "row": city.row,
        },
        "dice": {"black": city.black_sides, "white": city.white_sides},
        "red_squares": sorted(city.red_squares),
        "taxing": [COLOURS[colour] for colour in sorted(city.taxing)],
        "market_colours": [COLOURS[colour] for colour in city.market_colours],
        "plan": _plan(plan) if plan else None,
    }


def _area(city: City, area: int) -> AreaSetup:
    return {
        "id": city.area_ids[area],
        "price": city.price[area],
        "bonus": city.bonus[area],
        "gate": area in city.gates,
        "neighbours": [city.area_ids[beside] for beside in city.neighbours[area]],
        "open_to": [name for colour, name in enumerate(COLOURS) if city.open_to[colour][area]],
    }


def _influence(city: City, kind: int) -> InfluenceSetup:
    card = city.influence[kind]
    return {
        "kind": INFLUENCE[kind],
        "title": card.title,
        "count": card.count,
        "phases": sorted(card.phases),
        "building": BUILDING_RULES[card.building],
        "adjacent": card.adjacent,
        "absorbed": card.absorbed,
        "amount": card.amount,
    }


def _plan(plan: Plan) -> PlanSetup:
    return {
        "provenance": plan.provenance,
        "areas": [
            {"ring": RINGS[ring], "road": bool(road), "river": bool(river)}
            for ring, road, river in zip(plan.ring, plan.road, plan.river, strict=True)
        ],
        "colour_titles": dict(zip(COLOURS[1:], plan.titles[1:], strict=True)),
        "layout": plan.layout(),
    }
