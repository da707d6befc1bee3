"""A match told to people: what each action means, and what happened by itself after it."""

from collections.abc import Sequence

from arena.games.contract import Told
from arena.games.hetverraad import actions, attack, ending, influence
from arena.games.hetverraad.board import board
from arena.games.hetverraad.changes import Changes, open_cards
from arena.games.hetverraad.rounds import begin_next, take
from arena.games.hetverraad.rows import places_of
from arena.games.hetverraad.state import State, Table
from arena.games.hetverraad.terms import COLOURS, CUBES, INCOME, NEUTRAL, NOBODY, OVER, REACTION


class Narrator:
    """Tells matches in which the seats have these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.changes = Changes(names)

    def opening(self, state: State) -> Told:
        """R-4 to R-7."""
        table, city = state.table, state.rules.city
        hands = [
            f"{name} {' '.join(city.card_ids[card] for card in hand)}"
            for name, hand in zip(self.names, state.hands, strict=True)
        ]
        start = f"{self.names[table.start]} is start player; who reaches {city.end_score[table.seats]} points ends it"
        return Told("", (), ("Set-up", start, f"hands: {', '.join(hands)}", open_cards(table, city)))

    def tell(self, state: State, action: int) -> Told:
        """The action, then one stage after another."""
        new = take(state, action)
        events = self._after_action(state, action, new)
        while new.table.actor == NOBODY and new.table.phase != OVER:
            was = new.copy()
            begin_next(new)
            events += self.changes.between(was, new)
        events += self.changes.row(state.table, new.table, new.rules.city)
        if new.table.phase == OVER:
            return Told(self._meaning(state, action), (*events, *self._over(new)))
        begins = new.table.round > state.table.round
        return Told(self._meaning(state, action), tuple(events), self._chapter(new) if begins else ())

    def board(self, state: State) -> list[str]:
        """Areas by owner, and what each seat has."""
        return board(state, self.names)

    def _chapter(self, state: State) -> tuple[str, ...]:
        """A round begins."""
        table = state.table
        lines = [f"Round {table.round}"]
        for seat, name in enumerate(self.names):
            own = places_of(table.area_owner, seat + 1)
            areas, towers = len(own), sum(table.area_tower[area] for area in own)
            lines.append(
                f"{name}: points {table.score[seat]}, stones {table.stones[seat]}, areas {areas}, towers {towers}, "
                f"white tokens {table.white[seat]}, black tokens {table.black[seat]}"
            )
        return (*lines, f"Black Master: points {table.black_score}")

    def _after_action(self, was: State, action: int, new: State) -> list[str]:
        told = []
        if was.table.phase == INCOME and action < actions.PLAY:
            told = self._income(was, action)
        elif self._others_pay(was.table, new.table):
            told = self.changes.stones(was.table, new.table)
        if was.table.phase == REACTION and action != actions.PASS:
            told.append("it is stopped")
        elif new.table.attacks > was.table.attacks:
            told.append(self._attack(was.table, new))
        return told + self.changes.between(was, new)

    def _others_pay(self, was: Table, new: Table) -> bool:
        """Whether stones moved that are not those of the actor alone."""
        return any(was.stones[seat] != new.stones[seat] for seat in range(was.seats) if seat != was.actor)

    def _income(self, was: State, action: int) -> list[str]:
        """R-19 to R-22."""
        table, city = was.table, was.rules.city
        colour = city.colour[table.row[action - actions.TAKE]]
        taxes, incomes = [], []
        for seat, name in enumerate(self.names):
            wealth, income = table.stones[seat], table.income[CUBES * seat + colour - 1]
            if colour in city.taxing and wealth > city.tax_free:
                taxes.append(f"{name} {wealth - city.tax_free}")
            if income:
                incomes.append(f"{name} {income}")
        told = [f"tax: {', '.join(taxes)}"] if taxes else []
        return [*told, f"income from {COLOURS[colour]}: {', '.join(incomes) or 'nobody'}"]

    def _attack(self, was: Table, new: State) -> str:
        """R-74 to R-78."""
        table, city = new.table, new.rules.city
        tokens, bonus = was.black[was.active], attack.defence_bonus(was, city)
        strength, defence = table.black_die + tokens, table.white_die + bonus
        outcome = "the area falls" if strength > defence else "the area holds"
        if strength == defence:
            outcome = "equal, the area is nobody's"
        return (
            f"attack {strength} (die {table.black_die}, tokens {tokens}) against {defence} "
            f"(die {table.white_die}, tokens and archers {bonus}): {outcome}"
        )

    def _over(self, state: State) -> list[str]:
        """R-87 to R-90."""
        table, options = state.table, state.rules.options
        told = []
        for seat, name in enumerate(self.names):
            if ending.expelled(table, seat):
                told.append(f"{name} is expelled, and wins neither way")
        if any(table.dark_power):
            powers = ", ".join(f"{name} {power}" for name, power in zip(self.names, table.dark_power, strict=True))
            told.append(f"black tokens are turned up: {powers}")
        merits = ending.merits(table, options)
        winners = [name for name, merit in zip(self.names, merits, strict=True) if merit == max(merits)]
        side = "evil" if ending.true_black_masters(table, options) else "good"
        points = f"the Black Master has {table.black_score} points, the best seat {max(table.score)}"
        return [*told, f"{points}: {side} wins, and with it {' and '.join(winners)}"]

    def _meaning(self, state: State, action: int) -> str:
        """What the notation leaves out."""
        new = take(state, action)
        parts = [self._about(state, action, new)]
        if new.table.phase == REACTION:
            parts.append(f"{self.names[new.table.actor]} may answer")
        before, after = state.table.stones[state.table.actor], new.table.stones[state.table.actor]
        if before != after and state.table.phase != REACTION:
            verb = "pays" if after < before else "gets"
            parts.append(f"{verb} {abs(after - before)}, has {after}")
        return "; ".join(part for part in parts if part)

    def _about(self, state: State, action: int, new: State) -> str:  # noqa: PLR0911  # a line for each kind of action
        table, city = state.table, state.rules.city
        if action >= actions.BUILD:
            return _card(state, (action - actions.BUILD) // 100)
        if actions.PLAY <= action < actions.PAWN:
            owner = influence.victim(state, action)
            return "" if owner == NEUTRAL else f"against {self.changes.owners[owner]}"
        if actions.MOVE <= action < actions.STAY_OUTSIDE:
            owner = table.area_owner[action - actions.MOVE]
            return f"an area of {self.changes.owners[owner]}"
        if action == actions.FIGHT:
            return f"against {self.changes.owners[attack.defender(state)]}"
        if action in (actions.ROLL, actions.COUNT_TOKENS):
            return f"up to {new.table.steps} steps"
        if actions.TAKE <= action < actions.OPEN:
            return _card(state, table.row[action - actions.TAKE])
        if actions.OPEN <= action < actions.END_ACTIONS:
            return city.card_ids[state.deck[action - actions.OPEN]]
        if actions.CHOOSE_START <= action < actions.STOP_CHOOSING:
            return f"price {city.price[action - actions.CHOOSE_START]}"
        return ""


def _card(state: State, card: int) -> str:
    city = state.rules.city
    return f"{COLOURS[city.colour[card]]}, value {city.value[card]}"
