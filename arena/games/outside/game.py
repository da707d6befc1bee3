"""Makes a full `Game` of an author's object with seven methods.

Rule 1: every value that the methods return is checked. A valid value becomes a type of the arena; a wrong one raises a
GameFault.
Rule 2: the methods of `Game` that show a state are derived from the author's method `rows`.
"""

from collections.abc import Sequence
from typing import Final

from arena.errors import ArenaError
from arena.games.chance import Chance
from arena.games.contract import Board, GameInfo, Parts, Rng
from arena.games.outside import border, flat
from arena.games.outside.author import Given, Info, Row
from arena.games.outside.facts import game_info
from arena.games.outside.fault import Endless, GameFault, raised, wrong
from arena.games.outside.luck import Luck, Watched
from arena.games.outside.unchangeable import unchangeable
from arena.games.outside.view import Place, RowsView
from arena.games.values import Value

OPENING: Final = "opening of a league"
"""The name of the chance events that draw the random first actions of a match."""
EVERYTHING: Final = -1
"""The seat number that means "a viewer who may see everything"."""


class Standing(Value):
    """A state of the author's game, together with facts about it that the arena often needs."""

    __slots__ = ("actor", "luck", "seats", "state", "taken")

    def __init__(self, state: Given, seats: int, taken: int, actor: int | None, luck: Luck | None = None) -> None:
        self.state = state
        self.seats = seats
        self.taken = taken
        """The number of actions that have led to this state. The actions of the opening do not count."""
        self.actor = actor
        self.luck = luck
        """The record of the random draws in the match so far; None if the state belongs to no match, for example a
        sampled state.
        """


class Outside:
    """Wraps the game of an author, so that the arena can play it like one of its own games."""

    def __init__(self, written: Given, key: str, openings: int = 0) -> None:
        """`written` is the author's object with `info` and the methods. `openings` is the number of first actions that
        the deal draws at random.

        Raises ArenaError [bad-game] if the `info` of `written` is not valid.
        """
        self.info: GameInfo = game_info(written, key)
        self.written = written
        """The author's object, with `info` and the methods."""
        facts: Info = written.info
        self._title = self.info.title
        self.schema: tuple[Row, ...] = tuple(facts.rows)
        self._widths = flat.widths_of(self.schema)
        self._longest = facts.longest
        self._secret = facts.secret_actions
        self._openings = openings

    def deal(self, seats: int, edition: str, chance: Chance) -> Standing:
        """Returns the state before the first action of a bot, after the actions of the opening. Raises ArenaError:
        [bad-seats] if the game cannot be played by this number of seats, [bad-edition] if it has no such edition.
        """
        if seats not in self.info.seats:
            numbers = self.info.seat_numbers()
            raise ArenaError(
                "bad-seats",
                f"{self._title} has {numbers} seats, but {seats} were requested",
                f"give {numbers} as the number of seats",
            )
        if edition not in self.info.editions:
            has = ", ".join(self.info.editions)
            raise ArenaError(
                "bad-edition", f"{self._title} does not have an edition {edition!r}; its editions are {has}"
            )
        watched, opening = Watched(chance), []
        state = self._standing(self._call("deal", seats, edition, watched), seats, 0)
        for number in range(self._openings if state.actor is not None else 0):
            action = chance.pick(OPENING, number, self.legal_actions(state))
            opened = self.take(state, action)
            if opened.actor is None:
                break
            state = opened
            opening.append(action)
        return self._standing(state.state, seats, 0, Luck(watched, tuple(opening)))

    def opening(self, state: Standing) -> tuple[int, ...] | None:
        """Returns the actions that the deal drew at random for the beginning of the match; None if the game itself has
        also drawn something at random in this match.
        """
        return state.luck.told() if state.luck else None

    def actor(self, state: Standing) -> int | None:
        """Returns the seat that must act; None when the match is over."""
        return state.actor

    def legal_actions(self, state: Standing) -> tuple[int, ...]:
        """Returns the legal actions of the seat that must act, ascending; empty when the match is over."""
        if state.actor is None:
            return ()
        if state.taken >= self._longest:
            over = f"None, because a match is over after {self._longest} actions, as info.longest says"
            raise wrong(self._title, "actor", state.actor, over)
        return border.legal(self._title, self._call("legal_actions", state.state), self.info.action_space)

    def asked(self, state: Standing) -> list[Standing]:
        """Returns a state for each seat that must choose now, in which that seat is the actor. The first is `state`.

        There are more only in a game with `at_once`. Each further state follows the one before it by the first legal
        action, which must lead to a higher seat and must not change that seat's view.
        """
        found, seat = [state], state.actor
        while self.info.at_once and seat is not None and seat + 1 < state.seats:
            before = found[-1]
            after = self.take(before, self.legal_actions(before)[0])
            following = after.actor
            if following is None or following <= seat:
                break
            if self._view(after, following) != self._view(before, following):
                break
            found.append(after)
            seat = following
        return found

    def apply(self, state: Standing, action: int) -> Standing:
        """Returns the state after the action. Raises GameFault if the author's method has changed the rows of `state`,
        which it must not change.
        """
        if unchangeable(state.state):
            return self.take(state, action)
        before = self._view(state, EVERYTHING)
        after = self.take(state, action)
        now = self._view(state, EVERYTHING)
        if now != before:
            name = next(name for name, values in now.rows().items() if values != before.rows()[name])
            raise wrong(
                self._title,
                "apply",
                now.rows()[name],
                f"a new state, and the row {name!r} of the given state unchanged",
            )
        return after

    def take(self, state: Standing, action: int) -> Standing:
        """Returns the state after the action. Unlike `apply`, it does not check that the author's method leaves `state`
        unchanged.
        """
        return self._standing(self._call("apply", state.state, action), state.seats, state.taken + 1, state.luck)

    def stages(self, state: Standing, action: int) -> list[Standing]:
        """Returns only the state after the action, because an author's game does not list the events that follow it."""
        return [self.apply(state, action)]

    def view(self, state: Standing, seat: int) -> RowsView:
        """Returns the view of a seat: the author's rows, with only what the seat may know."""
        return self._view(state, seat)

    def reveal(self, state: Standing) -> Board:
        """Returns the board with all rows, with nothing hidden."""
        return _board(self.seen(state))

    def seen(self, state: Standing) -> dict[str, list[Place]]:
        """Returns the values of all rows, by name, with nothing hidden."""
        return self._view(state, EVERYTHING).shown()

    def show(self, view: RowsView) -> Board:
        """Returns the board with the rows of a view. Hidden places are None."""
        return _board(view.shown())

    def open_table(self, state: Standing) -> Board:
        """Returns the board with the places that all seats see with the same value. The other places are None."""
        views = [self._view(state, seat).shown() for seat in range(state.seats)]
        return _board({name: _agreed([view[name] for view in views]) for name in views[0]})

    def setup(self, view: RowsView) -> Board:
        """Returns the game's title and, for each row, the facts needed to draw it."""
        rows = [
            {
                "name": row.name,
                "of": row.of,
                "holds": row.holds,
                "across": row.across,
                "marks": list(row.marks),
                "drawn": row.drawn,
            }
            for row in view.schema
        ]
        return {"title": self._title, "rows": rows}

    def scores(self, state: Standing) -> tuple[int, ...]:
        """Returns the checked result of the author's method `scores`, which has a score for each seat."""
        return border.scores(self._title, "scores", self._call("scores", state.state), state.seats)

    def merits(self, state: Standing) -> tuple[int, ...]:
        """Returns the results of the author's method `merits`, or the scores if the game has no such method."""
        if not hasattr(self.written, "merits"):
            return self.scores(state)
        return border.scores(self._title, "merits", self._call("merits", state.state), state.seats)

    def action_name(self, state: Standing, action: int) -> str:
        """Returns the name that the author's object gives the action. Raises GameFault if the name is invalid."""
        return border.action_name(self._title, self._call("action_name", state.state, action))

    def action_parts(self, state: Standing, action: int) -> Parts:
        """Returns the parts of the action: its name (`text`), and the places that a person can click to choose it
        (`targets`).
        """
        targets: tuple[str, ...] = ()
        if hasattr(self.written, "action_targets"):
            given = self._call("action_targets", state.state, action)
            targets = border.targets(self._title, given, self._lengths(state))
        return {"kind": "action", "text": self.action_name(state, action), "targets": targets}

    def _lengths(self, state: Standing) -> dict[str, int]:
        """Returns the number of places of each row in this state, by the row's name."""
        if all(row.width for row in self.schema):
            return {row.name: row.width for row in self.schema}
        return {name: len(values) for name, values in self.seen(state).items()}

    def secret_parts(self, state: Standing, _: int, seat: int | None, now: Standing) -> Sequence[str]:
        """Returns ("text", "targets") if the action taken in `state` is still secret from the seat in `now`, else (). A
        `seat` of None means a spectator.

        In a game with secret actions, every action is secret until the match is over. In other games, an action is
        secret until all seats that choose at the same time have chosen. No action is secret from the seat that took it.
        """
        if seat == state.actor or now.actor is None:
            return ()
        return ("text", "targets") if self._secret or self._open(state, now) else ()

    def sample(self, view: RowsView, rng: Rng) -> Standing:
        """Returns a state, made by the author's method `sample`, in which the seat would see exactly this view. Raises
        GameFault [no-sample] if the game has no such method.
        """
        if not hasattr(self.written, "sample"):
            raise GameFault("no-sample", f"the game {self._title} has no method sample", "bots cannot search in it")
        state = self._call("sample", view.rows(), view.seat, rng)
        return self._standing(state, len(self._call("scores", state)), 0)

    def _open(self, state: Standing, now: Standing) -> bool:
        """Whether some of the seats that choose at the same time in `state` still have to choose in `now`."""
        since = now.taken - state.taken
        return self.info.at_once and since < state.seats and since < len(self.asked(state))

    def _standing(self, state: Given, seats: int, taken: int, luck: Luck | None = None) -> Standing:
        return Standing(state, seats, taken, border.actor(self._title, self._call("actor", state), seats), luck)

    def _view(self, state: Standing, seat: int) -> RowsView:
        given = self._call("rows", state.state, None if seat == EVERYTHING else seat)
        return flat.rows(self._title, given, self.schema, seat, self._widths)

    def _call(self, method: str, *arguments: Given) -> Given:
        try:
            return getattr(self.written, method)(*arguments)
        except (Exception, SystemExit, Endless) as error:
            raise raised(self._title, method, error) from error


def _board(rows: dict[str, list[Place]]) -> Board:
    """Returns a board with these rows. The other parts that viewers expect in a board are empty."""
    return {"round": 0, "phase": "", "seats": [], "rows": rows}


def _agreed(rows: list[list[Place]]) -> list[Place]:
    """Returns the value of each place at which all rows have the same value, and None for each other place. Returns an
    empty list if the rows differ in length.
    """
    if len({len(row) for row in rows}) > 1:
        return []
    return [places[0] if len(set(places)) == 1 else None for places in zip(*rows, strict=True)]
