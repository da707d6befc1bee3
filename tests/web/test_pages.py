"""Pages as they are served."""

import re
from pathlib import Path

import pytest

from arena.errors import ArenaError
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.site import page_at
from leaderboards.reports.formats import cells
from leaderboards.reports.standings import stored_standings
from leaderboards.store import Store
from tests.web.serving import get

CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)


def test_the_list_names_each_league(address: str) -> None:
    answer = get(f"{address}/")
    assert answer.status == 200
    assert '<a href="cup/index.html"><bdi>cup</bdi></a>' in answer.text
    assert "after block 12 of 12" in answer.text


def test_the_table_is_what_arena_standings_prints_digit_for_digit(address: str, cup: Path) -> None:
    text = get(f"{address}/cup/").text
    rows = re.findall(r"<tr>(<td class=\"n rank\">.*?)</tr>", text, re.DOTALL)
    store = Store.open(cup)
    lines = stored_standings(store).lines
    store.close()
    for line, row in zip(lines, rows, strict=False):
        shown = [re.sub(r"<[^>]*>", "", cell) for cell in CELL.findall(row)]
        del shown[5]  # the picture
        assert tuple(shown) == cells(line)


@pytest.mark.parametrize("path", ["/", "/cup/", "/assets/arena.css", "/nothing", "/cup/nothing.html"])
def test_every_answer_tells_the_browser_to_load_from_here_alone(address: str, path: str) -> None:
    answer = get(address + path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/nothing", "/nothing/index.html", "/cup/nothing.html", "/assets/nothing", "/../x"])
def test_what_is_not_there_is_a_page_with_a_sentence_and_a_next_step(address: str, path: str) -> None:
    answer = get(address + path)
    assert answer.status == 404
    assert "<h1>This cannot be shown</h1>" in answer.text
    assert "the list of leagues" in answer.text


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("x.html", "no-page"),
        ("cup/x.html", "no-page"),
        ("cup/blocks/03.html", "no-page"),
        ("cup/blocks/٣.html", "no-page"),
        ("cup/blocks/9999999999.html", "no-page"),
        ("rules/x.html", "no-page"),
        ("x/index.html", "no-league"),
        ("cup/bots/x.html", "no-bot"),
        ("cup/pairs/dot/ann.html", "no-pair"),
        ("cup/pairs/ann/ann.html", "no-pair"),
        ("cup/blocks/12.html", "no-block"),
        ("cup/blocks/part-1.html", "no-block"),
        ("cup/matches/36.html", "no-match"),
    ],
)
def test_an_address_without_a_page_is_an_error_with_a_code(cup: Path, wanted: str, code: str) -> None:
    collection = Collection([str(cup)])
    for league in collection.look()[0]:
        league.settle()
    with pytest.raises(ArenaError) as error:
        page_at(collection, wanted)
    collection.close()
    assert error.value.code == code


def test_pages_can_only_be_read(address: str) -> None:
    answer = get(f"{address}/cup/", method="POST")
    assert answer.status == 405
    assert "pages can only be read" in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_a_server_asked_for_by_a_strange_name_tells_nothing(address: str, host: str) -> None:
    """Else a page of another site could have its name point here, and read what is here."""
    for path in ("/", "/cup/", "/assets/arena.css", "/cup/events"):
        answer = get(address + path, {"Host": host})
        assert answer.status == 421
        assert "cid" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "192.168.1.7"])
def test_it_is_asked_for_by_number_or_as_localhost(address: str, host: str) -> None:
    assert get(f"{address}/", {"Host": host}).status == 200


def test_assets_are_loaded_once(address: str) -> None:
    tag = get(f"{address}/assets/arena.css").headers["etag"]
    assert get(f"{address}/assets/arena.css", {"If-None-Match": tag}).status == 304
