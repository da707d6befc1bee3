"""Tests of served pages without a browser."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote, urljoin

import pytest

from arena.errors import ArenaError
from arena.web import app
from leaderboards.pages.shown.collection import Collection
from leaderboards.pages.site import page_at
from leaderboards.pages.texts import texts
from leaderboards.reports.formats import cells
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore, Store
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.web.leagues import as_printed, write
from tests.web.serving import get, serving

CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)


def test_the_list_names_each_league(address: str) -> None:
    get(f"{address}/cup/")  # a page of a league waits longer than the list until the results are read
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
        shown = [re.sub(r"<[^>]*>", "", cell).replace("\u00a0\u00d7", "") for cell in CELL.findall(row)]
        assert as_printed(shown) == cells(line)


@pytest.mark.parametrize(
    ("path", "sentence", "step"),
    [
        ("/cup/matches/999.html", "Die Liga cup zeigt die Partie 999 jetzt nicht", "prüfe die Nummer der Partie"),
        ("/cup/bots/nobody.html", "Die Liga cup hat keinen Bot namens nobody", "wähle einen Bot aus der Tabelle"),
        ("/nothing/index.html", "Dieser Server hat keine Liga namens nothing", "wähle eine Liga aus der Liste"),
        ("/tables", "Dieser Server hat keine Tische", "benutze einen Server, der mit arena serve gestartet wurde"),
    ],
)
def test_a_complaint_and_its_next_step_are_in_the_language_of_the_page(
    address: str, path: str, sentence: str, step: str
) -> None:
    text = get(f"{address}/de{path}").text
    assert f'<p class="lead" lang="de">{sentence}</p>' in text
    assert f'<span lang="de">{step}' in text


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_rules_that_are_in_english_say_so(address: str, language: str) -> None:
    text = get(f"{address}/{language}/rules/verraeter.html").text
    title = texts(language).t("rules.title", game="Verräter")
    assert f"<h1>{title}</h1>" in re.sub("</?bdi>", "", text).replace("\u00a0", " ")
    assert texts(language).t("rules.english") in text
    assert '<article class="rules" lang="en">' in text


def test_before_the_first_block_nothing_is_said_of_strengths(tmp_path: Path) -> None:
    write(tmp_path / "cup", league_of("ann", "ben", "cid", rounds=1), [])
    with serving(tmp_path) as address:
        text = get(f"{address}/cup/").text
    assert "Plackett-Luce" not in text
    assert text.count("The standings begin with the first complete block.") == 2


@pytest.mark.parametrize("path", ["/", "/cup/", "/assets/arena.css", "/nothing", "/cup/nothing.html"])
def test_every_answer_tells_the_browser_to_load_from_here_alone(address: str, path: str) -> None:
    answer = get(address + path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in answer.headers


def test_so_does_the_answer_where_the_server_itself_fails(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "page_at", lambda *_: 1 / 0)
    answer = get(f"{address}/cup/nothing-like-it.html")
    assert answer.status == 500
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("eyes", ["9" * 5_000, "07", "4", "٣", "x" * 90], ids=lambda eyes: f"{eyes[:1]}-{len(eyes)}")
def test_eyes_that_nobody_has_are_told_with_those_there_are(address: str, eyes: str) -> None:
    answer = get(f"{address}/cup/matches/5.html?eyes={quote(eyes)}")
    assert answer.status == 404
    assert "give the number of a seat (0 to 2)" in answer.text.casefold()
    assert eyes * 2 not in answer.text
    assert len(answer.text) < 9_000


@pytest.mark.parametrize("path", ["/nothing", "/nothing/index.html", "/cup/nothing.html", "/assets/nothing", "/../x"])
def test_what_is_not_there_is_a_page_with_a_sentence_and_a_next_step(address: str, path: str) -> None:
    answer = get(address + path)
    assert answer.status == 404
    assert "<h1>This page cannot be shown</h1>" in answer.text
    assert "the list of leagues" in answer.text


@pytest.mark.parametrize("path", ["bots/x.html", "pairs/dot/ann.html", "blocks/12.html", "matches/36.html"])
def test_what_a_league_does_not_have_is_not_found(address: str, path: str) -> None:
    answer = get(f"{address}/cup/{path}")
    assert answer.status == 404
    assert "What to do" in answer.text


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


@pytest.mark.parametrize(("language", "match", "block"), [("en", "Match", "Block"), ("fr", "Partie", "Bloc")])
def test_a_page_begins_with_a_capital(address: str, language: str, match: str, block: str) -> None:
    assert f"<h1>{match} 5</h1>" in get(f"{address}/{language}/cup/matches/5.html").text
    assert f"<h1>{block} 1</h1>" in get(f"{address}/{language}/cup/blocks/1.html").text


def test_pages_can_only_be_read(address: str) -> None:
    answer = get(f"{address}/cup/", method="POST")
    assert answer.status == 405
    assert "This address does not accept this method of HTTP" in answer.text


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "",
        "127.0.0.1@evil.example",
        "127.0.0.1:80@evil.example",
        "[::1]@evil.example",
        "127.0.0.1:8x",
    ],
)
def test_a_server_asked_for_by_a_strange_name_tells_nothing(address: str, host: str) -> None:
    """The server must refuse unknown host names. Otherwise another site could let its name point to this server, and
    the site's pages could read the server's pages.
    """
    for path in ("/", "/cup/", "/assets/arena.css", "/cup/events"):
        answer = get(address + path, {"Host": host})
        assert answer.status == 421
        assert "cid" not in answer.text


def test_who_asks_by_a_strange_name_is_told_which_and_what_to_do(address: str) -> None:
    answer = get(f"{address}/cup/", {"Host": "league.example:80", "Accept-Language": "de"})
    assert "Dieser Server zeigt unter dem Namen league.example keine Seiten" in answer.text
    assert "mit --host und diesem Namen" in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "192.168.1.7"])
def test_it_is_asked_for_by_number_or_as_localhost(address: str, host: str) -> None:
    assert get(f"{address}/", {"Host": host}).status == 200


def test_results_that_cannot_be_shown_are_told_with_a_next_step_and_hide_no_others(cup: Path, tmp_path: Path) -> None:
    shutil.copytree(cup, tmp_path / "cup")
    shutil.copytree(cup, tmp_path / "old")
    with closing(sqlite3.connect(tmp_path / "old" / "league.db")) as connection, connection:
        connection.execute("update league set value = cast('1' as blob) where key = 'format'")
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "league.db").write_text("words " * 100)
    with serving(tmp_path) as address:
        text = get(f"{address}/").text
        assert "have the file format 1; this release of the arena reads format 2" in text
        assert "is not a file with the results of a league" in text
        assert "Use the release of the arena that made these results" in text
        assert get(f"{address}/cup/").status == 200
        assert get(f"{address}/old/").status == 404


def test_a_match_that_was_changed_is_no_page_but_a_sentence(cup: Path, tmp_path: Path) -> None:
    shutil.copytree(cup, tmp_path / "cup")
    with serving(tmp_path) as address:
        assert get(f"{address}/cup/matches/4.html").status == 200
        with closing(sqlite3.connect(tmp_path / "cup" / "league.db")) as connection, connection:
            connection.execute("update matches set timing = x'00' where ordinal = 5")
        answer = get(f"{address}/cup/matches/5.html")
        assert answer.status == 503
        assert "match 5 was changed" in answer.text


def test_a_match_is_not_shown_before_its_block_is_played(tmp_path: Path) -> None:
    """A match is not shown until all matches of its block, the matches with the same deal, are played."""
    league = league_of("ann", "ben", "cid", rounds=3)
    results = list(played(league))
    with closing(PlayedStore.create(tmp_path / "cup" / "league.db", league)) as store:
        store.add([*results[:4], *results[6:]])
        with serving(tmp_path) as address:
            text = get(f"{address}/cup/").text
            assert "after 1 block" in text
            assert "4 later matches are stored" in text
            shown = [get(f"{address}/cup/matches/{ordinal}.html").status for ordinal in range(len(results))]
            assert shown == [200, 200, 200, 404, 404, 404, 404, 404, 404]
            assert [get(f"{address}/cup/blocks/{block}.html").status for block in range(3)] == [200, 404, 404]


def test_a_league_that_begins_while_others_look_is_shown(cup: Path, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        assert "There are no results here yet." in get(f"{address}/").text
        shutil.copytree(cup, tmp_path / "cup")
        assert '<a href="cup/index.html"><bdi>cup</bdi></a>' in get(f"{address}/").text


def test_assets_are_loaded_once(address: str) -> None:
    found = get(f"{address}/assets/arena.css")
    assert found.headers["cache-control"] == "no-cache"
    assert get(f"{address}/assets/arena.css", {"If-None-Match": found.headers["etag"]}).status == 304


def test_pages_name_assets_that_are_kept_for_good_and_under_another_hash_they_are_there_still(address: str) -> None:
    for page in ("/", "/cup/", "/cup/matches/0.html", "/nothing"):
        named = re.findall(r'(?:src|href)="([^"]*assets/[^"]*)"', get(f"{address}{page}").text)
        assert named
        for one in {urljoin(f"{address}{page}", one) for one in named}:
            assert "immutable" in get(one).headers["cache-control"]
            content_hash = one.split("/assets/")[1].split("/")[0]
            another = get(one.replace(content_hash, content_hash[::-1]))
            assert (another.status, another.headers["cache-control"]) == (200, "no-cache")
            assert another.text == get(one).text
            assert get(f"{address}/assets/{content_hash}/nothing.css").status == 404
