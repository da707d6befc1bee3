"""Tests of asking bots in the replay viewer, in Chromium; skipped if it is not installed."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from leaderboards.pages.texts import languages
from tests.end_to_end.processes import write_bot
from tests.suite.sizes import sized
from tests.web.axe import violations
from tests.web.narration.test_asked import HANGING
from tests.web.replaying.test_replay import opening, step
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE_MS: Final = 60_000


def ask(page: "Page", *bots: str) -> None:
    """Selects exactly these bots in the menu, asks them, and waits for all answers."""
    menu = page.locator(".asking-bots details")
    menu.wait_for(timeout=PATIENCE_MS)
    if not menu.evaluate("menu => menu.open"):
        menu.locator("summary").click()
    for box in page.locator(".asking-bots input").all():
        box.set_checked(box.get_attribute("value") in bots)
    page.get_by_role("button", name="Ask").click()
    page.wait_for_function(
        "count => document.querySelectorAll('.answers-of-bots :is(.answered, .failed)').length >= count",
        arg=len(bots),
        timeout=PATIENCE_MS,
    )


def test_bots_answer_beside_each_other_and_are_marked_among_the_choices(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}/cup/matches/5.html?step=9")
    ask(page, "greedy", "banker")
    said = page.locator(".answers-of-bots li").all_inner_texts()
    assert [one.split(" would choose: ")[0] for one in said] == ["banker", "greedy"]
    marked = page.locator(".choices li", has=page.locator(".badge.bot"))
    for one in said:
        choice = one.split(" would choose: ")[1].rsplit(".", 1)[0].rsplit(". ", 1)[0]
        assert choice in " ".join(marked.all_inner_texts())
    assert sorted(page.locator(".choices .badge.bot").all_inner_texts()) == ["banker", "greedy"]
    heard = page.get_by_role("log", name="Answers").locator("p").all_inner_texts()
    assert sorted(one.split(" would")[0] for one in heard) == ["banker", "greedy"]
    page.context.close()


def test_answers_stay_with_their_steps(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}/cup/matches/5.html?step=0")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "bot=" in request.url else None)
    ask(page, "greedy")
    first = page.locator(".answers-of-bots").inner_text()
    page.get_by_role("button", name="Forward").click()
    assert page.locator(".answers-of-bots li").count() == 0
    assert page.locator(".choices .badge.bot").count() == 0
    ask(page, "greedy", "random")
    page.get_by_role("button", name="Back", exact=True).click()
    assert page.locator(".answers-of-bots").inner_text() == first
    page.get_by_role("button", name="Ask").click()
    page.wait_for_function("() => document.querySelectorAll('.answers-of-bots .answered').length === 2")
    assert [one.split("?")[1] for one in asked] == [
        "bot=greedy&step=0",
        "bot=greedy&step=1",
        "bot=random&step=1",
        "bot=random&step=0",
    ]
    page.context.close()


def test_a_key_asks_without_leaving_the_replay(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}/cup/matches/5.html?step=0")
    page.locator(".asking-bots details").wait_for(timeout=PATIENCE_MS)
    page.locator(".viewer").focus()
    for key in ("ArrowRight", "a"):
        page.keyboard.press(key)
    page.locator(".answers-of-bots .answered").wait_for(timeout=PATIENCE_MS)
    assert step(page) == "1"
    page.keyboard.press("ArrowRight")
    assert step(page) == "2"
    page.locator(".asking-bots summary").focus()
    for key in ("Enter", "Tab", "Space", "Tab", "Tab", "Tab", "Space"):  # unchecks montecarlo, and checks greedy
        page.keyboard.press(key)
    page.get_by_role("button", name="Ask").focus()
    page.keyboard.press("Enter")
    page.locator(".answers-of-bots .answered", has_text="greedy").wait_for(timeout=PATIENCE_MS)
    assert step(page) == "2"
    page.context.close()


def test_nobody_is_asked_where_the_choices_are_hidden(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}/cup/matches/5.html?step=9")
    page.locator(".asking-bots details").wait_for(timeout=PATIENCE_MS)
    for eyes in ("table", "all"):
        page.get_by_label("Viewpoint").select_option(eyes)
        page.wait_for_url(f"**eyes={eyes}")
        page.locator(".asking-bots").wait_for(state="visible" if eyes == "all" else "hidden")
    page.locator(".viewer").press("End")
    page.locator(".asking-bots").wait_for(state="hidden")
    page.context.close()


def test_a_bot_that_fails_is_told_with_what_it_printed(
    browser: "Browser", address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path, "hanging", HANGING)
    monkeypatch.setattr("arena.asking.respondents.BANK_MS", 300)
    house = {"hanging": tmp_path / "hanging" / "bot.toml"}
    monkeypatch.setattr("arena.web.bot_choices.house_bot_names", lambda: house)
    page = browser.new_page()
    page.goto(f"{address}/cup/matches/5.html?step=9")
    ask(page, "hanging")
    said = page.locator(".answers-of-bots .failed").inner_text()
    assert said.startswith("hanging gave no answer: hanging failed at step 9: it did not answer within 0.3 s.")
    assert "in choose" in said
    page.close()


def test_a_server_that_asks_nobody_shows_nothing_of_it(browser: "Browser", cup: Path) -> None:
    with serving(cup.parent, box=None) as address:
        page = opening(browser, f"{address}/cup/matches/5.html?step=9")
        page.wait_for_load_state("networkidle")
        assert page.locator(".asking-bots").count() == 0
        page.locator(".viewer").press("a")
        page.context.close()


@pytest.mark.parametrize("language", sized(("nl",), languages()))  # `make test`: test_kinds.py, in each language
def test_axe_finds_nothing_wanting_and_nothing_is_too_wide(browser: "Browser", city: str, language: str) -> None:
    page = opening(
        browser, f"{city}/city/matches/0.html?step=40", locale=language, viewport={"width": 390, "height": 844}
    )
    page.locator(".asking-bots summary").click(timeout=PATIENCE_MS)
    page.locator(".asking-bots .ask").click()
    page.locator(".answers-of-bots .answered").wait_for(timeout=PATIENCE_MS)
    assert violations(page, 0, ".asking-bots", ".answers-of-bots") == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


def test_bots_are_asked_what_they_would_have_chosen_before_the_match_turned(browser: "Browser", address: str) -> None:
    page = opening(browser, f"{address}/cup/matches/5.html")
    menu = page.locator(".asking-bots details")
    menu.wait_for(state="attached", timeout=PATIENCE_MS)
    asking = page.locator(".ask-turns")
    assert asking.inner_text() == "What would montecarlo have chosen in earlier turns?"
    for box in page.locator(".asking-bots input").all():
        box.evaluate("(box, on) => { if (box.checked !== on) box.click(); }", box.get_attribute("value") == "greedy")
    assert asking.inner_text() == "What would greedy have chosen in earlier turns?"
    asking.click()
    answers = page.locator(".would p", has_text="greedy would choose: ")
    answers.nth(2).wait_for(timeout=PATIENCE_MS)
    told = answers.all_inner_texts()
    for number, button in enumerate(page.locator(".turns li button").all()):
        answers.nth(number).locator("a").click()
        assert f"Step {step(page)}: " in told[number]
        assert page.locator(".choices li").count() > 1
        assert page.locator(".choices .badge.bot").all_inner_texts() == ["greedy"]
        chosen = page.locator(".choices li", has=page.locator(".badge.bot"))
        assert ("as was chosen" in told[number]) == ("chosen" in (chosen.get_attribute("class") or ""))
        before = page.evaluate("document.querySelector('arena-replay').at")
        button.click()
        assert page.evaluate("document.querySelector('arena-replay').at") > before
    page.context.close()
