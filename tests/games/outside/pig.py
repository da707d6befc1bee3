"""Pig: roll a die as often as you dare; a one loses what the turn has brought. Who has 30 points wins."""

from typing import Any, NamedTuple

from arena.games import Chance, Info, Row

HOLD, ROLL = 0, 1
GOAL = 30


class State(NamedTuple):
    chance: Chance
    scores: tuple[int, ...]
    seat: int = 0
    turn: int = 0
    rolls: int = 0


class Pig:
    info = Info(title="Pig", seats=range(2, 5), actions=2, rows=(Row("score", of="seat"), Row("turn", width=1)))

    def deal(self, seats: int, edition: str, chance: Chance) -> State:
        return State(chance, (0,) * seats)

    def actor(self, state: State) -> int | None:
        return None if max(state.scores) >= GOAL else state.seat

    def legal_actions(self, state: State) -> list[int]:
        return [HOLD, ROLL] if state.turn else [ROLL]

    def apply(self, state: State, action: int) -> State:
        following = (state.seat + 1) % len(state.scores)
        if action == HOLD:
            scores = tuple(score + state.turn * (seat == state.seat) for seat, score in enumerate(state.scores))
            return state._replace(scores=scores, seat=following, turn=0)
        die = 1 + state.chance.event("roll", state.rolls).below(6)
        state = state._replace(rolls=state.rolls + 1)
        return state._replace(seat=following, turn=0) if die == 1 else state._replace(turn=state.turn + die)

    def scores(self, state: State) -> Any:
        return state.scores

    def action_name(self, state: State, action: int) -> str:
        return ("hold", "roll")[action]

    def rows(self, state: State, seat: int | None) -> Any:
        return {"score": state.scores, "turn": state.turn}


GAME = Pig()
