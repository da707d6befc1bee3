"""A tiny game for tests: the seats act in turn, and each action adds 0, 1 or 2 points to the seat's own score."""

from arena.games.chance import Chance
from arena.games.contract import GameInfo
from arena.match import Entrant, MatchSpec

ROUNDS = 4
INFO = GameInfo("counting", "Counting", 3, range(2, 6), ("plain",), 13)

State = tuple[tuple[int, ...], ...]
"""The points that each seat has added, in order, by seat."""


class Counting:
    """The counting game; its actions 10, 11 and 12 add 0, 1 and 2 points."""

    info = INFO

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        assert edition in self.info.editions
        assert chance.seed
        return ((),) * seats

    def opening(self, state: State) -> None:
        return None

    def actor(self, state: State) -> int | None:
        taken = sum(map(len, state))
        return None if taken == ROUNDS * len(state) else taken % len(state)

    def legal_actions(self, state: State) -> tuple[int, ...]:
        return () if self.actor(state) is None else (10, 11, 12)

    def asked(self, state: State) -> tuple[State, ...]:
        return (state,)

    def apply(self, state: State, action: int) -> State:
        seat = self.actor(state)
        assert seat is not None
        return (*state[:seat], (*state[seat], action - 10), *state[seat + 1 :])

    def take(self, state: State, action: int) -> State:
        return self.apply(state, action)

    def view(self, state: State, seat: int) -> tuple[int, ...]:
        return state[seat]

    def reveal(self, state: State) -> dict[str, object]:
        return {"state": [list(row) for row in state]}

    def stages(self, state: State, action: int) -> list[State]:
        return [self.apply(state, action)]

    def show(self, view: tuple[int, ...]) -> dict[str, object]:
        return {"own": list(view)}

    def open_table(self, state: State) -> dict[str, object]:
        return {"taken": sum(map(len, state))}

    def setup(self, view: tuple[int, ...]) -> dict[str, object]:
        return {"rounds": ROUNDS}

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(sum, state))

    def merits(self, state: State) -> tuple[int, ...]:
        """Returns numbers for ranking the seats: of two seats with equal scores, the one with the larger last addition
        ranks first.
        """
        return tuple(10 * sum(row) + (row[-1] if row else 0) for row in state)

    def action_name(self, state: State, action: int) -> str:
        return f"{self.actor(state)}+{action - 10}"

    def action_parts(self, state: State, action: int) -> dict[str, object]:
        return {"kind": "add", "points": action - 10}

    def secret_parts(self, state: State, action: int, seat: int | None, now: State) -> tuple[str, ...]:
        """Returns the secret parts of an action: its points, which the other seats do not see before every seat has
        acted in the same round.
        """
        added = min(map(len, now))
        own = self.actor(state)
        assert own is not None
        return () if seat == own or added > len(state[own]) else ("points",)

    def sample(self, view: tuple[int, ...], rng: object) -> State:
        raise NotImplementedError(view, rng)


def spec_of(seats: int = 3, deal: int = 0, **changes: object) -> MatchSpec:
    """Returns the specification of a match of the counting game, with these changes."""
    values: dict[str, object] = {
        "id": bytes(15) + b"\x2a",
        "game": INFO.key,
        "rules_version": INFO.rules_version,
        "edition": "plain",
        "components": bytes(16),
        "deal": deal.to_bytes(16, "big"),
        "entrants": tuple(Entrant(f"bot-{seat}", "1", bytes(16)) for seat in range(seats)),
    }
    return MatchSpec(**(values | changes))  # type: ignore[arg-type]  # the values have many types
