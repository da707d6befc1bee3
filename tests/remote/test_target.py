"""Tests of how a connector, the client of a remote bot, reaches a gate, the arena's server for remote bots. Further
tests check whose certificates the connector trusts.
"""

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.remote.connector import Connector
from arena.remote.target import Target, target_of
from arena.tls.server_certificate import Tls
from arena.tls.trust import authorities
from arena.transport import Launch
from tests.remote.test_gate import gate_for
from tests.transport.hosting import run
from tests.web.certificates import Pair, authority, signed


@pytest.fixture(autouse=True)
def _trusts_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Makes this machine and gRPC trust no authority by default."""
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "nothing"))
    monkeypatch.delenv("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", raising=False)
    return iter([None])


@pytest.fixture
def ca(tmp_path: Path) -> Pair:
    return authority(tmp_path)


@pytest.fixture
def shown(tmp_path: Path, ca: Pair) -> Tls:
    """The certificate and key that a gate shows."""
    return Tls(*signed(ca, tmp_path, "arena", "DNS:localhost"))


async def end_of_a_connector(folder: Path, url: str, token: str = "b" * 32, ca: Path | None = None) -> ArenaError:
    """Runs a connector until an error ends it, and returns the error. No gate knows the default token."""

    def dials_again(sentence: str) -> None:
        raise AssertionError(sentence)

    connector = Connector(target_of(url, ca), token, Launch("ann", ("ann",), folder), folder, dials_again)
    with pytest.raises(ArenaError) as caught:
        await connector.run()
    return caught.value


def told(folder: Path, shown: Tls | None, ca: Path | None = None) -> ArenaError:
    async def live() -> ArenaError:
        gate, port = gate_for("ann", tls=shown)
        async with gate:
            scheme = "https" if shown else "http"
            return await end_of_a_connector(folder, f"{scheme}://localhost:{port}", ca=ca)

    return run(live())


def test_whom_the_machine_trusts_a_connector_trusts(
    tmp_path: Path, ca: Pair, shown: Tls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(ca.certificate))
    assert "this token is not valid here" in told(tmp_path, shown).message


def test_whom_a_folder_of_the_machine_names_a_connector_trusts(
    tmp_path: Path, ca: Pair, shown: Tls, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "certs").mkdir()
    (tmp_path / "certs" / "0123abcd.0").write_text(f"of a test\n{ca.certificate.read_text()}")
    (tmp_path / "certs" / "README").write_text(authority(tmp_path, "foreign").certificate.read_text())
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path / "certs"))
    assert authorities(None).decode().strip() == ca.certificate.read_text().strip()
    assert "this token is not valid here" in told(tmp_path, shown).message


def test_who_is_not_trusted_is_told_at_once_with_the_next_step(
    tmp_path: Path, shown: Tls, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = authority(tmp_path, "foreign").certificate
    monkeypatch.setenv("SSL_CERT_FILE", str(foreign))
    for named in (None, foreign):
        error = told(tmp_path, shown, named)
        assert error.code == "not-trusted"
        assert error.message.endswith("its certificate is signed by nobody whom this machine trusts")
        assert (
            error.hint == "if the server's owners have a certificate authority of their own, "
            "name that authority's certificate with --ca FILE"
        )


def test_a_machine_that_trusts_nobody_is_told() -> None:
    with pytest.raises(ArenaError, match="this machine does not have certificates of authorities") as caught:
        target_of("https://localhost:1", None)
    assert caught.value.code == "bad-ca"


def test_where_grpc_alone_does_not_believe_it_is_told(tmp_path: Path, ca: Pair) -> None:
    async def live() -> None:
        async with await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            target = target_of(f"http://127.0.0.1:{port}", None)
            assert await target.why_unavailable("failed to connect") == "the server closed the connection"
            with pytest.raises(ArenaError, match="gRPC does not accept its certificate"):
                await target.why_unavailable("Ssl handshake failed: CERTIFICATE_VERIFY_FAILED")

    asyncio.run(live())


def test_what_is_on_this_machine_is_dialled_without_a_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "grpc_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    for name in ("no_proxy", "no_grpc_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert "this token is not valid here" in told(tmp_path, None).message


class Page(BaseHTTPRequestHandler):
    """The request handler of a web server, which is not a gate."""

    def log_message(self, *_: object) -> None:
        """Suppresses the log line for each request."""


@pytest.mark.parametrize(("scheme", "encrypted"), [("http", False), ("https", False), ("https", True)])
def test_who_dials_a_web_server_is_told_so(tmp_path: Path, ca: Pair, shown: Tls, scheme: str, encrypted: bool) -> None:
    with ThreadingHTTPServer(("localhost", 0), Page) as server:
        if encrypted:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(shown.certificate, shown.key)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        target = target_of(f"{scheme}://localhost:{server.server_port}", ca.certificate)
        try:
            with pytest.raises(ArenaError, match="is the address of a web server, not of a gate") as caught:
                asyncio.run(target.why_unavailable(""))
            assert caught.value.code == "no-gate"
        finally:
            server.shutdown()
            thread.join()


def test_what_keeps_a_connector_away_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = ["it hung up", "it hung up", "it hung up", "nothing answers", "it hung up"]

    async def why(self: Target, told: str) -> str:
        if not reasons:
            raise ArenaError("no-gate", "enough")
        return reasons.pop(0)

    monkeypatch.setattr(Target, "why_unavailable", why)
    monkeypatch.setattr("arena.remote.connector.FIRST_PAUSE_S", 0.0)
    said: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as closed:
        target = target_of(f"http://127.0.0.1:{closed.getsockname()[1]}", None)
    connector = Connector(target, "b" * 32, Launch("ann", ("ann",), tmp_path), tmp_path, said.append)
    with pytest.raises(ArenaError, match="enough"):
        run(connector.run())
    assert [sentence.partition(": ")[2] for sentence in said] == [
        "it hung up; connecting again", "nothing answers; connecting again", "it hung up; connecting again",
    ]  # fmt: skip
