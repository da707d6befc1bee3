"""A match told to people: what each action means, and what happened by itself after it."""

from collections.abc import Sequence

from arena.games.cells import Cells
from arena.games.contract import Told
from arena.games.hetverraad import actions
from arena.games.hetverraad.acts import influence
from arena.games.hetverraad.phases import attack, ending
from arena.games.hetverraad.phases.rounds import begin_next, take
from arena.games.hetverraad.state.cells import (
    ACTIVE,
    ACTOR,
    AREA_OWNER,
    AREA_TOWER,
    ATTACKS,
    BLACK_DIE,
    BLACK_SCORE,
    BLACK_TOKENS,
    DARK_VALUE,
    INCOME_CUBE,
    PHASE,
    ROUND,
    SCORE,
    SEATS,
    START,
    STEPS,
    STONES,
    WHITE_DIE,
    WHITE_TOKENS,
)
from arena.games.hetverraad.state.piles import DECK, HAND, ROW, TOKENS
from arena.games.hetverraad.state.state import State, areas_of, by_seat, piles_by_seat
from arena.games.hetverraad.terms import COLOURS, CUBES, INCOME, NEUTRAL, NOBODY, OVER, REACTION
from arena.games.hetverraad.told.board import board
from arena.games.hetverraad.told.changes import Changes, open_cards


class Narrator:
    """Tells matches in which the seats have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.changes = Changes(names)

    def opening(self, state: State) -> Told:
        """R-4 to R-7."""
        cells, city = state.cells, state.rules.city
        hands = [
            f"{name} {' '.join(city.card_ids[card] for card in hand)}"
            for name, hand in zip(self.names, piles_by_seat(state, HAND), strict=True)
        ]
        start = f"{self.names[cells[START]]} is start player; who reaches {city.end_score[cells[SEATS]]} points ends it"
        return Told("", (), ("Set-up", start, f"hands: {', '.join(hands)}", open_cards(state)))

    def tell(self, state: State, action: int) -> Told:
        """The action, then one stage after another."""
        new = state.copy()
        take(new, action)
        events = self._after_action(state, action, new)
        while new.cells[ACTOR] == NOBODY and new.cells[PHASE] != OVER:
            was = new.copy()
            begin_next(new)
            events += self.changes.between(was, new)
        events += self.changes.row(state, new)
        if new.cells[PHASE] == OVER:
            return Told(self._meaning(state, action), (*events, *self._over(new)))
        begins = new.cells[ROUND] > state.cells[ROUND]
        return Told(self._meaning(state, action), tuple(events), self._chapter(new) if begins else ())

    def board(self, state: State) -> list[str]:
        """Areas by owner, and what each seat has."""
        return board(state, self.names)

    def _chapter(self, state: State) -> tuple[str, ...]:
        """A round begins."""
        cells = state.cells
        lines = [f"Round {cells[ROUND]}"]
        for seat, name in enumerate(self.names):
            own = areas_of(cells, seat + 1)
            areas, towers = len(own), sum(cells[AREA_TOWER + area] for area in own)
            lines.append(
                f"{name}: points {cells[SCORE + seat]}, stones {cells[STONES + seat]}, areas {areas}, towers {towers}, "
                f"white tokens {cells[WHITE_TOKENS + seat]}, black tokens {cells[BLACK_TOKENS + seat]}"
            )
        return (*lines, f"Black Master: points {cells[BLACK_SCORE]}")

    def _after_action(self, was: State, action: int, new: State) -> list[str]:
        told = []
        if was.cells[PHASE] == INCOME and action < actions.PLAY:
            told = self._income(was, action)
        elif self._others_pay(was.cells, new.cells):
            told = self.changes.stones(was.cells, new.cells)
        if was.cells[PHASE] == REACTION and action != actions.PASS:
            told.append("it is stopped")
        elif new.cells[ATTACKS] > was.cells[ATTACKS]:
            told.append(self._attack(was.cells, new))
        return told + self.changes.between(was, new) + self._equal_token(was, action, new)

    def _equal_token(self, was: State, action: int, new: State) -> list[str]:
        """R-50: a new token worth as much as the old one; of any other, the changes tell."""
        seat, index = was.cells[ACTOR], action - actions.EXCHANGE
        before, after = was.piles[TOKENS + seat], new.piles[TOKENS + seat]
        if not actions.EXCHANGE <= action < actions.BUY_INFLUENCE or before[index] != after[index]:
            return []
        return [f"{self.names[seat]} draws a token of {after[index]}"]

    def _others_pay(self, was: Cells, new: Cells) -> bool:
        """Whether stones moved that are not those of the actor alone."""
        return any(was[STONES + seat] != new[STONES + seat] for seat in range(was[SEATS]) if seat != was[ACTOR])

    def _income(self, was: State, action: int) -> list[str]:
        """R-19 to R-22."""
        cells, piles, city = was.cells, was.piles, was.rules.city
        colour = city.colour[piles[ROW][action - actions.TAKE]]
        taxes, incomes = [], []
        for seat, name in enumerate(self.names):
            wealth, income = cells[STONES + seat], cells[INCOME_CUBE + CUBES * seat + colour - 1]
            if colour in city.taxing and wealth > city.tax_free:
                taxes.append(f"{name} {wealth - city.tax_free}")
            if income:
                incomes.append(f"{name} {income}")
        told = [f"tax: {', '.join(taxes)}"] if taxes else []
        return [*told, f"income from {COLOURS[colour]}: {', '.join(incomes) or 'nobody'}"]

    def _attack(self, was: Cells, new: State) -> str:
        """R-74 to R-78."""
        cells, city = new.cells, new.rules.city
        tokens, bonus = was[BLACK_TOKENS + was[ACTIVE]], attack.defence_bonus(was, city)
        strength, defence = cells[BLACK_DIE] + tokens, cells[WHITE_DIE] + bonus
        outcome = "the area falls" if strength > defence else "the area holds"
        if strength == defence:
            outcome = "equal, the area is nobody's"
        return (
            f"attack {strength} (die {cells[BLACK_DIE]}, tokens {tokens}) against {defence} "
            f"(die {cells[WHITE_DIE]}, tokens and archers {bonus}): {outcome}"
        )

    def _over(self, state: State) -> list[str]:
        """R-87 to R-90."""
        cells, options = state.cells, state.rules.options
        told = []
        for seat, name in enumerate(self.names):
            if ending.expelled(cells, seat):
                told.append(f"{name} is expelled, and wins neither way")
        if any(by_seat(cells, DARK_VALUE)):
            powers = ", ".join(
                f"{name} {power}" for name, power in zip(self.names, by_seat(cells, DARK_VALUE), strict=True)
            )
            told.append(f"black tokens are turned up: {powers}")
        merits = ending.merits(cells, options)
        winners = [name for name, merit in zip(self.names, merits, strict=True) if merit == max(merits)]
        side = "evil" if ending.true_black_masters(cells, options) else "good"
        points = f"the Black Master has {cells[BLACK_SCORE]} points, the best seat {max(by_seat(cells, SCORE))}"
        return [*told, f"{points}: {side} wins, and with it {' and '.join(winners)}"]

    def _meaning(self, state: State, action: int) -> str:
        """What the notation leaves out."""
        new = state.copy()
        take(new, action)
        parts = [self._about(state, action, new)]
        if new.cells[PHASE] == REACTION:
            parts.append(f"{self.names[new.cells[ACTOR]]} may answer")
        before, after = state.cells[STONES + state.cells[ACTOR]], new.cells[STONES + state.cells[ACTOR]]
        if before != after and state.cells[PHASE] != REACTION:
            verb = "pays" if after < before else "gets"
            parts.append(f"{verb} {abs(int(after - before))}, has {after}")
        return "; ".join(part for part in parts if part)

    def _about(self, state: State, action: int, new: State) -> str:  # noqa: PLR0911  # a line for each kind of action
        cells, city = state.cells, state.rules.city
        if action >= actions.BUILD:
            return _card(state, (action - actions.BUILD) // 100)
        if actions.PLAY <= action < actions.PAWN:
            owner = influence.victim(state, action)
            return "" if owner == NEUTRAL else f"against {self.changes.owners[owner]}"
        if actions.MOVE <= action < actions.STAY_OUTSIDE:
            owner = cells[AREA_OWNER + action - actions.MOVE]
            return f"an area of {self.changes.owners[owner]}"
        if action == actions.FIGHT:
            return f"against {self.changes.owners[attack.defender(state)]}"
        if action in (actions.ROLL, actions.COUNT_TOKENS):
            return f"up to {new.cells[STEPS]} steps"
        if actions.TAKE <= action < actions.OPEN:
            return _card(state, state.piles[ROW][action - actions.TAKE])
        if actions.OPEN <= action < actions.END_ACTIONS:
            return city.card_ids[state.piles[DECK][action - actions.OPEN]]
        if actions.CHOOSE_START <= action < actions.STOP_CHOOSING:
            return f"price {city.price[action - actions.CHOOSE_START]}"
        return ""


def _card(state: State, card: int) -> str:
    city = state.rules.city
    return f"{COLOURS[city.colour[card]]}, value {city.value[card]}"
