"""The bot's end of its stream to the arena: one gRPC call on an HTTP/2 connection that carries nothing else.

Rule 1: the thread that calls this module to receive or send does all the work. There is no background thread.
Rule 2: the bot sends no more bytes than the arena has permitted so far, as HTTP/2 requires. While the bot waits for
permission to send more, it receives and stores the arena's messages, so that bot and arena never wait for each other.
Rule 3: one thread may send while another thread receives.
"""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from threading import Condition, Lock
from typing import Final

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import (
    DataReceived,
    Event,
    ResponseReceived,
    StreamEnded,
    StreamReset,
    TrailersReceived,
)
from h2.exceptions import H2Error
from h2.settings import SettingCodes, Settings

from arena.system.sockets import unix_socket

UNIX: Final = "unix:"
CALL: Final = 1
"""The number of the HTTP/2 connection's first stream, which is its only one."""
PREFIX_BYTES: Final = 5
"""The number of bytes before each gRPC message: one for compression, always 0 (none) here, and four for the message's
length. Because the first byte is 0, this module handles the five bytes as one number, the length.
"""
FRAME_HEAD_BYTES: Final = 9
"""The number of bytes in the head of an HTTP/2 frame: three for the length of the frame's content, one for the frame's
type, and five others.
"""
GOAWAY: Final = 7
ROOM_BYTES: Final = 1 << 24
"""The most bytes that the arena may send before the bot has read them."""
MOST_FRAME_BYTES: Final = 1 << 20
MOST_READ_BYTES: Final = 1 << 16
SETTINGS: Final = {SettingCodes.INITIAL_WINDOW_SIZE: ROOM_BYTES, SettingCodes.MAX_FRAME_SIZE: MOST_FRAME_BYTES}
HEADERS: Final = (
    (b":method", b"POST"),
    (b":scheme", b"http"),
    (b":path", b"/arena.protocol.v1.ArenaService/Play"),
    (b"te", b"trailers"),
    (b"content-type", b"application/grpc"),
)


class EndedError(Exception):
    """Raised when the stream to the arena has ended with an error or could not be opened; the error's text states the
    reason.
    """


class Stream:
    """The bot's side of the stream: sends messages to the arena and receives messages from it."""

    def __init__(self, address: str) -> None:
        """Connects to the arena at `unix:PATH` or `HOST:PORT`; raises EndedError if the arena cannot be reached
        there.
        """
        self._socket = _dialled(address)
        self._http = _http(address)
        self._rest = b""
        """The first bytes of a frame that has not yet arrived completely."""
        self._heard = bytearray()
        self._trailers: dict[bytes, bytes] = {}
        self._over = False
        self._why = ""
        """A sentence with the reason why the connection broke; empty if the connection has not broken, or if the arena
        ended the stream properly.
        """
        self._deaf = False
        """Whether sending to the arena has failed. The bot then sends nothing more, but messages from the arena may
        still arrive.
        """
        self._hearing = False
        """Whether a thread is waiting for data from the socket."""
        self._news = Condition(Lock())
        """A condition variable. Its lock guards all attributes above, and it is notified when data have been
        received.
        """

    def send(self, message: bytes) -> bool:
        """Sends a message, and waits until the arena permits the sending of all its bytes; returns False if the arena
        no longer receives.

        After a result of False, `messages` still yields what the arena has sent. Then it ends, or raises EndedError
        with the reason if the stream ended with an error.
        """
        rest = len(message).to_bytes(PREFIX_BYTES, "big") + message
        with self._news:
            while rest and not (self._deaf or self._over):
                room = min(self._http.local_flow_control_window(CALL), self._http.max_outbound_frame_size)
                if room <= 0:
                    self._hear()
                    continue
                self._http.send_data(CALL, rest[:room])
                self._flush()
                rest = rest[room:]
            return not (self._deaf or self._over)

    def messages(self) -> Iterator[bytes]:
        """Yields the arena's messages until the arena ends the stream. Raises EndedError if the arena ends the stream
        with an error or the connection breaks.
        """
        while (message := self._message()) is not None:
            yield message

    def cut(self) -> None:
        """Shuts the connection down, so that all receiving and sending ends; any thread may call this."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Tells the arena that the bot sends no more, wakes all waiting threads, and closes the connection."""
        with self._news, suppress(H2Error):
            self._over = True
            self._news.notify_all()
            self._http.end_stream(CALL)
            self._flush()
        self.cut()
        self._socket.close()

    def _message(self) -> bytes | None:
        heard = self._heard
        with self._news:
            while len(heard) < (end := PREFIX_BYTES + int.from_bytes(heard[:PREFIX_BYTES], "big")):
                if not self._over:
                    self._hear()
                elif self._trailers.get(b"grpc-status") == b"0":
                    return None
                else:
                    raise EndedError(self._why or self._ending())
            message = bytes(heard[PREFIX_BYTES:end])
            del heard[:end]
            return message

    def _hear(self) -> None:
        """Waits for data from the socket and processes them. If another thread already waits for data, waits until that
        thread has processed them. Releases the lock while it waits; the caller must hold it.
        """
        if self._hearing:
            self._news.wait()
            return
        self._hearing = True
        self._news.release()
        try:
            data, why = self._socket.recv(MOST_READ_BYTES), "The arena hung up."
        except OSError as error:
            data, why = b"", f"The connection to the arena broke: {error.strerror}."
        finally:
            self._news.acquire()
            self._hearing = False
            self._news.notify_all()
        if not data:
            self._over, self._why = True, why
            return
        try:
            for event in self._http.receive_data(self._whole_frames(data)):
                self._take(event)
        except H2Error as error:
            self._over, self._why = True, f"The arena does not speak HTTP/2: {error}"
        self._flush()

    def _whole_frames(self, data: bytes) -> bytes:
        """Returns the complete frames in the stored bytes and `data`, except GOAWAY frames; stores the bytes of an
        incomplete frame for the next call.

        A GOAWAY frame only forbids new streams, but the library h2 would then reject all later frames of this stream.
        """
        data = self._rest + data
        kept, begin, at = b"", 0, 0
        while len(data) >= (end := at + FRAME_HEAD_BYTES + int.from_bytes(data[at : at + 3], "big")):
            if data[at + 3] == GOAWAY:
                kept, begin = kept + data[begin:at], end
            at = end
        self._rest = data[at:]
        return kept + data[begin:at]

    def _take(self, event: Event) -> None:
        match event:
            case DataReceived():
                self._heard += event.data
                self._http.acknowledge_received_data(event.flow_controlled_length, CALL)
            case ResponseReceived() | TrailersReceived():
                self._trailers.update(event.headers)
            case StreamEnded() | StreamReset():
                self._over = True

    def _flush(self) -> None:
        if not (data := self._http.data_to_send()):
            return
        try:
            self._socket.sendall(data)
        except OSError:
            self._deaf = True

    def _ending(self) -> str:
        from urllib.parse import unquote  # noqa: PLC0415  # needed only after a failure

        told = unquote(self._trailers.get(b"grpc-message", b"").decode()) or "it does not say why"
        return f"The arena ended the conversation: {told}"


def _dialled(address: str) -> socket.socket:
    try:
        if not address.startswith(UNIX):
            host, _, port = address.rpartition(":")
            dialled = socket.create_connection((host.strip("[]"), int(port)))
            dialled.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return dialled
        with ExitStack() as unless_connected:
            dialled = unless_connected.enter_context(unix_socket())
            dialled.connect(address.removeprefix(UNIX))
            unless_connected.pop_all()
            return dialled
    except OSError as error:
        raise EndedError(f"The arena cannot be reached at {address}: {error.strerror or error}.") from error
    except ValueError as error:
        raise EndedError(f"{address} cannot be the address of an arena: expected unix:PATH or HOST:PORT.") from error


def _http(address: str) -> H2Connection:
    """Returns an HTTP/2 connection with the frames that begin the gRPC call; they are sent with the first message."""
    http = H2Connection(H2Configuration(header_encoding=None))
    http.local_settings = Settings(client=True, initial_values=SETTINGS)
    http.max_inbound_frame_size = MOST_FRAME_BYTES
    http.initiate_connection()
    http.increment_flow_control_window(ROOM_BYTES)
    authority = "localhost" if address.startswith(UNIX) else address
    http.send_headers(CALL, [*HEADERS[:3], (b":authority", authority.encode()), *HEADERS[3:]])
    return http
