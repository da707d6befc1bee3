"""Tests of a ladder over TLS: the certificates that commands accept, the cookie for the sign-in, and the errors about
certificates that they do not accept.
"""

import json
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from arena.tls.server_certificate import Tls
from tests.cli.conftest import Arena
from tests.end_to_end.processes import PATIENCE_S, served_at, start
from tests.web.certificates import Pair, authority, signed
from tests.web.ladder.authors import Idle
from tests.web.serving import serving


@pytest.fixture
def ca(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """Returns the certificate and key of an authority that signs other certificates. Makes `arena login` store its
    sign-ins in `tmp_path`.
    """
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return authority(tmp_path)


@contextmanager
def served(folder: Path, pair: Pair, *more: str) -> Iterator[str]:
    """Serves a ladder over TLS in a separate process, and yields the server's address.

    `pair`: the server's certificate and key; `more`: further arguments of `arena serve`.
    """
    (folder / "ladder" / LADDERS).mkdir(parents=True, exist_ok=True)
    tls = ("--tls-certificate", str(pair.certificate), "--tls-key", str(pair.key))
    with start(folder, "serve", "--bind", "127.0.0.1:0", "--ladder", "ladder", *tls, *more) as process:
        try:
            yield served_at(process)
        finally:
            process.terminate()


@contextmanager
def shown(folder: Path, pair: Pair | None) -> Iterator[str]:
    """Serves a ladder in this process, and yields the server's address. The ladder plays no matches.

    `pair`: the server's certificate and key, or None for a connection without encryption.
    """
    ladder = Ladder(folder / "ladder")
    with serving(ladder=Idle(ladder), tls=Tls(*pair) if pair else None) as address:
        ladder.serve(f"{address}/")
        yield address


def link(arena: Arena) -> str:
    return arena("admin", "person", "add", "Ann").stdout.split("\t")[1].strip()


def test_a_bot_is_handed_in_with_an_authority_of_ones_own(arena: Arena, tmp_path: Path, ca: Pair) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text('name = "mine"\nversion = "7"\ncommand = ["{python}", "bot.py"]\n')
    (tmp_path / "mine" / "bot.py").touch()
    with served(tmp_path, signed(ca, tmp_path, "server")) as address:
        opened = link(arena)
        assert opened.startswith(f"{address}/ladder/sign-in/")
        result = arena("login", opened, "--ca", "authority.pem")
        assert (result.exit_code, "not encrypted" in result.stderr) == (0, False)
        result = arena("submit", "mine", "--no-wait")
        assert (result.exit_code, f"{address}/ladder/submissions/1\n" in result.stdout) == (0, True)
        (tmp_path / "authority.pem").unlink()
        assert "[bad-ca]\nHint: give --ca a file" in arena("submissions").stderr
    kept = json.loads((tmp_path / "config" / "arena" / "servers.json").read_text())
    assert kept[address]["ca"] == str(tmp_path / "authority.pem")


def test_a_browser_shows_its_sign_in_over_tls_alone_and_is_given_links_over_tls(
    arena: Arena, tmp_path: Path, ca: Pair
) -> None:
    with shown(tmp_path, signed(ca, tmp_path, "server")) as address:
        host, path = address.removeprefix("https://"), link(arena).removeprefix(address)
        trusting = ssl.create_default_context(cafile=str(ca.certificate))
        connection = HTTPSConnection(host, timeout=PATIENCE_S, context=trusting)
        headers = {"Origin": address, "Content-Type": "application/json"}
        connection.request("POST", path, b"{}", headers)
        answer = connection.getresponse()
        answer.read()
        cookie = answer.headers["set-cookie"]
        assert (answer.status, "; Secure" in cookie) == (200, True)
        connection.request("POST", "/ladder/links", b"{}", headers | {"Cookie": cookie.partition(";")[0]})
        answer = connection.getresponse()
        assert json.loads(answer.read())["link"].startswith(f"{address}/ladder/sign-in/")
        connection.close()


def test_links_begin_with_the_name_a_certificate_is_of(arena: Arena, tmp_path: Path, ca: Pair) -> None:
    pair = signed(ca, tmp_path, "server", "DNS:ladder.localhost")
    with served(tmp_path, pair, "--host", "ladder.localhost") as address:
        assert link(arena).startswith(address.replace("127.0.0.1", "ladder.localhost"))


@pytest.mark.parametrize(
    ("of", "days", "by", "sentence"),
    [
        ("IP:127.0.0.1", -1, "authority", "its certificate has expired"),
        ("IP:127.0.0.2", 2, "authority", "its certificate is for a server with another address"),
        ("DNS:elsewhere", 2, "authority", "its certificate is for a server with another address"),
        ("IP:127.0.0.1", 2, "another", "its certificate is signed by nobody whom this machine trusts"),
    ],
)
def test_a_server_that_cannot_be_believed_is_sent_nothing(
    arena: Arena, tmp_path: Path, ca: Pair, of: str, days: int, by: str, sentence: str
) -> None:
    signer = ca if by == "authority" else authority(tmp_path, by)
    with shown(tmp_path, signed(signer, tmp_path, "server", of, days)) as address:
        opened = link(arena)
        result = arena("login", opened, "--ca", str(ca.certificate))
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Error: {address} is not trusted: {sentence}  [not-trusted]\nHint: ")
        result = arena("login", opened)  # without --ca: the machine trusts none of these authorities
        assert (result.exit_code, "[not-trusted]" in result.stderr) == (1, True)
        if by == "another":
            assert arena("login", opened, "--ca", str(signer.certificate)).exit_code == 0


def test_who_asks_over_tls_where_there_is_none_is_told(arena: Arena, tmp_path: Path, ca: Pair) -> None:
    with shown(tmp_path, None) as address:
        result = arena("login", f"{address.replace('http', 'https')}/ladder/sign-in/abc")
        assert (result.exit_code, "cannot be reached with TLS" in result.stderr) == (1, True)
        assert "[no-server]" in result.stderr


def _encrypted(folder: Path, pair: Pair) -> Pair:
    made = folder / "encrypted.key"
    subprocess.run(
        ("openssl", "ec", "-in", pair.key, "-aes128", "-passout", "pass:word", "-out", made),
        check=True,
        capture_output=True,
    )
    return Pair(pair.certificate, made)


SPOILT: dict[str, Callable[[Path, Pair, Pair], Pair]] = {
    "is not the key of the certificate": lambda folder, ca, pair: Pair(pair.certificate, ca.key),
    "cannot be read: No such file": lambda folder, ca, pair: Pair(pair.certificate, folder / "none"),
    "cannot be read: Is a directory": lambda folder, ca, pair: Pair(folder, pair.key),
    "are not a certificate and its unencrypted key": lambda folder, ca, pair: Pair(pair.key, pair.certificate),
    "unencrypted key": lambda folder, ca, pair: _encrypted(folder, pair),
}


@pytest.mark.parametrize("sentence", SPOILT)
def test_files_that_are_no_certificate_are_told_before_anything_is_served(
    arena: Arena, tmp_path: Path, ca: Pair, sentence: str
) -> None:
    spoilt = SPOILT[sentence](tmp_path, ca, signed(ca, tmp_path, "server"))
    result = arena("serve", "--tls-certificate", str(spoilt.certificate), "--tls-key", str(spoilt.key))
    assert (result.exit_code, sentence in result.stderr) == (1, True)
    assert "  [bad-certificate]\nHint: give --tls-certificate and --tls-key files in PEM format" in result.stderr
    assert not (tmp_path / "tables").exists()


def test_a_certificate_goes_with_its_key(arena: Arena, ca: Pair) -> None:
    result = arena("serve", "--tls-key", str(ca.key))
    assert (result.exit_code, "--tls-certificate and --tls-key must be given together" in result.stderr) == (2, True)
