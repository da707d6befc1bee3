"""A client of a ladder's server, which reads the user's sign-ins (each the address of a server and a secret token) from
a file.

Rule 1: only the user can read the file, and a token is sent only to the server that issued it. So the client follows no
redirect to another address.
Rule 2: if the server refuses a request, the user sees the server's own words.
Rule 3: over https, the server must present a certificate for its name, signed by an authority. If the user named an
authority at the sign-in, only that authority is accepted; otherwise, any authority that this machine trusts.
"""

import http.client
import json
import ssl
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import click

from arena.errors import ArenaError
from arena.files.whole import PRIVATE, write_whole
from arena.tls.trust import distrusted, trusting

TIMEOUT_S: Final = 60.0
FILE: Final = "servers.json"
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
MOST_BYTES: Final = 1 << 26


class Server:
    """A client of one server, which sends requests with or without the user's sign-in."""

    def __init__(self, address: str, token: str = "", ca: str | None = None) -> None:
        """Makes a client of the server at `address`, an http or https address. Everything after the port is ignored.

        `token`: the token of the user's sign-in; empty for requests without a sign-in.

        `ca`: a file with the certificate of the authority that signed the server's certificate; None means any
        authority that this machine trusts.

        Raises ArenaError [bad-address] if `address` has another form, and [bad-ca] if the file `ca` cannot be used.
        """
        try:
            parts = urlsplit(address)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:  # an unclosed bracket, or a port that is not a number
            good = False
        if not good:
            raise ArenaError(
                "bad-address",
                f"{address!r} is not the address of a server",
                "give an address such as https://HOST:PORT",
            )
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._parts, self._token = parts, token
        self._context = trusting(ca) if parts.scheme == "https" else None

    def is_open(self) -> bool:
        """Returns whether other people could read the requests, because the connection is neither encrypted nor within
        this machine.
        """
        return self._parts.scheme == "http" and self._parts.hostname not in LOOPBACK

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """Sends a request, and returns the content of the server's answer.

        Raises the server's own error if the server refuses the request. Raises ArenaError [no-server] if the server
        does not answer, [not-trusted] if its certificate is not accepted, and [server-failed] if its error does not
        have the form of an arena's error.
        """
        headers = {"Accept-Language": "en"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        try:
            with closing(self._connection()) as connection:
                # the server may answer before it has read the whole request
                with suppress(BrokenPipeError, ConnectionResetError):
                    connection.request(method, f"/{path}", body, headers)
                answer = connection.getresponse()
                data = answer.read(MOST_BYTES)
        except ssl.SSLError as error:
            raise distrusted(self.address, error, "arena login LINK --ca FILE") from error
        # ValueError: the host name or path is impossible
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ArenaError(
                "no-server",
                f"the server at {self.address} does not answer: {error or type(error).__name__}",
                "check the address and your network connection, or run the same command again later",
            ) from error
        if answer.status >= http.client.MULTIPLE_CHOICES:
            raise _refused(self.address, answer.status, data)
        return data

    def tell(self, method: str, path: str, body: bytes | None = None) -> dict[str, Any]:
        """Sends a request, and returns the JSON object in the server's answer. Raises ArenaError as `ask` does, and
        [server-failed] if the answer is not a JSON object.
        """
        try:
            told = json.loads(self.ask(method, path, body))
        except (ValueError, RecursionError) as error:
            raise _strange(self.address) from error
        if not isinstance(told, dict):
            raise _strange(self.address)
        return told

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._context is None:
            return http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)
        return http.client.HTTPSConnection(host, port, timeout=TIMEOUT_S, context=self._context)


@contextmanager
def read_as_arena(server: Server) -> Iterator[None]:
    """Raises ArenaError [server-failed] if the code in the `with` block cannot read the server's answer, that is, if it
    raises LookupError, TypeError, ValueError or AttributeError.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _strange(server.address) from error


def signed_in(address: str | None) -> Server:
    """Returns a client with the user's sign-in at the server with this address; None means the server of the latest
    sign-in. Raises ArenaError [not-signed-in] if the user has not signed in.
    """
    known = _known()
    wanted = Server(address).address if address else next(reversed(known), None)
    if wanted is None or wanted not in known:
        where = f" at {wanted}" if wanted else ""
        raise ArenaError(
            "not-signed-in",
            f"you are not signed in{where}",
            "run arena login LINK, where LINK is the sign-in link from the organiser or from the ladder's page",
        )
    return Server(wanted, *known[wanted])


def known_server(address: str) -> Server:
    """Returns a client of the server at this address, with the user's sign-in if one is stored."""
    server, known = Server(address), _known()
    return Server(server.address, *known[server.address]) if server.address in known else server


def remember(server: Server, token: str, ca: str | None = None) -> Path:
    """Stores a sign-in for later commands, and returns the path of the file with all sign-ins.

    `ca`: the file with the certificate of the authority that signed the server's certificate; None means any authority
    that this machine trusts.
    """
    known = {address: there for address, there in _known().items() if address != server.address}
    return _write(known | {server.address: _SignIn(token, ca)})


class _SignIn(NamedTuple):
    """A stored sign-in at a server."""

    token: str
    ca: str | None
    """The file with the certificate of the authority that signed the server's certificate; None means any authority
    that this machine trusts.
    """


def _known() -> dict[str, _SignIn]:
    """Returns the stored sign-ins by server address, the latest last. Raises ArenaError [bad-sign-ins] if the file of
    sign-ins is damaged.
    """
    path = _place()
    try:
        said = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _unreadable(path) from error
    if not isinstance(said, dict) or not all(isinstance(value, str) for value in _values(said)):
        raise _unreadable(path)
    return {
        address: _SignIn(there["token"], there.get("ca")) if isinstance(there, dict) else _SignIn(there, None)
        for address, there in said.items()
    }


def _values(said: dict[str, Any]) -> Iterator[object]:
    """Yields all tokens and certificate paths in the content of the file of sign-ins. None stands for a missing token.

    If a value is not a text, the file is damaged.
    """
    for there in said.values():
        yield from (there.get("token"), there.get("ca", "")) if isinstance(there, dict) else (there,)


def _write(known: Mapping[str, _SignIn]) -> Path:
    path = _place()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    said = {address: there._asdict() if there.ca else there.token for address, there in known.items()}
    write_whole({path: json.dumps(said)}, PRIVATE)
    return path


def _place() -> Path:
    return Path(click.get_app_dir("arena")) / FILE


def _unreadable(path: Path) -> ArenaError:
    return ArenaError(
        "bad-sign-ins",
        f"the file {path}, which keeps your sign-ins, is damaged",
        "remove this file, then sign in again with arena login LINK",
    )


def _strange(address: str) -> ArenaError:
    return ArenaError(
        "server-failed",
        f"the answer from {address} is not in the form that a server of the arena sends",
        "check that this is the address of a server that arena serve runs",
    )


def _refused(address: str, status: int, data: bytes) -> ArenaError:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        said = json.loads(data)
        return ArenaError(str(said["code"]), str(said["message"]), str(said["hint"]) or None)
    if status == http.client.REQUEST_ENTITY_TOO_LARGE:
        hint = "ask the organiser to let the proxy in front of the server accept larger requests"
    else:
        hint = "check that this is the address of a server that arena serve runs"
    return ArenaError(
        "server-failed",
        f"{address} answers with HTTP status {status}, but the error message is not in the form that a server of the "
        "arena sends",
        hint,
    )
