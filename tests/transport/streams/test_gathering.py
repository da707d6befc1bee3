"""Tests of gathering turns. If a bot plays many matches and only a few turns wait for it, the arena waits a short time
for more turns, as long as other bots owe answers. Then it sends all turns as one batch.
"""

import asyncio
from typing import Final

import pytest

from arena.protocol.conversation import Refusal
from arena.protocol.turns import encode_seat, encode_turn
from arena.protocol.v1.arena_pb2 import ArenaMessage, BotMessage, Choices, Hello, Welcome
from arena.transport import Clock
from arena.transport.clocks.seat_clock import SeatClock
from arena.transport.streams.player import LITTLE, MANY_MATCHES, OpenTurn, Player
from arena.transport.streams.pump import Pump
from tests.transport.hosting import Lateness
from tests.transport.matches.stage import Stage, on_stage

CLOCK: Final = Clock()
MANY: Final = 2 * MANY_MATCHES
FEW: Final = MANY // LITTLE


def answer(stage: Stage, player: Player, count: int) -> None:
    """Answers `count` of the turns that the player owes, all with the same action."""
    turn_ids = list(player.open_turns)[:count]
    legal = stage.match_of(player, turn_ids[0]).legal
    stage.host.choices(player, Choices(turn_ids=turn_ids, actions=[legal[0]] * count))


def asked_in_turn(stage: Stage, few: int) -> tuple[Player, Player]:
    """Lets the first player answer `few` of its turns; returns this player and the next one.

    The first player still owes its other answers. The next player has `few` waiting turns.
    """
    first = stage.asked()
    stage.read(first)
    answer(stage, first, few)
    return first, stage.asked()


def test_few_turns_wait_while_another_owes_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        first, second = asked_in_turn(stage, FEW)
        assert stage.host.gathers(second)
        answer(stage, first, 1)
        assert not stage.host.gathers(second)

    on_stage(monkeypatch, act, MANY, MANY)


def test_few_turns_wait_for_nobody_where_no_answer_is_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        first, second = asked_in_turn(stage, FEW)
        first.open_turns.clear()
        assert not stage.host.gathers(second)

    on_stage(monkeypatch, act, MANY, MANY)


def test_in_few_matches_no_turn_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(stage: Stage) -> None:
        first, second = asked_in_turn(stage, 1)
        assert len(first.open_turns) == MANY_MATCHES - 1
        assert not stage.host.gathers(second)

    on_stage(monkeypatch, act, MANY_MATCHES, MANY_MATCHES)


class Held:
    """A line (the arena's end of a stream) for tests, from which the arena reads only the bot's Hello. `sent` contains
    the arena's messages to the bot.
    """

    def __init__(self) -> None:
        self.sent: list[ArenaMessage] = []
        self._hello = [BotMessage(hello=Hello(protocol_version=1, token="t", max_matches=8)).SerializeToString()]

    async def read(self) -> bytes | None:
        if not self._hello:
            await asyncio.Event().wait()
        return self._hello.pop()

    async def write(self, data: bytes) -> None:
        self.sent.append(ArenaMessage.FromString(data))

    async def refuse(self, refusal: Refusal) -> None:
        raise refusal


class Desk:
    """A switchboard for tests: it stands for the whole arena behind a stream. Its method `gathers` always returns the
    given value.
    """

    def __init__(self, *, gathers: bool) -> None:
        self.player: Player | None = None
        self.heartbeat = Lateness()
        self._gathers = gathers

    def introduced(self, player: Player) -> Welcome:
        return Welcome()

    def connected(self, player: Player) -> None:
        self.player = player

    def gathers(self, player: Player) -> bool:
        return self._gathers

    def sends(self, player: Player) -> None:
        pass

    def choices(self, player: Player, choices: Choices) -> None:
        raise NotImplementedError

    def broke(self, name: str, refusal: Refusal) -> None:
        raise refusal

    def disconnected(self, name: str, sentence: str) -> None:
        raise NotImplementedError

    def failed(self, error: BaseException) -> None:
        raise error


@pytest.mark.parametrize(("gathers", "turns"), [(True, [1, 2]), (False, [1])])
def test_what_gathers_goes_out_as_one_batch(gathers: bool, turns: list[int]) -> None:
    async def carry() -> list[int]:
        line, desk = Held(), Desk(gathers=gathers)
        carrying = asyncio.create_task(Pump("bot", "t", CLOCK, desk).carry(line))
        while desk.player is None:  # noqa: ASYNC110  # no event to wait for, only steps of the loop
            await asyncio.sleep(0)
        for turn_id in (1, 2):
            part = encode_turn(turn_id, encode_seat(turn_id, 0), (0,), 1, b"")
            desk.player.ask(turn_id, OpenTurn(turn_id, 0, SeatClock(CLOCK)), part)
            for _ in range(3):
                await asyncio.sleep(0)
        while len(line.sent) < len(["welcome", "batch"]):  # noqa: ASYNC110  # a line sets no event
            await asyncio.sleep(0.001)
        carrying.cancel()
        return [turn.turn_id for turn in line.sent[1].batch.turns]

    assert asyncio.run(carry()) == turns
