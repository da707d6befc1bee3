"""Sends a bot a single decision of a match: its start, one turn, its end.

A view is complete (docs/decisions/0025), so a bot needs no earlier turns. It is told only what the seat that must
choose may know at that moment: no secrets of other seats, and nothing that came later.
"""

from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any, Final

from arena.asking.harness.telling import NOTHING, start_part, turn_part
from arena.derived import derived
from arena.errors import ArenaError
from arena.games.contract import Game
from arena.match import Match, MatchRecord, MatchSpec, replay
from arena.match.frames import Choice
from arena.protocol.turns import Wants, encode_end

BANK_MS: Final = 20_000
"""The time left in milliseconds that the turn tells the bot."""
SEED_BYTES: Final = 8
DIGEST_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: a state in which one seat has to choose."""

    spec: MatchSpec
    game: Game[Any, Any]
    state: Any
    seat: int
    number: int
    """How many actions of the match come before this decision."""

    def digest(self) -> bytes:
        """A hash of everything that a bot is sent about the decision; equal hashes mean equal decisions."""
        return blake2b(self.start(0, NOTHING) + self.turn(0, 0, NOTHING), digest_size=DIGEST_BYTES).digest()

    def start(self, number: int, wants: Wants, *who: str) -> bytes:
        """The encoded start of the match as part of a batch; `number` identifies the match on the bot's stream.

        The bot's seed is derived from the decision, and from `who` if several bots need different seeds. So what a
        process was asked before does not change its answer.
        """
        seed = derived(SEED_BYTES, "asked", self.spec.id.hex(), self.number, *who)
        return start_part(self.spec, self.game, self.state, self.seat, number, int.from_bytes(seed, "big"), wants)

    def turn(self, number: int, turn_id: int, wants: Wants) -> bytes:
        """The encoded turn as part of a batch, with the names and words that the bot wants."""
        return turn_part(self.game, self.state, len(self.spec.entrants), number, turn_id, BANK_MS, wants)

    def end(self, number: int) -> bytes:
        """The encoded end of the match as part of a batch; it says that the match is broken off; all scores are 0."""
        seats = len(self.spec.entrants)
        return encode_end(number, (0,) * seats, (1,) * seats, "the match is broken off")

    def allows(self, action: int) -> bool:
        """Whether an action is legal in this decision."""
        return action in self.game.legal_actions(self.state)

    def choice(self, action: int) -> Choice:
        """A legal action of this decision with its notation and parts, in the form in which replays show a choice."""
        name, parts = self.game.action_name(self.state, action), self.game.action_parts(self.state, action)
        return {"action": action, "notation": name, "parts": parts}


def decision_in(match: Match) -> Decision:
    """The open decision of a running match; raises ArenaError [no-decision]."""
    if match.actor is None:
        raise ArenaError("no-decision", "the match is over, and nobody has to choose", "go back to an earlier step")
    return Decision(match.spec, match.game, match.snapshot(), match.actor, len(match.actions))


def decision_at(record: MatchRecord, game: Game[Any, Any], step: int) -> Decision:
    """The decision after `step` actions of a finished match; raises ArenaError [no-decision], [bad-record]."""
    if not 0 <= step < len(record.actions):
        raise nothing_to_decide(step)
    *_, there = islice(replay(record, game), step + 1)
    seat = game.actor(there.state)
    assert seat is not None
    return Decision(record.spec, game, there.state, seat, step)


def nothing_to_decide(step: int) -> ArenaError:
    """The error for a step at which there is no decision."""
    return ArenaError(
        "no-decision",
        f"nobody has to choose at step {step} of this match",
        "steps are counted from 0: give a step at which a seat has to choose",
    )
