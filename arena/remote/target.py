"""The address of the gate to which a connector connects, and the verification of the gate's certificate."""

import asyncio
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import grpc
import grpc.aio

from arena.errors import ArenaError
from arena.remote.link import MOST_FRAME_BYTES
from arena.tls.listen_address import is_loopback
from arena.tls.trust import authorities, distrusted, trusting

LOOK_S: Final = 10.0
ANSWER_S: Final = 2.0
"""The seconds to wait for the answer of a web server that may be running at the address."""
HUNG_UP: Final = "the server closed the connection"
WEB: Final = b"HTTP/1."
GATES: Final = (
    "give --server the gate's own port, which arena remotes enter prints, or ask the organiser of the league for the "
    "port"
)
DISTRUSTED: Final = "CERTIFICATE_VERIFY_FAILED"
"""The text in gRPC's error message that means that gRPC does not trust the certificate."""
EXPECTED: Final = "https://HOST:PORT"


@dataclass(frozen=True, slots=True)
class Target:
    """The address of a gate, and the certificates to trust."""

    host: str
    port: int
    encrypted: bool
    ca: str | None = None
    """The path of the certificate of the authority to trust; None for the authorities that this machine trusts."""
    trusted: bytes = b""
    """The certificates of all trusted authorities. They are passed to gRPC, because it would otherwise use a list of
    its own.
    """

    def address(self) -> str:
        """Returns the address as text: HOST:PORT, with brackets around an IPv6 address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def channel(self) -> grpc.aio.Channel:
        """Returns a new gRPC channel, which does not share a connection with earlier channels."""
        options = [
            ("grpc.max_receive_message_length", 2 * MOST_FRAME_BYTES),
            ("grpc.max_send_message_length", MOST_FRAME_BYTES),
            ("grpc.use_local_subchannel_pool", 1),
        ]
        if is_loopback(self.host):  # no proxy is needed on this machine
            options.append(("grpc.enable_http_proxy", 0))
        if not self.encrypted:
            return grpc.aio.insecure_channel(self.address(), options)
        credentials = grpc.ssl_channel_credentials(root_certificates=self.trusted)
        return grpc.aio.secure_channel(self.address(), credentials, options)

    async def why_unavailable(self, told: str) -> str:
        """Connects to the gate's address again and returns a sentence why gRPC could not reach the gate.

        Raises ArenaError [not-trusted] if the certificate is not accepted, and [no-gate] if a web server answers there.
        `told`: gRPC's own message, which rarely gives the reason.
        """
        context = trusting(self.ca) if self.encrypted else None
        try:
            async with asyncio.timeout(LOOK_S):
                await self._demand_no_web_server(context)
        except ssl.SSLCertVerificationError as error:
            raise distrusted(self.address(), error) from error
        except ssl.SSLError as error:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(ANSWER_S):
                    await self._demand_no_web_server(None)
            return f"the server does not use TLS as expected ({error.reason or 'no reason was given'})"
        except TimeoutError:
            return f"no server answers within {LOOK_S:.0f} s"
        except socket.gaierror:
            return f"the host {self.host} does not exist"
        except OSError as error:
            return error.strerror or str(error) or HUNG_UP
        if DISTRUSTED in told:
            raise ArenaError(
                "not-trusted",
                f"the arena at {self.address()} is not trusted: gRPC does not accept its certificate, although "
                "OpenSSL does",
                "ask the organiser of the league to give the gate a new certificate, signed with SHA-256 by an "
                "authority whose own certificate has not expired",
            )
        return HUNG_UP

    async def _demand_no_web_server(self, context: ssl.SSLContext | None) -> None:
        """Raises ArenaError [no-gate] if a web server answers at the address, and OSError if the address cannot be
        reached.
        """
        reader, writer = await asyncio.open_connection(self.host, self.port, ssl=context)
        try:
            writer.write(f"GET / HTTP/1.1\r\nHost: {self.address()}\r\nConnection: close\r\n\r\n".encode())
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_S):
                    if (await reader.read(len(WEB))) == WEB:
                        raise ArenaError(
                            "no-gate",
                            f"{self.address()} is the address of a web server, not of a gate for remote bots",
                            GATES,
                        )
        finally:
            writer.close()


def target_of(url: str, ca: Path | None) -> Target:
    """Returns the target for the command-line options `--server` (`url`) and `--ca`; raises ArenaError [bad-server],
    [bad-ca].
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _bad(url) from None
    if parts.scheme not in {"http", "https"} or not host or not port or parts.path.strip("/") or parts.query:
        raise _bad(url)
    encrypted = parts.scheme == "https"
    if not encrypted and not is_loopback(host):
        raise ArenaError(
            "bad-server",
            f"--server is {url!r}, but a connection to another machine must be encrypted",
            f"give --server an address of the form {EXPECTED}",
        )
    authority = str(ca) if ca else None
    return Target(host, port, encrypted, authority, authorities(authority) if encrypted else b"")


def _bad(url: str) -> ArenaError:
    return ArenaError(
        "bad-server",
        f"--server is {url!r}; expected {EXPECTED}",
        "ask the organiser of the league for the address of the gate for remote bots",
    )
