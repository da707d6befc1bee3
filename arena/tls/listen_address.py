"""Parses a server's address, and opens the socket that listens at it."""

import errno
import ipaddress
import socket
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.tls.server_certificate import Tls

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104  # a user asks for them; the code does not choose them
"""Hosts that mean every address of this machine, each with the address for connections from the same machine."""
OTHERWISE: Final = "give another address or port with"


class Listening(NamedTuple):
    """The socket on which a server listens, its host, and its certificate if it uses TLS."""

    socket: socket.socket
    host: str
    tls: Tls | None = None

    def address(self) -> str:
        """The address to open in a browser on this machine, followed by the address for other machines if they can
        connect.
        """
        if self.host in EVERYWHERE:
            return f"{self._at(EVERYWHERE[self.host])} here, {self._at(socket.gethostname())} for others"
        return self._at(f"[{self.host}]" if ":" in self.host else self.host)

    def linked(self, hosts: tuple[str, ...]) -> str:
        """The beginning of the server's URLs, up to and including the first slash of the path.

        `hosts`: the server's names. With TLS, the result contains the first name. Without TLS, or if `hosts` is empty,
        the result is the first URL in `address`.
        """
        return self._at(hosts[0]) if self.tls and hosts else self.address().split()[0]

    def _at(self, name: str) -> str:
        return f"{'https' if self.tls else 'http'}://{name}:{self.socket.getsockname()[1]}/"


def listen(bind: str, tls: Tls | None = None, option: str = "--bind") -> Listening:
    """Opens a socket that listens at the address `HOST:PORT`; raises ArenaError [bad-bind].

    `option`: the command's option that gave the address, for the error.
    """
    host, port = address_of(bind, option)
    return Listening(_listening(host, port, option), host, tls)


def address_of(bind: str, option: str = "--bind") -> tuple[str, int]:
    """The host and the port in `HOST:PORT`; raises ArenaError [bad-bind].

    `option`: the command's option that gave the address, for the error.
    """
    host, colon, port = bind.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise ArenaError(
            "bad-bind",
            f"{option} is {bind!r}; expected HOST:PORT",
            f"give {option} an address such as 127.0.0.1:0, which only this machine can reach; port 0 means any "
            "free port",
        )
    return host, int(port)


def is_loopback(host: str) -> bool:
    """Whether a host can be reached only from this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening(host: str, port: int, option: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while ")[0]  # the rest of the text repeats the address
        taken = error.errno == errno.EADDRINUSE
        hint = (
            f"end the program that uses this port, or use a free port with {option} {host}:0"
            if taken
            else f"{OTHERWISE} {option}"
        )
        raise ArenaError("bad-bind", f"the server cannot listen at {host}:{port}: {reason}", hint) from error
    # otherwise the second part of a page may come 40 ms later
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
