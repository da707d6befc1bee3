"""The gate: the gRPC server of the arena to which the connectors of remote bots connect.

Rule 1: the gate reads no message from a stream without a valid token.
Rule 2: a misbehaving connector harms only its own bot. For example, a connector that has lost its connection may
connect again, but the arena does not stop the bot's clock meanwhile.
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
from arena.remote.gate_settings import GateTerms
from arena.remote.link import LONGEST_PAUSE_S, MOST_FRAME_BYTES, OFFER, REMOTE_VERSION
from arena.remote.places import Place, RefusedError
from arena.remote.remote_player import Remote, RemoteProcess
from arena.remote.v1.remote_pb2 import Begin, Frame, Offer, Over
from arena.transport.clocks.clock import Clock
from arena.transport.machine.shortage import cannot_listen
from arena.transport.streams.server import Context

MOST_STREAMS: Final = 2
"""The most simultaneous streams on one connection. A connector needs only one stream."""
GRACE_S: Final = 2.0
"""The most seconds that open streams get to end when the gate closes after the end of the league."""
LINGER_S: Final = LONGEST_PAUSE_S + 1.0
"""The most seconds for which a gate, after the end of the league, waits until all connectors know that the league is
over. A connector that has lost its connection can reconnect in this time.
"""
LOOK_S: Final = 0.05
HEARD_S: Final = 5.0
"""The seconds for which a gate waits for an unknown token to become valid, because the token's bot may just have been
added to the league. A gate waits only if bots may connect during the league (`patient`).
"""
BEARER: Final = "Bearer "
TRIES: Final = Rate(20, 5)
"""The rate at which one network address may send unknown tokens. A known token is never refused because of this
limit.
"""
NS_PER_MS: Final = 1_000_000


class Gate:
    """A gate for remote bots, as an async context manager. If the league is over, set `done` before the end of the
    context, so that the gate tells the connectors that the league is over.
    """

    def __init__(self, terms: GateTerms, clock: Clock, tries: Rate = TRIES) -> None:
        self.done = False
        self._terms = terms
        self._clock = clock
        self._names: Mapping[str, str] = {}
        self._places: dict[str, Place] = {}
        self._told = asyncio.Event()
        """An event that is set when `admit` changes the list of bots that may connect. Connectors with unknown tokens
        wait for this event.
        """
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
                raise cannot_listen(error, folder, "when it tried to listen for remote bots") from error
            await self._server.start()
            await self._door.open()
            stack.push_async_callback(self._door.close)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done = self.done and error is None
        for place in self._places.values():
            place.remote.changed.set()
        until_s = time.monotonic() + LINGER_S
        while self.done and self._expects() and time.monotonic() < until_s:  # noqa: ASYNC110  # at most LINGER_S seconds
            await asyncio.sleep(LOOK_S)
        await self._server.stop(GRACE_S if self.done else None)
        await self._stack.aclose()

    def _expects(self) -> bool:
        return any(place.expected for place in self._places.values())

    def admit(self, names: Mapping[str, str]) -> None:
        """Sets the bots that may connect. `names`: the name of each bot, by the hash of its token. Connected bots stay
        connected, even if `names` does not contain them.
        """
        self._names = names
        for name in names.values():
            if name not in self._places:
                self._places[name] = Place(Remote(name, self._clock), patient=self._terms.patient)
        self._told.set()

    def remotes(self, names: Mapping[str, str] | None = None) -> list[Remote]:
        """Returns the bots that have ever been admitted. If `names` is given, returns only its bots, and renames them:
        the keys are names at the gate, and the values are the new names in matches.
        """
        if names is None:
            return [place.remote for place in self._places.values()]
        for name, called in names.items():
            self._places[name].remote.name = called
        return [self._places[name].remote for name in names]

    def there(self) -> dict[str, float | None]:
        """Returns the connected bots by name, each with the median of its last round-trip times in milliseconds, or
        None if no time was measured yet.
        """
        trips = self.round_trips_ms()
        return {name: trips.get(name) for name, place in self._places.items() if place.taken()}

    def missing(self) -> list[str]:
        """Returns the names of the bots that are not connected."""
        return [name for name, place in self._places.items() if not place.taken()]

    def round_trips_ms(self) -> Mapping[str, float]:
        """Returns the median of the last round-trip times in milliseconds, by name, for each bot that has ever been
        connected.
        """
        measured = {name: place.round_trips_us for name, place in self._places.items()}
        return {name: median(round_trips) / 1_000 for name, round_trips in measured.items() if round_trips}

    async def serve(self, _: object, context: Context) -> None:
        """Serves one stream of a connector until it ends; if the gate refuses the connector, ends the stream with a
        gRPC status.
        """
        try:
            await self._serve(context)
        except RefusedError as refused:
            await _abort(context, refused.status, str(refused))
        except BrokenError as broken:
            await _abort(context, grpc.StatusCode.INVALID_ARGUMENT, str(broken))
        except LostError as lost:
            await _abort(context, grpc.StatusCode.UNAVAILABLE, str(lost))

    async def _serve(self, context: Context) -> None:
        place, wire = await self._place(context), GateWire(context)
        with place.coming():
            await context.send_initial_metadata(())  # tells the connector that it may send its offer
            offer = await offered(wire)
            if offer.protocol_version != REMOTE_VERSION:
                versions = f"version {offer.protocol_version}, this arena speaks {REMOTE_VERSION}"
                sentence = f"the connector speaks {versions}; install the same release of the arena"
                raise RefusedError(grpc.StatusCode.FAILED_PRECONDITION, sentence)
            await place.take(offer)
        try:
            with self._door.known(context.peer()):
                await self._carry(place, GateLink(wire, place.round_trips_us), offer)
        finally:
            place.leave()

    async def _place(self, context: Context) -> Place:
        """Returns the place of the bot to which the connector's token belongs. Raises RefusedError if the token is not
        valid, or if the connector's address has sent too many unknown tokens.
        """
        said = dict(context.invocation_metadata() or ()).get("authorization", "")
        token = hashed(said.removeprefix(BEARER) if isinstance(said, str) else "")
        if token not in self._names:
            try:
                self._tries.take(self._door.address(context.peer()), time.monotonic_ns() // NS_PER_MS)
            except TooOftenError as error:
                sentence = "too many tokens that are not valid came from this address"
                raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, f"{sentence}; {error.hint}") from error
            await self._heard_of(token)
        return self._places[self._names[token]]

    async def _heard_of(self, token: str) -> None:
        """Waits until the token with the hash `token` is valid; raises RefusedError if this takes too long.

        The longest wait is HEARD_S seconds at a `patient` gate, and 0 at any other gate.
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

    async def _carry(self, place: Place, link: GateLink, offer: Offer) -> None:
        """Waits until a match needs a process of the remote bot, then relays the process's messages until one end sends
        Over, the last message of a connection.
        """
        remote = place.remote
        begun: list[RemoteProcess] = []

        async def begin() -> Over | None:
            process = await self._process(remote, offer)
            if process is None:
                place.expected = False
                return Over(reason="the league is over", done=True)
            link.attach(process.channel, offer.came if process.id == offer.process else 0)
            begun.append(process)
            came = process.channel.came
            await link.write(Frame(begin=Begin(process=process.id, token=process.token, name=remote.name, came=came)))
            return None

        async def over() -> Over:
            said = begun[0].over()
            place.expected = not self.done
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
        """Waits until a match needs a process of the bot, and returns this process. Returns None if no match needs one
        and the league is over. Ends a process that the connector cannot continue, and waits for the next one.
        """
        while True:
            remote.changed.clear()
            process = remote.process
            if process and not process.channel.closed():
                if not process.channel.came or process.id == offer.process:
                    return process
                # the connector no longer has this process
                process.ended(Over(reason="the bot's connector was started again"))
            elif self.done:
                return None
            await remote.changed.wait()


class _Offers(grpc.GenericRpcHandler):  # type: ignore[type-arg]  # generic only in the stubs
    """The table of methods that gRPC requires; it contains the handler for the gate's only method, Offer."""

    def __init__(self, gate: Gate) -> None:
        self._handler = grpc.stream_stream_rpc_method_handler(gate.serve)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        """Returns the handler for the method Offer; None for any other method."""
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
