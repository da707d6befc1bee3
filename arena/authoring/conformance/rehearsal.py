"""Matches in the harness, in which the bot under check has one seat and the other seats choose at random."""

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
"""Most matches that begin in one batch while others are in progress."""
SHARE: Final = 0.7
"""The share of running matches that have a turn in a batch."""
NO_ENTRANT: Final = Entrant("", "", bytes(SEED_BYTES))


class Case(NamedTuple):
    """What identifies a match of a check; the same case always has the same luck."""

    game: str
    edition: str
    seats: int
    seat: int
    """The bot's seat."""
    deal: int


class Rehearsal:
    """A match in the harness."""

    def __init__(self, game: Game[Any, Any], case: Case, most: int | None = None, script: Sequence[int] = ()) -> None:
        """`most`: how many turns the bot has before the match is broken off, None for no limit.

        `script`: the first actions of the match, taken whichever seat acts and whatever the bot chooses.
        """
        self.case = case
        self.number = 0
        """The match's number on its stream."""
        self.choices: list[int] = []
        """The actions that the bot chose, in order."""
        self.kinds: set[object] = set()
        """The phases of the game in which the bot has had a turn."""
        self.match = new_match(game, case)
        self._most = most
        self._script = script
        self._random = Random(case.deal)  # noqa: S311  # it plays; it keeps no secrets
        self._go_on()

    def waits(self) -> bool:
        """Whether it is the bot's turn, and the match has not reached its limit of turns."""
        return self.match.actor is not None and (self._most is None or len(self.choices) < self._most)

    def start(self, number: int, wants: Wants = NOTHING) -> bytes:
        """The encoded start of the match as part of a batch."""
        self.number = number
        match, case = self.match, self.case
        seed = int.from_bytes(derived(SEED_SIZE, "rehearsal-bot", *case), "big")
        return start_part(match.spec, match.game, match.state, case.seat, number, seed, wants)

    def turn(self, turn_id: int, bank_ms: int = BANK_MS, wants: Wants = NOTHING) -> bytes:
        """The encoded turn of the bot as part of a batch, with the names and words that the bot wants."""
        self.kinds.add(self.kind())
        match = self.match
        return turn_part(match.game, match.state, self.case.seats, self.number, turn_id, bank_ms, wants)

    def end(self) -> bytes:
        """The encoded end of the match as part of a batch; if the match is broken off, the bot's seat forfeits."""
        game, state, seat = self.match.game, self.match.state, self.case.seat
        over = self.match.actor is None
        ranks = ranks_of(game.merits(state), frozenset() if over else frozenset({seat}))
        return encode_end(self.number, game.scores(state), ranks, "" if over else "the match is broken off")

    def kind(self) -> object:
        """The phase of the game that the match is in; None if the game has no phases."""
        return self.match.game.reveal(self.match.state).get("phase")

    def choose(self, action: int) -> None:
        """Plays the bot's choice and then the other seats' turns up to the bot's next one; raises Trouble if it is not
        legal.
        """
        match = self.match
        if action not in match.legal:
            raise Trouble(f"it chose {action} in {self.sentence()}; legal were {_shown(match.legal)}")
        self.choices.append(action)
        match.choose(self._script[len(match.actions)] if len(match.actions) < len(self._script) else action)
        self._go_on()

    def sentence(self) -> str:
        """The match and its present turn in words, for an error."""
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
    """The match of a case, before any action."""
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
    """Adds the starts of these matches to the next batch of the bot's process."""
    for rehearsal in rehearsals:
        instance.tell_start(rehearsal.start(instance.next_match(), instance.wants()))


def put(instance: Instance, rehearsals: Iterable[Rehearsal], bank_ms: int = BANK_MS) -> dict[int, Rehearsal]:
    """Sends a batch with one turn of each match; returns the matches by the ids of these turns."""
    turns = {}
    for rehearsal in rehearsals:
        turn_id = instance.next_turn()
        turns[turn_id] = rehearsal
        instance.tell_turn(turn_id, rehearsal.turn(turn_id, bank_ms, instance.wants()))
    instance.flush()
    return turns


async def answers(instance: Instance, turns: dict[int, Rehearsal], limit_s: float) -> list[Heard]:
    """Receives the answers to all `turns` and plays them, each message within `limit_s` seconds; raises Trouble."""
    heard = []
    while turns:
        word = await instance.hear(limit_s)
        heard.append(word)
        for turn_id, action in zip(word.turn_ids, word.actions, strict=True):
            turns.pop(turn_id).choose(action)
    return heard


async def ask(instance: Instance, rehearsals: Iterable[Rehearsal], bank_ms: int, limit_s: float) -> list[Heard]:
    """Sends one turn of each match in one batch, and plays the answers; returns the messages. Raises Trouble."""
    return await answers(instance, put(instance, rehearsals, bank_ms), limit_s)


def finish(instance: Instance, rehearsals: Iterable[Rehearsal]) -> None:
    """Adds the ends of these matches to the next batch of the bot's process."""
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
    """Plays matches to their ends, `at_once` at the same time, but at most until the monotonic time `until`. Raises
    Trouble.

    With `rng`, only a few matches begin at a time, and each batch has turns of only some of them.
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
