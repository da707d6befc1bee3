"""Tests of a table while its server is away or is killed: no action is lost, and none is done twice."""

import random
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from leaderboards.pages.texts import languages, texts
from tests.suite.sizes import sized
from tests.tables.people import Person
from tests.tables.test_restarts import arena_serve
from tests.web.playing.sitting import Sitter, opened
from tests.web.serving import free_port, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FAILING: Final = Path("tests/miniatures/fails_to_build").resolve()
KILLS: Final = ("before", "with", "after", "with", "before")
"""The moments at which the server is killed, one for each choice: before the choice is made, while it is being sent, or
after the server has accepted it.
"""
MORE: Final = "count => document.querySelector('arena-table').replay.frames.length > count + 1"
FRAMES: Final = "document.querySelector('arena-table').replay.frames.map((frame) => frame.taken)"


def answered(ann: Sitter, step: int) -> None:
    """Waits for the connection, then confirms the choice of this step again until the server has accepted it.

    Confirms nothing if the killed server had already accepted the choice.
    """
    ann.page.locator(".live[data-now=connected]").wait_for()
    while ann.now() == "asks" and ann.at() == step:
        ann.page.locator(".chooser .confirm").click()


@pytest.mark.slow
def test_a_page_goes_on_through_kills_and_no_action_is_lost_or_done_twice(browser: "Browser", tmp_path: Path) -> None:
    port, rng = free_port(), random.Random(5)
    address = f"http://127.0.0.1:{port}"
    chosen: dict[int, int] = {}
    with ExitStack() as servers:
        servers.enter_context(arena_serve(tmp_path / "tables", port))
        person, link = opened(address)
        ann = Sitter(browser, link)
        for kill in sized(KILLS[:3], KILLS):
            while ann.now() == "stays":
                ann.page.locator(".go-on").click()
            option, step = ann.pick(rng), ann.at()
            chosen[step] = option["action"]
            if kill == "before":
                servers.close()
            ann.mean(option)
            ann.page.locator(".chooser .confirm").click()
            if kill == "after":
                ann.page.wait_for_function(
                    "step => document.querySelector('arena-table').turn?.step !== step", arg=step
                )
            servers.close()
            ann.page.locator(".live[data-now=lost]").wait_for()
            servers.enter_context(arena_serve(tmp_path / "tables", port))
            answered(ann, step)
        while ann.now() == "stays":
            ann.page.locator(".go-on").click()
        frames: Any = person.get("match.json")["frames"]
        shown = ann.page.evaluate(FRAMES)
        assert [frame["taken"] and frame["taken"]["action"] for frame in frames] == [
            taken and taken["action"] for taken in shown
        ]
        own = {at - 1: one["taken"]["action"] for at, one in enumerate(frames) if at and one["taken"]["seat"] == 0}
        assert {step: own[step] for step in chosen} == chosen
        assert own.keys() == chosen.keys()
        ann.close()


@pytest.mark.parametrize(
    "language", sized(("fr",), languages())
)  # `make test`: test_replay_texts.py checks that each language has each sentence
def test_a_server_that_is_away_is_told_in_a_sentence_of_the_page(
    browser: "Browser", tables: str, language: str
) -> None:
    told = texts(language).t("tables.unreached")
    page = browser.new_context(locale=language).new_page()
    page.goto(f"{tables}/tables")
    page.route("**/*", lambda route: route.abort())
    page.locator(".tile button").first.click()
    page.get_by_role("alert").filter(has_text=told).wait_for()
    page.context.close()
    _, link = opened(tables, training=True)
    ann = Sitter(browser, link, locale=language)
    ann.now()
    ann.page.locator(".asking-bots .ask").wait_for()
    ann.page.route("**/tables/**", lambda route: route.abort())
    ann.choose_by_clicks(ann.pick(random.Random(1)))
    ann.page.locator(".chooser .complaint").filter(has_text=told).wait_for()
    ann.page.locator(".people .hand-over").click()
    ann.page.locator("dialog .confirm").click()
    ann.page.locator(".people .complaint").filter(has_text=told).wait_for()
    ann.page.locator(".asking-bots .ask").click()
    answer = ann.page.locator(".answers-of-bots .failed")
    answer.wait_for()
    assert "fetch" not in answer.inner_text().lower()
    ann.close()


def test_what_a_training_offers_comes_with_the_server_where_it_was_away_at_first(
    browser: "Browser", tables: str
) -> None:
    _, link = opened(tables, training=True)
    ann = Sitter(browser, None)
    ann.page.route("**/asked", lambda route: route.abort())
    with ann.page.expect_event("requestfailed", lambda request: request.url.endswith("/asked")):
        ann.sit(link)
    ann.page.unroute_all()
    ann.page.context.set_offline(True)
    ann.page.locator(".live[data-now=lost]").wait_for()
    ann.page.context.set_offline(False)
    ann.now()
    ann.page.locator(".asking-bots .ask").click()
    ann.page.locator(".answers-of-bots .answered").wait_for()
    assert ann.page.locator(".taking-back").count() == 1
    ann.close()


def test_why_a_bot_cannot_be_built_is_told_in_the_language_of_the_page(browser: "Browser", tmp_path: Path) -> None:
    with serving(table_service=TableService(tmp_path / "tables", Bots([str(FAILING)]))) as address:
        link = Person(address).open(game="verraeter", seats=["person", "random", "fails_to_build"])["seat"]
        page: Page = browser.new_context(locale="fr").new_page()
        page.goto(link)
        said = page.locator("[role=status] .complaint")
        said.wait_for()
        assert said.get_attribute("lang") == "fr"
        assert "La construction de fails_to_build a échoué, statut de fin 3" in said.inner_text()
        assert "there is no compiler" in said.inner_text()
        page.context.close()


def test_however_many_tabs_there_are_each_page_comes_and_goes_on_where_it_was(browser: "Browser", tables: str) -> None:
    """However many pages are open, each continues where it was when the person returns to it.

    A page gives up its connection ("resting") while the person uses many other pages. It connects again when the person
    returns to it or when enough other pages are closed.
    """
    _, link = opened(tables)
    first = Sitter(browser, link)
    resting, connected = (first.page.locator(f".live[data-now={now}]") for now in ("resting", "connected"))

    def another() -> Sitter:
        return Sitter(browser, link, context=first.page.context)

    other = another()
    for _ in range(5):
        other.page.reload()
        other.page.locator(".live[data-now=connected]").wait_for()
    assert connected.count() == 1
    others = [another() for _ in range(3)]
    resting.wait_for()
    others[0].page.goto("about:blank")
    connected.wait_for()
    another()
    resting.wait_for()
    others[1].page.evaluate("document.querySelector('arena-table').remove()")
    connected.wait_for()
    for _ in range(sized(2, 4)):
        last = another()
    resting.wait_for()
    assert last.now() == "asks"
    step = last.at()
    last.choose_by_clicks(last.pick(random.Random(1)))
    last.page.wait_for_function(MORE, arg=step)
    assert first.at() == step
    first.page.bring_to_front()
    first.page.locator(".status").click()
    connected.wait_for()
    first.page.wait_for_function(MORE, arg=step)
    assert first.now() in {"asks", "stays"}
    first.close()
