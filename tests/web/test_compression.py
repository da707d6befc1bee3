"""Tests which responses are compressed, and for which clients."""

import gzip
import http.client
import random
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from arena.web.compression import Body, accepts_gzip, has
from tests.web.serving import get

GZIP = {"Accept-Encoding": "br, gzip"}


def raw(address: str, headers: dict[str, str]) -> tuple[http.client.HTTPResponse, bytes]:
    """Sends a request, and returns the response and the exact bytes of its body."""
    parts = urlsplit(address)
    with closing(http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)) as connection:
        connection.request("GET", parts.path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()


@pytest.mark.parametrize(
    ("accepted", "taken"),
    [
        ("gzip", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("x-gzip", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
    ],
)
def test_gzip_is_for_who_accepts_it(accepted: str, taken: bool) -> None:
    assert accepts_gzip(accepted) == taken


def test_what_is_short_or_does_not_shrink_goes_as_it_is() -> None:
    assert Body.of(b"a" * 999).packed is None
    assert Body.of(random.Random(1).randbytes(5000)).packed is None
    assert Body.of(b"a" * 1000).packed is not None
    assert has('W/"a", "b-gzip"', "b")
    assert not has('"c"', "b")


@pytest.mark.parametrize(
    "path", ["/cup/", "/cup/matches/0.html", "/assets/arena.css", "/assets/match/browser/replay.js"]
)
def test_the_same_comes_packed_and_plain(address: str, path: str) -> None:
    plain, packed = raw(f"{address}{path}", {}), raw(f"{address}{path}", GZIP)
    assert "Content-Encoding" not in dict(plain[0].getheaders())
    assert packed[0].headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[1]) == plain[1]
    assert int(packed[0].headers["Content-Length"]) == len(packed[1]) < len(plain[1]) / 2
    assert "Accept-Encoding" in packed[0].headers["Vary"]
    assert packed[0].headers["Vary"] == plain[0].headers["Vary"]


def test_an_asset_that_is_there_already_is_not_sent_again_in_either_form(address: str) -> None:
    for headers in ({}, GZIP):
        found, _ = raw(f"{address}/assets/arena.css", headers)
        again, text = raw(f"{address}/assets/arena.css", {**headers, "If-None-Match": str(found.headers["ETag"])})
        assert (again.status, text, again.headers["Vary"]) == (304, b"", "Accept-Encoding")
        assert again.headers["ETag"] == found.headers["ETag"]
    assert (
        raw(f"{address}/assets/arena.css", GZIP)[0].headers["ETag"]
        != raw(f"{address}/assets/arena.css", {})[0].headers["ETag"]
    )


@pytest.mark.parametrize("path", ["/cup/matches/0/all.json.gz", "/nothing"])
def test_what_is_packed_already_or_tells_what_was_asked_for_is_not_packed(address: str, path: str) -> None:
    answer, _ = raw(f"{address}{path}", GZIP)
    assert "Content-Encoding" not in dict(answer.getheaders())
    assert get(f"{address}{path}").status == answer.status
