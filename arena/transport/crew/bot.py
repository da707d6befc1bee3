"""A bot as a member of a crew (all players of a host): a process that plays over a stream."""

from contextlib import AsyncExitStack
from pathlib import Path

from arena.files.tokens import new_token
from arena.system.processes.process_table import Sight
from arena.transport.clocks.clock import Clock
from arena.transport.crew.member import Member
from arena.transport.crew.session import Session
from arena.transport.machine.shortage import cannot_listen
from arena.transport.processes.excess import Excess
from arena.transport.processes.keeper import Keeper
from arena.transport.processes.launch import Launch
from arena.transport.processes.process import BotProcess
from arena.transport.streams.pump import MOST_MATCHES, Pump, Switchboard
from arena.transport.streams.server import Server, address_in


def bot(launch: Launch, clock: Clock, spare: bool = False) -> Member:
    """Returns the member of a crew for the bot that `launch` describes.

    `spare`: whether the bot is started only when a match needs it.
    """

    async def enter(slot: str, folder: Path, number: int, switchboard: Switchboard) -> BotSession:
        token = new_token()
        keeper = Keeper(launch.kept, switchboard.failed) if launch.kept else None
        most_matches = 1 if keeper else MOST_MATCHES  # so that all output of the process belongs to one match
        server = Server(Pump(slot, token, clock, switchboard, most_matches), clock.startup_ms)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(server.stop)
            try:
                address = await server.start(address_in(folder, number, launch.name, confined=launch.box.confines))
            except RuntimeError as error:
                raise cannot_listen(error, folder, f"when it tried to listen for {launch.name}") from error
            process = await BotProcess.start(launch, address, token, keeper)
            stack.pop_all()
        return BotSession(process, server, still=clock.strict())

    return Member(launch.name, clock, enter, at_once=not spare, unfit=launch.unfit, output=launch.output)


class BotSession(Session):
    """The session of a bot's process. Each process connects to a server of its own."""

    def __init__(self, process: BotProcess, server: Server, still: bool) -> None:
        """`still`: whether the process must not compute while it is not the bot's turn."""
        self.process = process
        self._server = server
        self._stillness = process.stillness() if still else None

    async def wait(self) -> str:
        """Waits until the process has ended; returns the reason, in a sentence."""
        return await self.process.wait()

    async def end(self, grace_s: float = 0) -> None:
        """Ends the process and the stream, after giving the process at most `grace_s` seconds to end by itself; may be
        called again.
        """
        self.wake()
        try:
            await self.process.end(grace_s)
        finally:
            if self._stillness:
                self._stillness.close()
            await self._server.stop()

    def say_goodbye(self, reason: str) -> None:
        """Sends the process the waiting messages, then the message Goodbye with the reason."""
        self._server.say_goodbye(reason)

    def begin(self, match: bytes) -> None:
        """Stores what the process prints from now on as output of the match with this id."""
        self.process.begin(match)

    async def demand_surroundings(self) -> None:
        """Raises ArenaError if the process ended at once because its sandbox could not be made. The code is
        [box-failed], or [shortage] or [no-process] if the next try may succeed.
        """
        await self.process.demand_box()

    def terminate(self) -> None:
        """Asks the process to end, so that its kit (the library that speaks the protocol) prints where the process
        hangs.
        """
        self.wake()
        self.process.terminate()

    def wake(self) -> None:
        """Allows the process to compute."""
        if self._stillness:
            self._stillness.resume()

    def rest(self) -> None:
        """Stops the process from computing until `wake`."""
        if self._stillness:
            self._stillness.stop()

    def look(self, sight: Sight) -> Excess | None:
        """Measures the resources that the process uses, from a snapshot of the machine.

        Returns the limit that the process exceeded. If it exceeded none but computed out of turn under strict timing,
        returns that fault; else None.
        """
        found = self.process.look(sight)
        if found or not self._stillness:
            return found
        return self._stillness.look(self.process.processes(), self.process.cpu_us(), sight.began_ns)

    def explained(self) -> Excess | None:
        """Returns the limit because of which the process has ended; None if no limit is known to be the cause."""
        return self.process.explained()

    def unguarded_s(self) -> float | None:
        """Returns when the guard (the process that runs the bot) ended, in seconds of the monotonic clock; None if the
        guard did not end before the bot.
        """
        return self.process.unguarded_s()

    def output(self) -> str:
        """The last lines that the process printed."""
        return self.process.output()

    def cpu_us(self) -> int:
        """Returns the CPU time of the process and all processes it started, in microseconds."""
        return self.process.cpu_us()

    def peak_bytes(self) -> int:
        """Returns the most memory, in bytes, that was measured for the process and all processes it started together,
        or the peak that the system reported if that is larger.
        """
        return self.process.peak_bytes()
