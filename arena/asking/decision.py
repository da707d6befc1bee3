"""A single decision of a match, as messages to a bot: the start of the match, one turn, and the end of the match.

The view in a turn message contains everything that the seat can know (docs/decisions/0025), so a bot needs no earlier
turns. The messages contain no secrets of other seats, and nothing from later in the match.
"""

from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any, Final

from arena.asking.harness.messages import NOTHING, start_part, turn_part
from arena.derived import derived
from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Match, MatchRecord, MatchSpec, replay
from arena.match.frames import Choice
from arena.protocol.turns import Wants, encode_end

BANK_MS: Final = 20_000
"""The thinking time, in milliseconds, that the bot has for the decision; the turn message shows it as the remaining
time.
"""
SEED_BYTES: Final = 8
DIGEST_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Decision:
    """A state of a match in which one seat has to choose an action."""

    spec: MatchSpec
    game: Game[Any, Any]
    state: Any
    seat: int
    number: int
    """The number of actions in the match before this decision."""

    def digest(self) -> bytes:
        """Returns a hash of all data about the decision that a bot receives; equal hashes mean equal decisions."""
        return blake2b(self.start(0, NOTHING) + self.turn(0, 0, NOTHING), digest_size=DIGEST_BYTES).digest()

    def start(self, number: int, wants: Wants, *who: str) -> bytes:
        """Returns the start of the match, encoded as a part of a batch.

        `number` identifies the match on the bot's stream. The bot receives a random seed, which depends only on the
        decision and on `who`. A different `who`, such as the bot's name, gives a different seed.
        """
        seed = derived(SEED_BYTES, "asked", self.spec.id.hex(), self.number, *who)
        return start_part(self.spec, self.game, self.state, self.seat, number, int.from_bytes(seed, "big"), wants)

    def turn(self, number: int, turn_id: int, wants: Wants) -> bytes:
        """Returns the turn, encoded as a part of a batch.

        `number` identifies the match on the bot's stream, and `turn_id` identifies the turn.
        `wants`: the optional names and texts that the bot has requested in its Hello.
        """
        return turn_part(self.game, self.state, len(self.spec.entrants), number, turn_id, BANK_MS, wants)

    def end(self, number: int) -> bytes:
        """Returns the message that the match is broken off, encoded as a part of a batch.

        All its scores are 0, and all its ranks are 1. `number` identifies the match on the bot's stream.
        """
        seats = len(self.spec.entrants)
        return encode_end(number, (0,) * seats, (1,) * seats, "the match is broken off")

    def allows(self, action: int) -> bool:
        """Returns whether an action is legal in this decision."""
        return action in self.game.legal_actions(self.state)

    def choice(self, action: int) -> Choice:
        """Returns a legal action with its notation and its parts, as a replay lists it."""
        name, parts = self.game.action_name(self.state, action), self.game.action_parts(self.state, action)
        return {"action": action, "notation": name, "parts": parts}


def decision_in(match: Match) -> Decision:
    """Returns the current decision of a running match; raises ArenaError [no-decision] if the match is over."""
    if match.actor is None:
        raise ArenaError(
            "no-decision",
            "the match is over, so a bot has nothing to choose",
            "go back to an earlier step of the match",
        )
    return Decision(match.spec, match.game, match.snapshot(), match.actor, len(match.actions))


def decision_at(record: MatchRecord, game: Game[Any, Any], step: int) -> Decision:
    """Returns the decision after the first `step` actions of a finished match; raises ArenaError [no-decision],
    [bad-record].
    """
    if not 0 <= step < len(record.actions):
        raise nothing_to_decide(step)
    *_, there = islice(replay(record, game), step + 1)
    seat = game.actor(there.state)
    assert seat is not None
    return Decision(record.spec, game, there.state, seat, step)


def nothing_to_decide(step: int) -> ArenaError:
    """Returns the ArenaError [no-decision] for a step at which no seat has to choose."""
    return ArenaError(
        "no-decision",
        f"step {step} of this match is not a step at which a seat has to choose",
        "give a step at which a seat has to choose; the number of a step is the number of actions before it",
    )
