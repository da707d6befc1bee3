"""Matches played to check a bot: the bot under check has one seat, and the other seats choose at random."""

import time
from collections import deque
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from arena.asking.harness.instance import Heard, Instance, Trouble
from arena.asking.harness.messages import NOTHING, start_part, turn_part
from arena.derived import derived
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.match import Entrant, Match, MatchSpec
from arena.match.match import ranks_of
from arena.protocol.turns import Wants, encode_end

BANK_MS: Final = 30_000
SEED_SIZE: Final = 8
MOST_SHOWN: Final = 20
ARRIVALS: Final = 5
"""The maximum number of matches that start in one batch while other matches are running."""
SHARE: Final = 0.7
"""If `play` has an `rng`: the probability that a running match gets a turn in a batch (one message to the bot)."""
NO_ENTRANT: Final = Entrant("", "", bytes(SEED_BYTES))


class Case(NamedTuple):
    """The parameters of a match of a check. A match with the same parameters always has the same deal and random
    events.
    """

    game: str
    edition: str
    seats: int
    seat: int
    """The number of the seat that the bot under check plays."""
    deal: int


class Rehearsal:
    """A match of a check, in which the bot under check has one seat."""

    def __init__(self, game: Game[Any, Any], case: Case, most: int | None = None, script: Sequence[int] = ()) -> None:
        """Creates the match and plays it up to the bot's first turn.

        `most`: the number of the bot's turns after which the match is broken off; None for no limit.

        `script`: the first actions of the match. They are played for all seats, the bot's own included, in place of its
        choices.
        """
        self.case = case
        self.number = 0
        """The number that identifies the match in messages between the arena and the bot."""
        self.choices: list[int] = []
        """The actions that the bot chose, in order."""
        self.kinds: set[object] = set()
        """The phases of the game in which the bot has had a turn."""
        self.match = new_match(game, case)
        self._most = most
        self._script = script
        self._random = Random(case.deal)  # noqa: S311  # not for secrets
        self._go_on()

    def waits(self) -> bool:
        """Returns whether the match waits for a choice of the bot: it is the bot's turn, and the bot has not reached
        its limit of turns.
        """
        return self.match.actor is not None and (self._most is None or len(self.choices) < self._most)

    def start(self, number: int, wants: Wants = NOTHING) -> bytes:
        """Returns the encoded message part that reports the start of the match to the bot; several parts form a batch.

        `number`: identifies the match in later messages. `wants`: the optional texts that the bot has requested.
        """
        self.number = number
        match, case = self.match, self.case
        seed = int.from_bytes(derived(SEED_SIZE, "rehearsal-bot", *case), "big")
        return start_part(match.spec, match.game, match.state, case.seat, number, seed, wants)

    def turn(self, turn_id: int, bank_ms: int = BANK_MS, wants: Wants = NOTHING) -> bytes:
        """Returns the encoded message part with the bot's current turn; several parts form a batch.

        `bank_ms`: the time left, in milliseconds, that the turn states. `wants`: the optional contents that the bot has
        requested, such as the names of actions.
        """
        self.kinds.add(self.kind())
        match = self.match
        return turn_part(match.game, match.state, self.case.seats, self.number, turn_id, bank_ms, wants)

    def end(self) -> bytes:
        """Returns the encoded message part that reports the end of the match to the bot. If the match is broken off,
        the part reports that the bot's seat forfeits.
        """
        game, state, seat = self.match.game, self.match.state, self.case.seat
        over = self.match.actor is None
        ranks = ranks_of(game.merits(state), frozenset() if over else frozenset({seat}))
        return encode_end(self.number, game.scores(state), ranks, "" if over else "the match is broken off")

    def kind(self) -> object:
        """Returns the phase of the game that the match is in; None if the game has no phases."""
        return self.match.game.reveal(self.match.state).get("phase")

    def choose(self, action: int) -> None:
        """Plays the bot's choice, and then the other seats' turns up to the bot's next turn.

        Raises Trouble if the bot's choice is not legal.
        """
        match = self.match
        if action not in match.legal:
            raise Trouble(f"it chose {action} in {self.sentence()}; legal were {_shown(match.legal)}")
        self.choices.append(action)
        match.choose(self._script[len(match.actions)] if len(match.actions) < len(self._script) else action)
        self._go_on()

    def sentence(self) -> str:
        """Returns a description of the match and of the bot's current turn, for an error message."""
        case = self.case
        return (
            f"{case.game}, edition {case.edition}, seat {case.seat} of {case.seats}, phase {self.kind()}, "
            f"its choice number {len(self.choices) + 1}"
        )

    def _go_on(self) -> None:
        match = self.match
        while match.actor not in (None, self.case.seat):
            done = len(match.actions)
            match.choose(self._script[done] if done < len(self._script) else self._random.choice(match.legal))


def new_match(game: Game[Any, Any], case: Case) -> Match:
    """Returns a new match with the parameters in `case`, before its first action."""
    spec = MatchSpec(
        id=derived(SEED_BYTES, "rehearsal-match", *case),
        game=case.game,
        rules_version=game.info.rules_version,
        edition=case.edition,
        components=bytes(SEED_BYTES),
        deal=derived(SEED_BYTES, "rehearsal", case.game, case.edition, case.seats, case.deal),
        entrants=(NO_ENTRANT,) * case.seats,
    )
    return Match(spec, game)


def begin(instance: Instance, rehearsals: Iterable[Rehearsal]) -> None:
    """Numbers these matches, and adds the message parts that report their starts to the bot's next batch."""
    for rehearsal in rehearsals:
        instance.tell_start(rehearsal.start(instance.next_match(), instance.wants()))


def put(instance: Instance, rehearsals: Iterable[Rehearsal], bank_ms: int = BANK_MS) -> dict[int, Rehearsal]:
    """Sends the bot a batch with one turn of each match, and returns the matches by the ids of their turns."""
    turns = {}
    for rehearsal in rehearsals:
        turn_id = instance.next_turn()
        turns[turn_id] = rehearsal
        instance.tell_turn(turn_id, rehearsal.turn(turn_id, bank_ms, instance.wants()))
    instance.flush()
    return turns


async def answers(instance: Instance, turns: dict[int, Rehearsal], limit_s: float) -> list[Heard]:
    """Receives the bot's answers to all `turns`, plays them, and returns the messages that contained them.

    Raises Trouble if an answer is wrong, or if a message takes longer than `limit_s` seconds.
    """
    heard = []
    while turns:
        word = await instance.hear(limit_s)
        heard.append(word)
        for turn_id, action in zip(word.turn_ids, word.actions, strict=True):
            turns.pop(turn_id).choose(action)
    return heard


async def ask(instance: Instance, rehearsals: Iterable[Rehearsal], bank_ms: int, limit_s: float) -> list[Heard]:
    """Sends the bot a batch with one turn of each match, plays its answers, and returns the messages that contained
    them.

    Raises Trouble if an answer is wrong, or if a message takes longer than `limit_s` seconds.
    """
    return await answers(instance, put(instance, rehearsals, bank_ms), limit_s)


def finish(instance: Instance, rehearsals: Iterable[Rehearsal]) -> None:
    """Adds the message parts that report the ends of these matches to the bot's next batch."""
    for rehearsal in rehearsals:
        instance.tell_end(rehearsal.end())


async def play(
    instance: Instance,
    rehearsals: Iterable[Rehearsal],
    limit_s: float,
    until: float = float("inf"),
    at_once: int = 1,
    rng: Random | None = None,
) -> None:
    """Plays matches to their ends, at most `at_once` of them at the same time.

    Once the monotonic time `until` has passed, the running matches are broken off and no others start. If `rng` is
    given, at most ARRIVALS matches start in one batch, and `rng` draws which running matches get a turn in each batch.
    Without `rng`, all of them get one.
    Raises Trouble if an answer is wrong, or if a message takes longer than `limit_s` seconds.
    """
    coming, running = deque(rehearsals), list[Rehearsal]()
    while coming or running:
        room = min(at_once - len(running), len(coming), at_once if rng is None else ARRIVALS)
        fresh = [coming.popleft() for _ in range(room)]
        begin(instance, fresh)
        running += fresh
        asked = [one for one in running if rng is None or rng.random() < SHARE] or running[:1]
        await ask(instance, [one for one in asked if one.waits()], BANK_MS, limit_s)
        late = time.monotonic() > until
        if late:
            coming.clear()
        over = [one for one in running if late or not one.waits()]
        finish(instance, over)
        running = [one for one in running if one not in over]


def _shown(legal: Sequence[int]) -> str:
    shown = ", ".join(map(str, legal[:MOST_SHOWN]))
    return shown if len(legal) <= MOST_SHOWN else f"{shown}, … ({len(legal)} in all)"
