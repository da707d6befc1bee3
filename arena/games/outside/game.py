"""A full `Game`, made of an author's seven methods.

Rule 1: every value that the methods return is checked: it becomes a type of the arena, or a fault of the game.
Rule 2: the methods of the contract that the author does not write are derived from the rows.
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
"""The name of the chance events that choose the first actions of a match."""
EVERYTHING: Final = -1
"""The seat number that stands for a viewer who may see everything."""


class Standing(Value):
    """A state of the author's game, together with facts about it that the arena needs often."""

    __slots__ = ("actor", "luck", "seats", "state", "taken")

    def __init__(self, state: Given, seats: int, taken: int, actor: int | None, luck: Luck | None = None) -> None:
        self.state = state
        self.seats = seats
        self.taken = taken
        """How many actions of the match led to this state."""
        self.actor = actor
        self.luck = luck
        """The luck of the match so far; None if the state belongs to no match, as a sampled one."""


class Outside:
    """Wraps the game of an author, so that the arena can play it like its own."""

    def __init__(self, written: Given, key: str, openings: int = 0) -> None:
        """`written`: the author's object with `info` and the methods; `openings`: how many first actions the deal's
        luck chooses.

        Raises ArenaError [bad-game] if its `info` is not valid.
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
        """The state before the first action of a bot; raises ArenaError [bad-seats], [bad-edition]."""
        if seats not in self.info.seats:
            numbers = self.info.seat_numbers()
            raise ArenaError("bad-seats", f"{self._title} is played by {numbers} seats, not {seats}")
        if edition not in self.info.editions:
            has = ", ".join(self.info.editions)
            raise ArenaError("bad-edition", f"{self._title} has no edition {edition!r}; it has {has}")
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
        """The first actions that the deal drew; None if the match has other luck."""
        return state.luck.told() if state.luck else None

    def actor(self, state: Standing) -> int | None:
        """The seat that must act; None when the match is over."""
        return state.actor

    def legal_actions(self, state: Standing) -> tuple[int, ...]:
        """The legal actions of the seat that must act, ascending; empty when the match is over."""
        if state.actor is None:
            return ()
        if state.taken >= self._longest:
            over = f"None, because a match is over after {self._longest} actions, as info.longest says"
            raise wrong(self._title, "actor", state.actor, over)
        return border.legal(self._title, self._call("legal_actions", state.state), self.info.action_space)

    def asked(self, state: Standing) -> list[Standing]:
        """The states of the seats that choose at once, in order; a seat is included if the action before changes
        nothing it sees.
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
        """The state after the action; raises GameFault if the author's method changed the rows of the given state."""
        if unchangeable(state.state):
            return self.take(state, action)
        before = self._view(state, EVERYTHING)
        after = self.take(state, action)
        now = self._view(state, EVERYTHING)
        if now != before:
            name = next(name for name, values in now.rows().items() if values != before.rows()[name])
            raise wrong(self._title, "apply", now.rows()[name], f"the row {name!r} of the state it was given unchanged")
        return after

    def take(self, state: Standing, action: int) -> Standing:
        """The state after the action, without the checks of `apply`."""
        return self._standing(self._call("apply", state.state, action), state.seats, state.taken + 1, state.luck)

    def stages(self, state: Standing, action: int) -> list[Standing]:
        """The state after the action, as the only stage."""
        return [self.apply(state, action)]

    def view(self, state: Standing, seat: int) -> RowsView:
        """The view of a seat: the rows with all that it may know."""
        return self._view(state, seat)

    def reveal(self, state: Standing) -> Board:
        """The board with all rows, nothing hidden."""
        return _board(self.seen(state))

    def seen(self, state: Standing) -> dict[str, list[Place]]:
        """The values of all rows, by name, with nothing hidden."""
        return self._view(state, EVERYTHING).shown()

    def show(self, view: RowsView) -> Board:
        """The board with the rows of a view; None for hidden places."""
        return _board(view.shown())

    def open_table(self, state: Standing) -> Board:
        """The board with each place that looks the same to all seats; the other places are None."""
        views = [self._view(state, seat).shown() for seat in range(state.seats)]
        return _board({name: _agreed([view[name] for view in views]) for name in views[0]})

    def setup(self, view: RowsView) -> Board:
        """The game's title, and for each row how to draw it."""
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
        """The score of each seat."""
        return border.scores(self._title, "scores", self._call("scores", state.state), state.seats)

    def merits(self, state: Standing) -> tuple[int, ...]:
        """The merits from the author's method `merits`; the scores if the game has no such method."""
        if not hasattr(self.written, "merits"):
            return self.scores(state)
        return border.scores(self._title, "merits", self._call("merits", state.state), state.seats)

    def action_name(self, state: Standing, action: int) -> str:
        """The author's name for the action."""
        return border.action_name(self._title, self._call("action_name", state.state, action))

    def action_parts(self, state: Standing, action: int) -> Parts:
        """The parts of the action: its name, and the places that a person can click to choose it."""
        targets: tuple[str, ...] = ()
        if hasattr(self.written, "action_targets"):
            given = self._call("action_targets", state.state, action)
            targets = border.targets(self._title, given, self._lengths(state))
        return {"kind": "action", "text": self.action_name(state, action), "targets": targets}

    def _lengths(self, state: Standing) -> dict[str, int]:
        """How many places each row has in this state, by the row's name."""
        if all(row.width for row in self.schema):
            return {row.name: row.width for row in self.schema}
        return {name: len(values) for name, values in self.seen(state).items()}

    def secret_parts(self, state: Standing, _: int, seat: int | None, now: Standing) -> Sequence[str]:
        """The parts `text` and `targets` while the action is secret from the seat; empty if it is not secret.

        An action is secret if the game says so, or while other seats that choose at the same time still have to choose.
        """
        if seat == state.actor or now.actor is None:
            return ()
        return ("text", "targets") if self._secret or self._open(state, now) else ()

    def sample(self, view: RowsView, rng: Rng) -> Standing:
        """A state from the author's `sample`, which the seat cannot tell from the real one; raises GameFault if there
        is no such method.
        """
        if not hasattr(self.written, "sample"):
            raise GameFault("no-sample", f"the game {self._title} has no method sample", "bots cannot search in it")
        state = self._call("sample", view.rows(), view.seat, rng)
        return self._standing(state, len(self._call("scores", state)), 0)

    def _open(self, state: Standing, now: Standing) -> bool:
        """Whether some of the seats that choose together in `state` still have to choose in `now`."""
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
    """A board with these rows; the other parts that viewers expect in a board are empty."""
    return {"round": 0, "phase": "", "seats": [], "rows": rows}


def _agreed(rows: list[list[Place]]) -> list[Place]:
    """The value at each place where all rows agree, else None; an empty list if the rows differ in length."""
    if len({len(row) for row in rows}) > 1:
        return []
    return [places[0] if len(set(places)) == 1 else None for places in zip(*rows, strict=True)]
