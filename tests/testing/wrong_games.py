"""Games that each make one mistake, some correct games, and the expected report on each mistake."""

import random
from dataclasses import replace
from typing import Any

from arena.games import Chance, Info, Row
from tests.games.outside.pig import Pig, State

MANY = 10


class Hidden:
    """A correct game with hidden cards: each seat has a card, and plays it or keeps it; the highest
    card played wins.
    """

    info = Info(
        title="Cards", seats=(2, 3), actions=2, rows=(Row("card", of="seat", hides=True), Row("played"), Row("pile"))
    )

    def deal(self, seats: int, edition: str, chance: Chance) -> Any:
        return (tuple(chance.shuffled("cards", 0, range(1, MANY + 1))), seats, ())

    def actor(self, state: Any) -> int | None:
        return len(state[2]) if len(state[2]) < state[1] else None

    def legal_actions(self, state: Any) -> Any:
        return [0, 1]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0], state[1], (*state[2], action))

    def scores(self, state: Any) -> Any:
        return [state[0][seat] * (seat < len(state[2]) and state[2][seat]) for seat in range(state[1])]

    def action_name(self, state: Any, action: int) -> str:
        return ("keep", "play")[action]

    def rows(self, state: Any, seat: int | None) -> Any:
        cards = [card if seat in (None, one) else None for one, card in enumerate(state[0][: state[1]])]
        return {"card": cards, "played": state[2], "pile": MANY - state[1]}


class Cards(Hidden):
    """A correct game: the game Hidden with a method `sample` for bots that search."""

    def sample(self, rows: Any, seat: int, rng: Any) -> Any:
        known = rows["card"]
        rest = sorted(set(range(1, MANY + 1)).difference(known), key=lambda _: rng.random())
        cards = [rest.pop() if card < 0 else card for card in known]
        return ((*cards, *rest), len(known), tuple(rows["played"]))


class Together(Hidden):
    """A correct game: Hidden, but all seats choose at the same time. No seat sees a choice before all have chosen."""

    info = replace(Hidden.info, at_once=True, rows=(Row("played"), Row("top")))

    def rows(self, state: Any, seat: int | None) -> Any:
        return {"played": state[2] if seat is None or self.actor(state) is None else (), "top": state[0][0]}


class Naming(Pig):
    def action_name(self, state: State, action: int) -> str:
        return "go"


class Beside(Pig):
    """A wrong game: an action's target is a place after the last place of a row."""

    def action_targets(self, state: State, action: int) -> list[str]:
        return ["turn:1"]


class Halves(Pig):
    def scores(self, state: State) -> Any:
        return [score / 2 for score in state.scores]


class TooLarge(Pig):
    def legal_actions(self, state: State) -> list[int]:
        return [1, 2]


class Failing(Pig):
    def apply(self, state: State, action: int) -> State:
        return super().apply(state, action // (state.rolls < 3))


class Listing(Pig):
    def rows(self, state: State, seat: int | None) -> Any:
        return [state.scores, state.turn]


class Endless(Pig):
    info = replace(Pig.info, longest=50)

    def actor(self, state: State) -> int | None:
        return state.seat


class Hanging(Pig):
    def legal_actions(self, state: State) -> list[int]:
        while state.rolls == 2:
            pass
        return super().legal_actions(state)


class Slow(Pig):
    info = replace(Pig.info, longest=1_000_000)

    def actor(self, state: State) -> int | None:
        return 0


class Never(Pig):
    def actor(self, state: State) -> int | None:
        return None


class Leaving(Pig):
    def scores(self, state: State) -> Any:
        raise SystemExit


class Changing(Pig):
    """A wrong game: `apply` changes the old state, because the old and the new state share a list of scores."""

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        return State(chance, [0] * seats)  # type: ignore[arg-type]  # the mistake: a list, which can be changed

    def apply(self, state: State, action: int) -> State:
        if action == 1:
            return super().apply(state, action)
        state.scores[state.seat] += state.turn  # type: ignore[index]  # the mistake: changes the old state, too
        return state._replace(seat=(state.seat + 1) % len(state.scores), turn=0)


class Counting(Pig):
    """A wrong game: `legal_actions` changes a part of the state that no row shows."""

    def deal(self, seats: int, edition: str, chance: Chance) -> Any:
        state = super().deal(seats, edition, chance)
        return state._replace(turn=Counter())  # type: ignore[arg-type]  # the part that `legal_actions` changes

    def legal_actions(self, state: Any) -> list[int]:
        state.turn.asked["legal"] = state.turn.asked.get("legal", 0) + 1
        return [1]

    def apply(self, state: Any, action: int) -> Any:
        return state._replace(scores=(state.scores[0] + 10, *state.scores[1:]), turn=Counter())

    def rows(self, state: Any, seat: int | None) -> Any:
        return {"score": state.scores, "turn": 0}


class Counter:
    def __init__(self) -> None:
        self.asked: dict[str, int] = {}


class Dicing(Pig):
    """A wrong game: the game draws from Python's random numbers and not from its own `chance`."""

    def apply(self, state: State, action: int) -> State:
        return super().apply(state, action)._replace(turn=random.randrange(100) * action)


class Keeping(Pig):
    """A wrong game: the game object stores the progress of a match, so that two matches disturb each other."""

    kept = 0

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        self.kept = 0
        return super().deal(seats, edition, chance)

    def apply(self, state: State, action: int) -> State:
        self.kept += 1
        return super().apply(state, action)._replace(turn=self.kept * action)


class Twice(Pig):
    def apply(self, state: State, action: int) -> State:
        state.chance.event("roll", state.rolls)
        return super().apply(state, action)


class Unlucky(Pig):
    """A wrong game: random events are drawn but have no effect."""

    def apply(self, state: State, action: int) -> State:
        state.chance.event("roll", state.rolls).below(6)
        return state._replace(scores=(state.scores[0] + 10, *state.scores[1:]), rolls=state.rolls + 1)


class Showing(Cards):
    def rows(self, state: Any, seat: int | None) -> Any:
        return super().rows(state, None)


class Telling(Cards):
    """A wrong game: the row `pile`, which every seat sees, reveals the hidden card of the last seat."""

    def rows(self, state: Any, seat: int | None) -> Any:
        return super().rows(state, seat) | {"pile": [MANY - state[1], state[0][state[1] - 1] % MANY]}


class Hinting(Hidden):
    """A wrong game: the legal actions reveal a card that another seat holds."""

    def legal_actions(self, state: Any) -> Any:
        return [0] if state[2] and state[0][0] > MANY // 2 else [0, 1]


class Whispering(Hidden):
    """A wrong game: the names of actions reveal a card that another seat holds."""

    def action_name(self, state: Any, action: int) -> str:
        return f"{super().action_name(state, action)}, {'high' if state[0][0] > MANY // 2 else 'low'}"


class Guessing(Cards):
    def sample(self, rows: Any, seat: int, rng: Any) -> Any:
        cards, seats, played = super().sample(rows, seat, rng)
        return (cards[::-1], seats, played)


class Peeking(Together):
    def legal_actions(self, state: Any) -> Any:
        return [0] if 1 in state[2] else [0, 1]


class Calling(Together):
    """A wrong game: the names of a seat's actions reveal the choices of earlier seats, though all seats choose at the
    same time.
    """

    def action_name(self, state: Any, action: int) -> str:
        return f"{'beat' if 1 in state[2] else 'meet'} with {action}"


class Open(Together):
    def rows(self, state: Any, seat: int | None) -> Any:
        return {"played": state[2], "top": state[0][0]}


class Late(Together):
    """A wrong game: if a seat's choice is 1, the rows show the choice before all seats have chosen."""

    def rows(self, state: Any, seat: int | None) -> Any:
        return super().rows((*state[:2], tuple(filter(None, state[2]))) if 1 not in state[2] else state, None)


class Turning(Together):
    """A wrong game: the seats act in descending order, but seats that choose at the same time must act in ascending
    order.
    """

    def actor(self, state: Any) -> int | None:
        return None if super().actor(state) is None else state[1] - 1 - len(state[2])


class Both(Together):
    """A correct game: all seats choose at the same time. Then these choices are shown, and the seats choose once more,
    one after the other.
    """

    def actor(self, state: Any) -> int | None:
        return len(state[2]) % state[1] if len(state[2]) < 2 * state[1] else None

    def rows(self, state: Any, seat: int | None) -> Any:
        return {"played": state[2] if seat is None or len(state[2]) >= state[1] else (), "top": state[0][0]}


WRONG: dict[type, tuple[str, str]] = {
    Never: ("matches", "game Pig: actor returned None after every deal; expected a seat, because somebody must act ("),
    TooLarge: ("matches", "legal_actions returned 2 (int); expected actions from 0 to 1, because info.actions is 2 ("),
    Failing: ("matches", "apply raised ZeroDivisionError: integer division or modulo by zero ("),
    Endless: ("matches", "actor returned 0 (int); expected None, because a match is over after 50 actions, as info"),
    Slow: ("matches", "actor returned no None within "),
    Hanging: ("matches", "the game Pig: legal_actions did not end within 0.1 s of processor time ("),
    Changing: (
        "purity",
        "apply changed the state it was given: state.scores[",
    ),
    Counting: (
        "purity",
        "legal_actions changed the state it was given: state.turn.asked['legal'] was 1 (int) and is 2 (int)",
    ),
    Halves: ("scores", "scores returned [0.0, 0.0] (list); expected a list of 2 integers, one for each seat ("),
    Leaving: ("scores", "the game Pig: scores raised SystemExit ("),
    Naming: ("names", "action_name returned 'go' for both 0 and 1, which are legal together; expected names that"),
    Beside: ("names", "action_targets returned ['turn:1'] (list); expected places of rows, and the row turn has 1"),
    Listing: ("rows", "rows returned [(0, 0), 0] (list); expected a dict with the values of each row by its name ("),
    Dicing: ("replays", "apply returned another state the second time: state.turn was "),
    Keeping: ("replays", "apply returned another state the second time: state.turn was "),
    Twice: ("luck", "apply draws the event ('roll', "),
    Unlucky: ("luck", "deal and what follows is the same of 12 deals; expected that the drawn luck changes something"),
    Showing: ("secrets", "rows shows all of the row 'card', and hid nothing from any seat in "),
    Telling: (
        "secrets",
        "rows shows too much: 'card', place 1, is hidden from seat 0, but the row 'pile', place 1, tells its value in ",
    ),
    Hinting: ("secrets", "legal_actions reveals what is hidden: it returned "),
    Whispering: ("secrets", "action_name reveals what is hidden: it returned "),
    Peeking: ("at-once", "legal_actions returned [0, 1] and [0], when seat 0 had chosen 0 and when it had"),
    Calling: ("at-once", "action_name returned 'meet with 0' and 'beat with 0' for action 0, when seat 0 had chosen 0"),
    Open: ("at-once", "rows lets no seats be asked together: it shows seat 1 that seat 0 chose 0, len(rows"),
    Late: ("at-once", "rows shows seat 1 a choice: len(rows['played']) was 0 (int) and is 1 (int), when seat 0"),
    Turning: ("at-once", "actor returned no seat after a lower one in "),
    Guessing: ("sample", "sample returned a state that shows seat "),
}  # fmt: skip
"""For each wrong game, the name of the check that reports its mistake, and a part of the report."""
PLAIN = (TooLarge, Failing, Leaving, Beside)
"""Wrong games for which a check gives no advice, because the report already says everything."""
IN_A_MATCH = {"Changing", "Counting", "Dicing", "Endless", "Failing", "Guessing", "Halves", "Naming", "Open", "Twice"}
"""The names of wrong games for which the report names the match in which the mistake was found."""
