"""The gate: the gRPC server to which connectors of remote bots connect.

Rule 1: nothing is read from a connection without a valid token.
Rule 2: whatever a connector does costs only its own bot. After a lost connection another may go on, but the bot's clock
has kept running.
"""

import asyncio
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from statistics import median
from types import TracebackType
from typing import Any, Final, Self

import grpc
import grpc.aio

from arena.files.rates import Lately, Rate, TooOftenError
from arena.files.temporary import temporary_folder
from arena.files.tokens import hashed
from arena.remote.channel import BrokenError, LostError
from arena.remote.door import Door
from arena.remote.gate_link import GateLink, GateWire, offered
from arena.remote.link import LONGEST_PAUSE_S, MOST_FRAME_BYTES, OFFER, REMOTE_VERSION
from arena.remote.moorings import Mooring, RefusedError
from arena.remote.terms import GateTerms
from arena.remote.v1.remote_pb2 import Begin, Frame, Offer, Over
from arena.remote.visiting import Remote, RemoteProcess
from arena.transport.clocks.clock import Clock
from arena.transport.machine.shortage import cannot_listen
from arena.transport.streams.server import Context

MOST_STREAMS: Final = 2
"""The most streams that one connection may have; a connector needs one."""
GRACE_S: Final = 2.0
"""How many seconds connectors may take to receive the message that all is over."""
LINGER_S: Final = LONGEST_PAUSE_S + 1.0
"""How many seconds a connector that has lost its connection may take to come back for that message."""
LOOK_S: Final = 0.05
HEARD_S: Final = 5.0
"""How many seconds a patient gate waits for an unknown token to become known: its bot may just have been entered."""
BEARER: Final = "Bearer "
TRIES: Final = Rate(20, 5)
"""How often one address may send unknown tokens; known tokens are never refused for this."""
NS_PER_MS: Final = 1_000_000


class Gate:
    """A gate, as an async context manager; set `done` before leaving it if no remote is needed any more."""

    def __init__(self, terms: GateTerms, clock: Clock, tries: Rate = TRIES) -> None:
        self.done = False
        self._terms = terms
        self._clock = clock
        self._names: Mapping[str, str] = {}
        self._moorings: dict[str, Mooring] = {}
        self._told = asyncio.Event()
        """Set when `admit` was called; waiting for it costs little, even if many strangers do."""
        self.admit(terms.names)
        self._tries = Lately(tries)
        self._server = grpc.aio.server(options=_options())
        self._server.add_generic_rpc_handlers((_Offers(self),))
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(temporary_folder())
            self._door = Door(self._terms.listening.socket, folder)
            inner, tls = f"unix:{self._door.inner()}", self._terms.listening.tls
            try:
                if tls:
                    pairs = [(tls.key.read_bytes(), tls.certificate.read_bytes())]
                    self._server.add_secure_port(inner, grpc.ssl_server_credentials(pairs))
                else:
                    self._server.add_insecure_port(inner)
            except RuntimeError as error:
                raise cannot_listen(error, folder, "when remotes were to come in") from error
            await self._server.start()
            await self._door.open()
            stack.push_async_callback(self._door.close)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done = self.done and error is None
        for mooring in self._moorings.values():
            mooring.remote.changed.set()
        until_s = time.monotonic() + LINGER_S
        while self.done and self._expects() and time.monotonic() < until_s:  # noqa: ASYNC110  # it is soon over
            await asyncio.sleep(LOOK_S)
        await self._server.stop(GRACE_S if self.done else None)
        await self._stack.aclose()

    def _expects(self) -> bool:
        return any(mooring.expected for mooring in self._moorings.values())

    def admit(self, names: Mapping[str, str]) -> None:
        """Sets which bots may come in: the name of each, by its token's hash. Connected remotes are not cut off."""
        self._names = names
        for name in names.values():
            if name not in self._moorings:
                self._moorings[name] = Mooring(Remote(name, self._clock), patient=self._terms.patient)
        self._told.set()

    def remotes(self, names: Mapping[str, str] | None = None) -> list[Remote]:
        """The bots that may come in; `names` selects some, and maps each to the name it has in matches."""
        if names is None:
            return [mooring.remote for mooring in self._moorings.values()]
        for name, called in names.items():
            self._moorings[name].remote.name = called
        return [self._moorings[name].remote for name in names]

    def there(self) -> dict[str, float | None]:
        """The bots with a connector, each with the median of its last round trips in milliseconds, None if not yet
        known.
        """
        trips = self.round_trips_ms()
        return {name: trips.get(name) for name, mooring in self._moorings.items() if mooring.taken()}

    def missing(self) -> list[str]:
        """The names of the bots without a connector."""
        return [name for name, mooring in self._moorings.items() if not mooring.taken()]

    def round_trips_ms(self) -> Mapping[str, float]:
        """The median of the last round trips in milliseconds, by the name of each remote that has been connected."""
        measured = {name: mooring.round_trips_us for name, mooring in self._moorings.items()}
        return {name: median(round_trips) / 1_000 for name, round_trips in measured.items() if round_trips}

    async def serve(self, _: object, context: Context) -> None:
        """Serves one stream of a connector until it ends; ends it with a status if the connector is refused."""
        try:
            await self._serve(context)
        except RefusedError as refused:
            await _abort(context, refused.status, str(refused))
        except BrokenError as broken:
            await _abort(context, grpc.StatusCode.INVALID_ARGUMENT, str(broken))
        except LostError as lost:
            await _abort(context, grpc.StatusCode.UNAVAILABLE, str(lost))

    async def _serve(self, context: Context) -> None:
        mooring, wire = await self._mooring(context), GateWire(context)
        with mooring.coming():
            await context.send_initial_metadata(())  # tells the connector that it may offer
            offer = await offered(wire)
            if offer.protocol_version != REMOTE_VERSION:
                versions = f"version {offer.protocol_version}, this arena speaks {REMOTE_VERSION}"
                sentence = f"the connector speaks {versions}; install the same release of the arena"
                raise RefusedError(grpc.StatusCode.FAILED_PRECONDITION, sentence)
            await mooring.take(offer)
        try:
            with self._door.known(context.peer()):
                await self._carry(mooring, GateLink(wire, mooring.round_trips_us), offer)
        finally:
            mooring.leave()

    async def _mooring(self, context: Context) -> Mooring:
        """The place at the gate of the bot whose token the connector sent; raises RefusedError."""
        said = dict(context.invocation_metadata() or ()).get("authorization", "")
        token = hashed(said.removeprefix(BEARER) if isinstance(said, str) else "")
        if token not in self._names:
            try:
                self._tries.take(self._door.address(context.peer()), time.monotonic_ns() // NS_PER_MS)
            except TooOftenError as error:
                sentence = "too many tokens that are not valid came from this address"
                raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{sentence}; {error.hint}") from error
            await self._heard_of(token)
        return self._moorings[self._names[token]]

    async def _heard_of(self, token: str) -> None:
        """Waits for the token with this hash to become known, if the gate is patient; raises RefusedError if it does
        not.
        """
        try:
            async with asyncio.timeout(HEARD_S if self._terms.patient else 0):
                while token not in self._names:
                    self._told.clear()
                    await self._told.wait()
        except TimeoutError as error:
            raise RefusedError(
                grpc.StatusCode.UNAUTHENTICATED,
                "this token is not valid here; a token is valid for one bot of one league, until a newer token for "
                "the bot is made",
            ) from error

    async def _carry(self, mooring: Mooring, link: GateLink, offer: Offer) -> None:
        """Waits until a process of the remote is wanted, then carries its messages until one end says it is over."""
        remote = mooring.remote
        begun: list[RemoteProcess] = []

        async def begin() -> Over | None:
            process = await self._process(remote, offer)
            if process is None:
                mooring.expected = False
                return Over(reason="the league is over", done=True)
            link.attach(process.channel, offer.came if process.id == offer.process else 0)
            begun.append(process)
            came = process.channel.came
            await link.write(Frame(begin=Begin(process=process.id, token=process.token, name=remote.name, came=came)))
            return None

        async def over() -> Over:
            said = begun[0].over()
            mooring.expected = not self.done
            return Over(reason=said.reason, status=said.status, done=self.done)

        carrying = asyncio.create_task(link.carry(begin, over))
        beating = asyncio.create_task(link.beat())
        try:
            await asyncio.wait((carrying, beating), return_when=asyncio.FIRST_COMPLETED)
            if not carrying.done():
                beating.result()
            elif said := carrying.result():
                for process in begun:
                    process.ended(said)
        except BrokenError as broken:
            for process in begun:
                process.ended(Over(reason=f"its connector was cut off: {broken}", status="INVALID_ARGUMENT"))
            raise
        finally:
            for task in (carrying, beating):
                task.cancel()
            await asyncio.gather(carrying, beating, return_exceptions=True)

    async def _process(self, remote: Remote, offer: Offer) -> RemoteProcess | None:
        """Waits for the process that the connector must begin or continue; None if none will be wanted any more."""
        while True:
            remote.changed.clear()
            process = remote.process
            if process and not process.channel.closed():
                if not process.channel.came or process.id == offer.process:
                    return process
                process.ended(
                    Over(reason="the bot's connector was started again")
                )  # the process at the connector is gone
            elif self.done:
                return None
            await remote.changed.wait()


class _Offers(grpc.GenericRpcHandler):  # type: ignore[type-arg]  # generic only in the stubs
    """Tells gRPC which handler serves the only method of a gate."""

    def __init__(self, gate: Gate) -> None:
        self._handler = grpc.stream_stream_rpc_method_handler(gate.serve)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """The handler for the method Offer; None for any other method."""
        return self._handler if handler_call_details.method == OFFER else None


async def _abort(context: Context, status: grpc.StatusCode, sentence: str) -> None:
    """Ends the stream with a status; does nothing if the connector has left already."""
    with suppress(grpc.aio.InternalError):
        await context.abort(status, sentence)


def _options() -> tuple[tuple[str, int], ...]:
    return (
        ("grpc.max_receive_message_length", MOST_FRAME_BYTES),
        ("grpc.max_send_message_length", MOST_FRAME_BYTES + MOST_FRAME_BYTES),
        ("grpc.max_concurrent_streams", MOST_STREAMS),
    )
