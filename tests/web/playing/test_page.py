"""Tests of a table's page: reloads, lost connections, refusals, earlier moments, and seats that change hands."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables.people import Seen, play
from tests.web.playing.conftest import table_service
from tests.web.playing.sitting import AWHILE_MS, NOW, Sitter, opened, opened_by_two, sitting
from tests.web.serving import free_port, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

SENT = """() => performance.getEntriesByType("resource").filter(({ name, transferSize }) =>
    name.includes("/assets/") && transferSize > 0).map(({ name }) => name)"""
"""A JavaScript function that returns the addresses of the assets that the page loaded from the server, not from the
browser's cache.
"""
MORE = "count => document.querySelector('arena-table').replay.frames.length > count + 1"


@pytest.fixture(scope="module")
def sitter(browser: "Browser") -> Iterator[Sitter]:
    """A person who sits at one table after the other."""
    with sitting(browser) as sitter:
        yield sitter


@pytest.fixture
def ann(sitter: Sitter, tables: str) -> Iterator[Sitter]:
    """Ann, a person who sits at a table of three and must choose."""
    _, link = opened(tables)
    sitter.sit(link)
    assert sitter.now() == "asks"
    yield sitter
    sitter.page.unroute_all()


@pytest.fixture(scope="module")
def midst(browser: "Browser", tables: str) -> Iterator[Sitter]:
    """A person in the middle of a match with four seats, who must choose. The tests share the page: each must leave it
    at this moment of the match.
    """
    _, link = opened(tables, seats=4)
    sitter = Sitter(browser, link)
    sitter.play_until("supply")
    yield sitter
    sitter.close()


def test_at_a_second_table_no_server_is_asked_for_what_the_first_has_loaded(browser: "Browser", tables: str) -> None:
    with sitting(browser) as ann:
        for asked_for in (True, False):
            ann.sit(opened(tables)[1])
            assert ann.now() == "asks"
            assert bool(ann.page.evaluate(SENT)) == asked_for
        assert ann.page.evaluate(SENT) == []


def test_after_a_reload_the_same_turn_is_still_open(ann: Sitter) -> None:
    option = ann.pick(random.Random(1))
    ann.mean(option)
    step = ann.at()
    ann.page.reload()
    assert ann.now() == "asks"
    assert (ann.at(), ann.meant()) == (step, None)
    ann.choose_by_clicks(option)
    ann.now()
    assert ann.at() > step


def test_who_has_chosen_by_keyboard_is_led_to_the_table_while_another_person_chooses(
    browser: "Browser", tables: str
) -> None:
    person, links = opened_by_two(tables)
    sitters, rng = [Sitter(browser, link) for link in links], random.Random(1)

    def asked() -> int:
        while (actor := person.get("match.json")["frames"][-1]["actor"]) >= len(sitters):
            sitters[0].page.wait_for_timeout(AWHILE_MS)
        return int(actor)

    before = now = asked()
    while now == before:
        assert sitters[now].now() == "asks"
        step = sitters[now].at()
        sitters[now].choose_by_keys(rng)
        sitters[now].page.wait_for_function(MORE, arg=step)
        before, now = now, asked()
    sitters[before].page.wait_for_function("document.activeElement.matches('.viewer')")
    for sitter in sitters:
        sitter.close()


def test_who_goes_on_by_keyboard_before_the_first_choice_is_led_on_as_well(sitter: Sitter, tables: str) -> None:
    person, link = opened(tables)
    sitter.sit(link)
    rng, seen = random.Random(1), Seen()
    while sitter.now() != "stays":
        play(person, rng, 1, seen)
    sitter.go_on_by_keys()
    assert sitter.now() == "stays" or sitter.focused(".viewer, .viewer *")


def test_a_choice_that_cannot_be_sent_is_kept_and_one_that_is_refused_is_told_in_the_words_of_the_server(
    ann: Sitter,
) -> None:
    def late(route: "Route") -> None:
        route.continue_(post_data={"turn_id": 99, "action": 1}, headers=route.request.headers)

    option, step = ann.pick(random.Random(1)), ann.at()
    ann.page.route("**/choices", lambda route: route.abort(), times=1)
    ann.choose_by_clicks(option)
    ann.page.locator(".chooser .complaint:not(:empty)").wait_for()
    assert ann.meant() == option["action"]
    ann.page.route("**/choices", late, times=1)
    ann.page.locator(".chooser .confirm").click()
    ann.page.get_by_text("Turn 99 is not open").wait_for()
    assert ann.at() == step
    ann.page.locator(".chooser .confirm").click()
    ann.page.wait_for_function(MORE, arg=step)


def test_the_table_goes_on_where_it_was_when_the_server_comes_back(browser: "Browser", tmp_path: Path) -> None:
    port = free_port()
    with serving(table_service=table_service(tmp_path / "tables"), port=port) as address:
        _, link = opened(address)
        ann = Sitter(browser, link)
        ann.now()
        step = ann.at()
        ann.page.get_by_text("connected", exact=True).first.wait_for()
    ann.page.get_by_text("not connected; trying again").wait_for()
    with serving(table_service=table_service(tmp_path / "tables"), port=port):
        ann.page.locator(".live[data-now=connected]").wait_for()
        assert ann.now() == "asks"
        assert ann.at() == step
        ann.choose_by_clicks(ann.pick(random.Random(1)))  # the server holds the choice until the bots have started
        ann.page.wait_for_function(MORE, arg=step)
        assert ann.page.locator(".chooser .complaint").inner_text() == ""
        ann.close()


def test_a_seat_in_two_tabs_is_asked_in_both_and_answered_once(browser: "Browser", tables: str) -> None:
    person, link = opened(tables)
    ann, tab = Sitter(browser, link), Sitter(browser, link)
    assert (ann.now(), tab.now()) == ("asks", "asks")
    option, step = ann.pick(random.Random(1)), ann.at()
    # so this tab does not learn of the choice
    tab.page.evaluate("document.querySelector('arena-table').connection.close()")
    tab.mean(option)
    ann.choose_by_clicks(option)
    ann.page.wait_for_function(MORE, arg=step)
    assert ann.now() == "asks"
    tab.page.locator(".chooser .confirm").click()
    tab.page.get_by_text(f"Turn {step} is not open").wait_for()
    tab.page.evaluate("document.querySelector('arena-table').connection.open()")
    tab.page.wait_for_function("step => document.querySelector('arena-table').turn.step === step", arg=ann.at())
    assert (tab.now(), tab.at(), tab.meant()) == ("asks", ann.at(), None)
    another = tab.at()
    tab.choose_by_clicks(tab.pick(random.Random(2)))
    ann.page.wait_for_function(MORE, arg=another)
    taken = [frame["taken"] for frame in person.get("match.json")["frames"][1:]]
    assert taken[step]["action"] == option["action"]
    for one in (ann, tab):
        one.close()


def test_a_network_that_is_lost_for_long_costs_nothing(browser: "Browser", tables: str) -> None:
    _, links = opened_by_two(tables)
    sitters = [Sitter(browser, link) for link in links]
    while not (asked := [sitter for sitter in sitters if sitter.page.evaluate(NOW) == "asks"]):
        sitters[0].page.wait_for_timeout(AWHILE_MS)
    (ann,), (ben,) = asked, [sitter for sitter in sitters if sitter not in asked]
    lost = list[str]()
    ann.page.on("requestfailed", lambda request: lost.append(request.url))
    ann.page.context.set_offline(True)
    ann.page.get_by_text("not connected; trying again").wait_for()
    option, step = ann.pick(random.Random(1)), ann.at()
    ann.choose_by_clicks(option)
    ann.page.locator(".chooser .complaint:not(:empty)").wait_for()
    while sum("/events" in url for url in lost) < 3:
        ann.page.wait_for_timeout(AWHILE_MS)
    assert (ann.meant(), ann.at()) == (option["action"], step)
    ann.page.context.set_offline(False)
    ann.page.locator(".live[data-now=connected]").wait_for()
    assert (ann.meant(), ann.at()) == (option["action"], step)
    ann.page.locator(".chooser .confirm").click()
    ann.page.wait_for_function(MORE, arg=step)
    ann.page.context.set_offline(True)
    ann.page.get_by_text("not connected; trying again").wait_for()
    assert ben.now() == "asks"
    ben.choose_by_clicks(ben.pick(random.Random(1)))
    ben.page.wait_for_function(MORE, arg=step + 1)
    ann.page.context.set_offline(False)
    ann.page.wait_for_function(MORE, arg=step + 1)
    for one in (ann, ben):
        one.close()


def test_a_line_on_which_nothing_comes_is_opened_anew(browser: "Browser", tables: str) -> None:
    _, link = opened(tables)
    ann = Sitter(browser, None)
    ann.page.clock.install()
    ann.sit(link)
    assert ann.now() == "asks"
    stream = "document.querySelector('arena-table').connection.stream"
    ann.page.evaluate(f"window.before = {stream}")
    ann.page.clock.fast_forward(60_000)
    ann.page.clock.fast_forward(60_000)
    ann.page.wait_for_function(f"() => {stream} && {stream} !== window.before")
    ann.page.locator(".live[data-now=connected]").wait_for()
    ann.choose_by_clicks(ann.pick(random.Random(1)))
    ann.close()


def test_nobody_waits_for_who_looks_at_a_conflict_that_is_decided(browser: "Browser", tables: str) -> None:
    _, link = opened(tables)
    ann = Sitter(browser, link)
    others = 0
    while not others:
        if ann.now() == "stays":
            ann.page.locator(".go-on").click()
        ann.play_until("resolution", "stays")
        step = ann.at()
        ann.page.wait_for_function(
            "() => [0, null].includes(document.querySelector('arena-table').replay.frames.at(-1).actor)"
        )
        others = int(ann.page.evaluate("document.querySelector('arena-table').replay.frames.length")) - 1 - step
        assert ann.at() == step
        assert ann.page.locator(".verdict .crest").count() == 1
        assert ann.page.locator(".sum .strength").count() == 2
    assert ann.page.locator(".verdict.leads").is_visible()
    ann.close()


def test_an_earlier_moment_is_looked_at_and_left_again(midst: Sitter) -> None:
    step = midst.at()
    midst.page.get_by_role("button", name="Step back").click()
    assert midst.at() < step
    assert midst.page.locator(".chooser").is_hidden()
    midst.page.locator(".line a").first.click()
    assert midst.at() == 0
    midst.page.get_by_role("button", name="Back to now").click()
    assert midst.at() == step
    assert midst.now() == "asks"


def test_what_happened_since_ones_own_last_move_is_told(midst: Sitter) -> None:
    told = midst.page.locator(".since li").all_inner_texts()
    taken = midst.page.evaluate("document.querySelector('arena-table').replay.frames.map((frame) => frame.taken?.seat)")
    since = len(taken) - 1 - max(at for at, seat in enumerate(taken) if seat == 0)
    assert len(told) >= since > 0


def test_a_pick_is_laid_back_by_another_click_or_by_escape(midst: Sitter) -> None:
    card = midst.page.locator(".own .card.pickable").first
    card.click()
    assert "picked" in (card.get_attribute("class") or "")
    card.click()
    assert "picked" not in (card.get_attribute("class") or "")
    card.click()
    assert "picked" in (card.get_attribute("class") or "")
    midst.page.keyboard.press("Escape")
    assert "picked" not in (card.get_attribute("class") or "")
    midst.page.locator(".form button").last.click()
    assert midst.focused(".chooser .confirm")
    midst.page.keyboard.press("Escape")
    assert midst.meant() is None
    assert midst.focused(".form button")


def test_a_seat_is_handed_over_taken_back_and_left_after_a_question(browser: "Browser", tables: str) -> None:
    ann = Sitter(browser, opened_by_two(tables)[1][0])
    give = ann.page.get_by_role("button", name="Let a bot play for me")
    leave = ann.page.get_by_role("button", name="Leave the table")
    give.click()
    ann.page.get_by_role("button", name="No, go back").click()
    assert ann.page.locator("dialog").is_hidden()
    give.click()
    ann.page.locator("dialog .confirm").click()
    ann.page.get_by_text("played by").wait_for()
    ann.page.get_by_role("button", name="Play again myself").click()
    ann.page.get_by_text("played by").wait_for(state="detached")
    leave.click()
    ann.page.locator("dialog .confirm").click()
    ann.page.get_by_text("has left").wait_for()
    assert leave.is_hidden()
    ann.close()


def test_who_looks_on_sees_the_open_table_and_is_asked_nothing(browser: "Browser", midst: Sitter) -> None:
    eve = Sitter(browser, midst.page.url.partition("?")[0])
    eve.page.wait_for_function(
        "() => (table => table.moments.at(-1).board.phase === 'supply')(document.querySelector('arena-table'))"
    )
    eve.page.get_by_role("button", name="Back to now").click() if eve.page.locator(".onward").is_visible() else None
    assert eve.page.locator(".seat .card.back").count() > 0
    assert eve.page.evaluate("document.querySelector('arena-table').replay.eyes") == "table"
    assert eve.page.locator(".chooser").is_hidden()
    assert eve.page.get_by_role("button", name="Leave the table").count() == 0
    eve.close()


def test_what_is_to_be_seen_can_be_heard(midst: Sitter) -> None:
    hand = midst.page.evaluate("document.querySelector('arena-table').moments.at(-1).board.seats[0].hand")
    midst.page.locator(".as-text summary").click()
    told = midst.page.locator("main").aria_snapshot()
    for said in ("It is your turn", "Round 1 of 8: Playing supply", "Play supply cards for your house", "connected"):
        assert said in told
    for said in ("Conflict points so far", "The conflict is between", "a closed card", "start player", "Place 11"):
        assert said in told
    own = told[told.index('list "Seats"') :]
    own = own[: own.index("listitem", own.index("listitem") + 1)]
    assert all(str(card) in own for card in hand)
    assert "Play nothing" in told
    midst.page.locator(".as-text summary").click()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1920, 1080), (1280, 900)])
def test_the_page_is_never_wider_than_its_window_and_the_board_is_in_view(
    midst: Sitter, width: int, height: int
) -> None:
    midst.page.set_viewport_size({"width": width, "height": height})
    assert midst.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    midst.page.evaluate("scrollTo(0, 0)")
    assert bottom(midst, ".circle") <= (top(midst, ".bar") if width > 600 else height)
    midst.page.set_viewport_size({"width": 1280, "height": 900})


def test_where_it_is_no_training_nothing_of_it_is_shown(midst: Sitter) -> None:
    assert midst.page.locator(".training").is_hidden()


def top(ann: Sitter, selector: str) -> Any:
    """Returns the vertical position of an element's top edge in the window, in pixels."""
    return ann.page.locator(selector).evaluate("one => one.getBoundingClientRect().top")


def bottom(ann: Sitter, selector: str) -> Any:
    """Returns the vertical position of an element's bottom edge in the window, in pixels."""
    return ann.page.locator(selector).evaluate("one => one.getBoundingClientRect().bottom")


def test_sound_and_vibration_are_off_until_they_are_wanted(ann: Sitter) -> None:
    rung = "document.querySelector('arena-table').signals.audio !== null"
    assert not ann.page.get_by_label("play a tone").is_checked()
    ann.choose_by_clicks(ann.pick(random.Random(1)))
    ann.now()
    assert not ann.page.evaluate(rung)
    ann.page.get_by_label("play a tone").check()
    assert ann.page.evaluate(rung)


def test_the_time_that_is_left_is_counted_down(sitter: Sitter, tables: str) -> None:
    _, link = opened(tables, bank_s=600)
    sitter.sit(link)
    sitter.now()
    sitter.page.wait_for_function("() => document.querySelector('.clock').textContent.startsWith('Your time: 9:')")
