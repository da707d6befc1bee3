"""Runs one bot without opponents; a script plays the part of the arena.

The harness starts the bot as a league does, and the bot connects to a real gRPC server. The script decides which
messages the bot receives. A queue keeps the bot's messages in order until the script requests them.
"""

import asyncio
import itertools
from collections.abc import Collection
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena import __version__
from arena.asking.harness.instance import Heard, Instance, Trouble
from arena.files.temporary import temporary_folder
from arena.files.tokens import new_token
from arena.protocol.conversation import Refusal
from arena.protocol.v1.arena_pb2 import Choices, Welcome
from arena.sandbox.levels import Level
from arena.transport import Clock, Launch
from arena.transport.clocks.clock import Heartbeat
from arena.transport.processes.keeper import Keeper
from arena.transport.processes.process import BotProcess
from arena.transport.streams.player import Player
from arena.transport.streams.pump import Pump
from arena.transport.streams.server import Server, address_in

CLOCK: Final = Clock()
"""The time settings that the bot receives; the harness does not enforce them."""


class Harness:
    """Runs one or more processes of one bot; an asynchronous context manager that ends them at its exit."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._instances: dict[str, Instance] = {}
        """Every process started so far, by name."""
        self.heartbeat = Heartbeat(lambda: None)
        self._numbers = itertools.count(1)
        self._closing = AsyncExitStack()
        self._folder = Path()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            self._folder = stack.enter_context(temporary_folder())
            self.temporary().mkdir()
            stack.callback(self.heartbeat.stop)
            self.heartbeat.start()
            stack.push_async_callback(self._end_all)
            self._closing = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._closing.aclose()

    def temporary(self) -> Path:
        """Returns the folder for the bot's temporary files."""
        return self._folder / "tmp"

    def instances(self) -> Collection[Instance]:
        """Returns every process started so far, in the order of their starts."""
        return self._instances.values()

    async def start(self, addition: bytes = b"") -> Instance:
        """Starts a process of the bot; raises Trouble if the program cannot be started.

        `addition`: encoded fields to append to the Welcome message that the process will receive.
        """
        number = next(self._numbers)
        name, token = str(number), new_token()
        server = Server(Pump(name, token, CLOCK, self), CLOCK.startup_ms)
        launch = self._launch
        if launch.box.level is Level.NONE:  # otherwise the box makes and removes the temporary folder
            launch = replace(launch, environment=(("TMPDIR", str(self.temporary())),))
        instance = self._instances[name] = Instance(server, token, addition, self.heartbeat)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(server.stop)
            stack.callback(self._instances.pop, name)
            there = address_in(self._folder, number, launch.name, confined=launch.box.confines)
            address = await server.start(there)
            try:
                keeper = Keeper(launch.kept, self.failed) if launch.kept else None
                process = await BotProcess.start(launch, address, token, keeper)
            except OSError as error:
                raise Trouble(f"the program could not be started: {error}") from error
            stack.pop_all()
        instance.begin(process)
        return instance

    def say_goodbye(self, instance: Instance, reason: str = "the arena has seen enough") -> None:
        """Sends the bot all queued messages and then Goodbye. Afterwards the harness ignores the bot's messages and
        errors.
        """
        instance.flush()
        instance.notice()
        instance.dismissed = True
        instance.server.say_goodbye(reason)

    async def break_streams(self) -> None:
        """Ends all streams without a Goodbye, as if the arena's process had been killed."""
        for instance in self._instances.values():
            instance.notice()
            instance.dismissed = True
            await instance.server.stop()

    async def _end_all(self) -> None:
        await asyncio.gather(*(instance.end() for instance in self._instances.values()))

    # The methods of pump.Switchboard, which the servers call.

    def introduced(self, player: Player) -> Welcome:
        """Returns the Welcome message that answers a process's Hello."""
        instance = self._instances[player.name]
        welcome = Welcome(arena_version=__version__, bank_ms=CLOCK.bank_ms, increment_ms=CLOCK.increment_ms)
        welcome.MergeFromString(instance.addition)
        return welcome

    def connected(self, player: Player) -> None:
        """Records that a process has introduced itself with Hello, so that the script may send it turns."""
        self._instances[player.name].connect(player)

    def choices(self, player: Player, choices: Choices) -> None:
        """Queues the bot's choices for the script, together with the time that the bot took for them.

        Raises Refusal if `choices` answers no turn, or a turn that is not open.
        """
        instance = self._instances[player.name]
        if instance.dismissed:
            return
        instance.take(choices.turn_ids)
        heard = tuple(choices.turn_ids), tuple(choices.actions), player.clock.hear(), tuple(choices.notes)
        instance.hear_of(Heard(*heard))

    def gathers(self, player: Player) -> bool:  # noqa: ARG002  # the signature of pump.Switchboard
        """Returns False, because the harness sends each message at once, and never gathers several turns into one
        message.
        """
        return False

    def sends(self, player: Player) -> None:
        """Does nothing, because the harness never pauses a bot and so never has to resume one before a message."""

    def broke(self, name: str, refusal: Refusal) -> None:
        """Records that a process broke the protocol; `refusal` explains the error."""
        self._instances[name].refuse(refusal)

    def disconnected(self, name: str, sentence: str) -> None:
        """Records that a process's stream has ended.

        `sentence`: a description of how it ended.
        """
        self._instances[name].lose_stream(sentence)

    def failed(self, error: BaseException) -> None:
        """Queues an error of the arena itself for every process. `Instance.hear` raises the error after it has returned
        the messages that came before.
        """
        for instance in self._instances.values():
            instance.hear_of(error)
