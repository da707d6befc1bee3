"""Tests of pages as files, which `arena site` writes into a folder for any web server."""

import gzip
import random
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin

import pytest

from arena.errors import ArenaError
from arena.games.registry import GAMES, shipped_components
from leaderboards.pages.files.site import write_site
from leaderboards.store import PlayedStore
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import played
from tests.league.leagues import league_of
from tests.suite.sizes import sized
from tests.web.axe import violations
from tests.web.leagues import SCRIPT, write_hostile
from tests.web.replaying.test_replay import opening
from tests.web.serving import get
from tests.web.test_links import LINK, Attributes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LEAGUE = replace(
    league_of("ann", "ben", "cid", rounds=3),
    game="liars-dice",
    edition=GAMES["liars-dice"].info.editions[0],
    components=shipped_components("liars-dice"),
)
"""A league for tests of the files. Its game is Liar's Dice, in which matches are short, so that the tests take a third
of the time that they would take with the usual game of `league_of`.
"""
RESULTS = tuple(played(LEAGUE))
PATHS = ("cup/index.html", "cup/bots/dot.html", "cup/fairness.html", "cup/faults.html", "cup/verify.html")


def keep(folder: Path, order: list[int]) -> None:
    """Creates a results file in the folder, and stores `RESULTS[number]` in it for each number in `order`."""
    with closing(PlayedStore.create(folder / "league.db", LEAGUE)) as store:
        for number in order:
            store.add([RESULTS[number]])
        store.keep_extent(Extent(len(RESULTS)))


def export(*references: Path | str, to: Path, language: str = "en") -> dict[str, bytes]:
    """Writes the site for these leagues; returns the files by name."""
    write_site([str(reference) for reference in references], to, language, lambda _, __: None)
    return files(to)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class _Encoding(_Quiet):
    """A web server that declares its .gz files as compressed for transfer, so that browsers decompress them."""

    def end_headers(self) -> None:
        if self.path.partition("?")[0].endswith(".gz"):
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()


@contextmanager
def hosting(folder: Path, handler: type[SimpleHTTPRequestHandler]) -> Iterator[str]:
    """Serves a folder's files with a simple web server; yields the address of the folder, which is not the server's
    root.
    """
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder.parent)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{folder.name}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def folder(cup: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the site of the league `cup`."""
    folder = tmp_path_factory.mktemp("site") / "out"
    export(cup, to=folder)
    return folder


@pytest.fixture(scope="module")
def hosted(folder: Path) -> Iterator[str]:
    """The address at which a simple web server serves the site of the league `cup`."""
    with hosting(folder, _Quiet) as address:
        yield address


def test_the_same_results_make_the_same_bytes_wherever_they_lie_and_however_they_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list(range(len(RESULTS)))
    keep(tmp_path / "one" / "cup", order)
    random.Random(7).shuffle(order)
    keep(tmp_path / "two" / "elsewhere", order)
    first = export(tmp_path / "one" / "cup", to=tmp_path / "first")
    monkeypatch.chdir(tmp_path / "two")
    assert export("elsewhere", to=Path("out")) == first
    assert export(tmp_path / "two", to=Path("out")) == first
    assert not [name for name, text in first.items() if str(tmp_path).encode() in text]


def test_a_league_that_is_played_on_is_written_over_what_was_there(tmp_path: Path) -> None:
    keep(tmp_path / "some", [0, 1, 2, 3, 6, 7, 8])
    keep(tmp_path / "cup", list(range(len(RESULTS))))
    early = export(tmp_path / "some", to=tmp_path / "out")
    assert "cup/matches/2.html" in early
    assert "cup/matches/3.html" not in early
    late = export(tmp_path / "cup", to=tmp_path / "out")
    assert late == export(tmp_path / "cup", to=tmp_path / "anew")
    assert export(tmp_path / "some", to=tmp_path / "out") == early


def test_what_others_put_into_the_folder_stays(tmp_path: Path) -> None:
    keep(tmp_path / "cup", [0, 1, 2])
    out = tmp_path / "out"
    (out / ".git").mkdir(parents=True)
    export(tmp_path / "cup", to=out)
    (out / "CNAME").write_text("league.example.org")
    (out / "cup" / "notes.txt").write_text("mine")
    found = export(tmp_path / "cup", to=out)
    assert found["CNAME"] == b"league.example.org"
    assert found["cup/notes.txt"] == b"mine"
    assert (out / ".git").is_dir()


def test_a_folder_of_somebody_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    keep(tmp_path / "cup", [0, 1, 2])
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "index.html").write_text("mine")
    for out, reason in (
        (tmp_path / "thesis", "it contains index.html"),
        (tmp_path / "thesis" / "index.html", "is not a folder"),
    ):
        with pytest.raises(ArenaError, match=reason) as error:
            export(tmp_path / "cup", to=out)
        assert error.value.code == "not-a-site"
        assert files(tmp_path / "thesis") == {"index.html": b"mine"}


def test_a_file_in_the_way_is_no_reason_to_lose_it(tmp_path: Path) -> None:
    keep(tmp_path / "some", [0, 1, 2])
    keep(tmp_path / "cup", list(range(len(RESULTS))))
    before = export(tmp_path / "some", to=tmp_path / "out")
    (tmp_path / "out" / "cup" / "matches" / "4.html").write_text("mine")
    with pytest.raises(ArenaError, match=r"would replace .*4\.html, which arena site did not make"):
        export(tmp_path / "cup", to=tmp_path / "out")
    assert files(tmp_path / "out") == before | {"cup/matches/4.html": b"mine"}


def test_where_a_page_cannot_be_made_the_folder_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path / "cup", [0, 1, 2])
    before = export(tmp_path / "cup", to=tmp_path / "out")

    def fails(_: object, address: str) -> bytes:
        raise ArenaError("damaged", address, None)

    monkeypatch.setattr("leaderboards.pages.files.site.file_at", fails)
    for out in ("out", "new"):
        with pytest.raises(ArenaError, match="damaged"):
            export(tmp_path / "cup", to=tmp_path / out)
    assert files(tmp_path / "out") == before
    assert not (tmp_path / "new").exists()


def test_who_was_stopped_while_files_took_their_places_is_put_right_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(tmp_path / "cup", [0, 1, 2])
    replaced, moves = Path.replace, iter(range(12))

    def stops(path: Path, target: Path) -> Path:
        if next(moves, None) is None:
            raise KeyboardInterrupt
        return replaced(path, target)

    monkeypatch.setattr(Path, "replace", stops)
    with pytest.raises(KeyboardInterrupt):
        export(tmp_path / "cup", to=tmp_path / "out")
    monkeypatch.undo()
    assert export(tmp_path / "cup", to=tmp_path / "out") == export(tmp_path / "cup", to=tmp_path / "anew")


def test_results_that_cannot_be_shown_are_not_left_out_in_silence(tmp_path: Path) -> None:
    keep(tmp_path / "cup", [0, 1, 2])
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "league.db").write_text("words " * 100)
    with pytest.raises(ArenaError, match="is not a file with the results of a league") as error:
        export(tmp_path, to=tmp_path / "out")
    assert error.value.code == "unshown"
    (tmp_path / "empty").mkdir()
    with pytest.raises(ArenaError, match="there are no results in"):
        export(tmp_path / "empty", to=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_mark_that_was_meddled_with_removes_nothing_elsewhere(tmp_path: Path) -> None:
    keep(tmp_path / "cup", [0, 1, 2])
    export(tmp_path / "cup", to=tmp_path / "out")
    (tmp_path / "mine").write_text("mine")
    with (tmp_path / "out" / ".arena-site").open("a") as mark:
        mark.write(f"../mine\n{tmp_path}/mine\nassets/../../mine\n\n")
    export(tmp_path / "cup", to=tmp_path / "out")
    assert (tmp_path / "mine").read_text() == "mine"


def test_all_links_are_relative_and_lead_to_files(folder: Path) -> None:
    found = files(folder)
    assert ".nojekyll" in found
    for name, text in found.items():
        if name.endswith(".html"):
            for link in LINK.findall(text.decode()):
                assert not re.match(r"/|[a-z]+:", link), (name, link)
                assert unquote(urljoin(f"http://x/{name}", link)).removeprefix("http://x/") in found, (name, link)
    packed = [name for name in found if name.endswith(".json.gz")]
    assert len(packed) == sum(name.startswith("cup/matches/") for name in found) / 6 * 5
    assert all(gzip.decompress(found[name]) for name in packed[:3])


def test_pages_of_strangers_are_as_harmless_as_they_are_served(tmp_path: Path) -> None:
    write_hostile(tmp_path / "cup")
    for name, text in export(tmp_path / "cup", to=tmp_path / "out", language="de").items():
        assert ".." not in name.split("/")
        if name.endswith(".html"):
            page = text.decode()
            assert SCRIPT not in page
            assert '<html lang="de">' in page
            assert "default-src 'none'" in page
            assert not re.search("[\u202a-\u202e\u2066-\u2069]", page)
            assert not {one for one in Attributes.of(page) if one.startswith("on") or one == "style"}, name


def test_on_a_phone_all_is_in_view_and_axe_finds_nothing_wanting(browser: "Browser", hosted: str) -> None:
    """The site's pages fit the width of a phone, and the accessibility checker axe finds no violations. axe checks only
    one page, except in `make test-all`, because test_kinds.py checks the same pages of the arena's server.
    """
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.on("console", lambda said: pytest.fail(said.text))
    for path in (*PATHS, "cup/matches/5.html"):
        page.goto(f"{hosted}/{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path
        if sized(path == "cup/index.html", all_of_it=True):
            assert violations(page, 0) == [], path
    page.context.close()


@pytest.mark.parametrize("handler", [_Quiet, _Encoding])
def test_a_match_is_stepped_through_with_any_eyes_whatever_servers_say_of_its_packing(
    browser: "Browser", folder: Path, handler: type[SimpleHTTPRequestHandler]
) -> None:
    with hosting(folder, handler) as address:
        page = opening(browser, f"{address}/cup/matches/5.html?step=6&eyes=2")
        assert page.locator(".seat .card.back").count() > 0
        page.get_by_label("Viewpoint").select_option("table")
        page.wait_for_url("**eyes=table")
        page.context.close()


def test_pages_are_read_from_disk_without_a_complaint(browser: "Browser", folder: Path) -> None:
    page = browser.new_context().new_page()
    page.on("console", lambda said: pytest.fail(said.text))
    for path in PATHS:
        page.goto((folder / path).as_uri())
        assert page.get_by_role("heading").first.is_visible()
        assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("system-ui")
    page.goto((folder / "index.html").as_uri())
    page.wait_for_url("**/cup/index.html")  # the site has one league only
    page.context.close()


def test_a_served_page_needs_no_policy_of_its_own(address: str) -> None:
    assert "http-equiv" not in get(f"{address}/cup/").text
