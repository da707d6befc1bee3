"""A person who sits at a table, in Chromium."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.tables.audit import audit_tables, kept_record
from arena.tables.facts import FINISHED
from arena.tables.journal import ENDING
from tests.tables.people import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE_MS: Final = 60_000
MOST_TABS: Final = 200
"""The number of presses of Tab after which an element counts as unreachable."""

RIVALS: Final = {"verraeter": "random", "hetverraad": "hetverraad-builder"}
"""For each game, a bot whose matches are short."""

NOW: Final = """() => {
    const table = document.querySelector("arena-table");
    const last = table?.replay?.frames.at(-1);
    if (!last || !table.chooser) return null;
    if (table.staying) return "stays";
    if (last.actor === null) return table.replay.spec.ranks.length ? "over" : null;
    return table.chooser.asks && !table.chooser.sending ? "asks" : null;
}"""
"""A JavaScript function that returns what the page does now.

"asks": it asks for a choice; "stays": it pauses until the person continues; "over": the match is over; null: none of
these.
"""
ACTIVE: Final = "document.activeElement.outerHTML.slice(0, 200)"
AWHILE_MS: Final = 20
FEW_TABS: Final = 4
"""The most presses of Tab that a person may need to get from one choice to the next."""

OPTIONS: Final = """() => document.querySelector("arena-table").chooser.narrowing.options.map(({ choice, targets }) =>
    ({ action: choice.action, kind: choice.parts.kind, targets }))"""
POINT: Final = """([target, copy]) => {
    const all = document.querySelectorAll(`.choosing [data-target="${target}"]`);
    const thing = all[copy] ?? all[0];
    const shape = thing.querySelector(".zone, .ground, .outline") ?? thing;
    shape.scrollIntoView({ block: "center" });
    const box = shape.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""A JavaScript function that scrolls a thing on the board into view and returns the coordinates of its middle.

If several things have the name `target`, `copy` is the index of the one that is meant; if there is none at this index,
the first is meant.
"""


class Sitter:
    """A person who sits at a table with a page in a browser, and plays there by clicks or keys."""

    def __init__(
        self,
        browser: "Browser",
        link: str | None,
        wanted: str = "",
        *,
        context: "BrowserContext | None" = None,
        **options: Any,
    ) -> None:
        """Opens a page for the person, at the seat of `link`; if it is None, the person sits down later.

        `wanted`: a target on the board that the person chooses whenever possible. `context`: the browser context in
        which to open the page as a further tab; None: a new context.
        """
        self._wanted = wanted
        self._by_keys = False
        """Whether the person has used keys on this page. From then on, few presses of Tab must suffice to reach the
        next choice.
        """
        still = {"reduced_motion": "reduce"}  # a click misses a thing that is still moving
        options = {"viewport": {"width": 1280, "height": 900}, "locale": "en", **still, **options}
        self.page: Page = (context or browser.new_context(**options)).new_page()
        self._errors: list[str] = []
        self.page.on("pageerror", lambda error: self._errors.append(f"{error}\n{error.stack}"))
        self.page.set_default_timeout(PATIENCE_MS)
        self.chosen: Counter[str] = Counter()
        """The number of times that each kind of action was chosen."""
        if link:
            self.sit(link)

    def sit(self, link: str) -> None:
        """Goes to a seat at a table. Several tables can be visited with the same page, which is three times as fast as
        a new page.
        """
        self.page.goto(link)
        self.page.locator(".viewer").wait_for()
        self._by_keys = False

    def now(self) -> str:
        """Waits until the person must act or the match is over.

        Returns "asks" if the page asks for a choice, "stays" if it pauses until the person continues, or "over".
        """
        found: str = self.page.wait_for_function(NOW).json_value()
        return found

    def at(self) -> int:
        """Returns the number of actions taken before the moment that the page shows."""
        return int(self.page.evaluate("Number(document.querySelector('arena-table').step.split('.')[0])"))

    def phase(self) -> str:
        """Returns the phase of the moment that the page shows."""
        return str(
            self.page.evaluate("(table => table.moments[table.at].board.phase)(document.querySelector('arena-table'))")
        )

    def play_until(self, phase: str, now: str = "asks", seed: int = 1) -> None:
        """Plays at random until, in this phase, the page asks for a choice, or pauses if `now` is "stays"."""
        rng = random.Random(seed)
        while (found := self.now()) != now or self.phase() != phase:
            if found == "over":
                pytest.fail(f"the match ended before the page {now} in {phase}")
            if found == "stays":
                self.page.locator(".go-on").click()
            else:
                self.choose_by_clicks(self.pick(rng))

    def pick(self, rng: random.Random) -> dict[str, Any]:
        """Returns a random legal action of one of the kinds chosen least so far, so that all kinds are chosen."""
        options = self.page.evaluate(OPTIONS)
        options = [one for one in options if self._wanted in one["targets"]] or options
        least = min(self.chosen[one["kind"]] for one in options)
        option: dict[str, Any] = rng.choice([one for one in options if self.chosen[one["kind"]] == least])
        return option

    def choose_by_clicks(self, option: dict[str, Any]) -> None:
        """Clicks the things on the board that an action involves, and confirms the action."""
        self.mean(option)
        self.page.locator(".chooser .confirm").click()
        self.chosen[option["kind"]] += 1

    def mean(self, option: dict[str, Any]) -> None:
        """Clicks the things on the board that an action involves, and asserts that the page would send this action if
        the person confirmed it.
        """
        copies = Counter[str]()
        for target in option["targets"]:
            self.page.mouse.click(*self.page.evaluate(POINT, [target, copies[target]]))
            copies[target] += 1
        if self.meant() != option["action"]:  # the action has no targets, or those of another action
            self.page.locator(f".chooser .few [data-action='{option['action']}']").click()
        assert self.meant() == option["action"]

    def meant(self) -> int | None:
        """Returns the action that the page would send on confirmation; None if no action is selected."""
        found: int | None = self.page.evaluate(
            "document.querySelector('arena-table').chooser.narrowing.proposed?.choice.action ?? null"
        )
        return found

    def choose_by_keys(self, rng: random.Random) -> None:
        """Goes to a random button of the form with Tab, presses it with Enter, and confirms the choice with Enter."""
        self.tab_to(".form button, .form summary", FEW_TABS if self._by_keys else MOST_TABS)
        self._by_keys = True
        for _ in range(rng.randrange(6)):
            self.page.keyboard.press("Tab")
        self.tab_to(".form button, .form summary")
        if self.focused("summary"):
            self.page.keyboard.press("Enter")
            self.tab_to(".form button")
        self.page.keyboard.press("Enter")
        assert self.focused(".chooser .confirm")
        self.page.keyboard.press("Enter")

    def go_on_by_keys(self) -> None:
        """Goes with Tab to the button that continues after a pause, and presses it."""
        self.tab_to(".go-on", FEW_TABS if self._by_keys else MOST_TABS)
        self._by_keys = True
        self.page.keyboard.press("Enter")
        assert not self.focused("body")  # Tab must go on from here, not from the start of the page

    def tab_to(self, selector: str, most: int = MOST_TABS) -> None:
        """Presses Tab until an element that matches the selector has the focus; fails after `most` presses."""
        for _ in range(most + 1):
            if self.focused(selector):
                return
            self.page.keyboard.press("Tab")
        reached = self.page.evaluate(ACTIVE)
        pytest.fail(f"{most} times Tab does not reach {selector}, but {reached}, and the page {self.now()}")

    def focused(self, selector: str) -> bool:
        """Returns whether an element that matches the selector has the focus."""
        return bool(self.page.evaluate("selector => document.activeElement.matches(selector)", selector))

    def close(self) -> None:
        """Closes the browser context; the test fails if a script of the page had an error."""
        self.page.context.close()
        assert self._errors == []


@contextmanager
def sitting(browser: "Browser", language: str = "en") -> Iterator[Sitter]:
    """Yields a person who will sit at one table after the other, with a browser in this language."""
    sitter = Sitter(browser, None, locale=language)
    yield sitter
    sitter.close()


def opened(address: str, game: str = "verraeter", seats: int = 3, **terms: Any) -> tuple[Person, str]:
    """Opens a table at which one person plays with bots; returns the person and the link to the person's seat."""
    person = Person(address)
    bots = [RIVALS[game]] * (seats - 1)
    told = person.open(game=game, seats=["person", *bots], seed=7, **terms)
    return person, told["seat"]


def opened_by_two(address: str, game: str = "verraeter", **terms: Any) -> tuple[Person, tuple[str, str]]:
    """Opens a table at which two people play with a bot; returns the person who opened it, and the links to both seats
    in order.
    """
    ann, ben = Person(address), Person(address)
    told = ann.open(game=game, seats=["person", "person", RIVALS[game]], seed=3, **terms)
    ben.enter(told["invitation"])
    link: str = ben.post("sit", seat=1, name="Ben").json["link"]
    for one in (ben, ann):
        assert one.post("ready", ready=True).status == 200
    return ann, (told["seat"], link)


def play_together(
    sitters: "Sequence[Sitter]", choose: "Callable[[Sitter], None]", go_on: "Callable[[Sitter], None]"
) -> None:
    """Plays a match to its end.

    Calls `choose` for each person whose page asks for a choice. Calls `go_on` for each person whose page pauses until
    the person continues.
    """
    doing: list[str | None] = []
    while doing != ["over"] * len(sitters):
        doing = [sitter.page.evaluate(NOW) for sitter in sitters]
        for sitter, now in zip(sitters, doing, strict=True):
            if now == "stays":
                go_on(sitter)
            elif now == "asks":
                choose(sitter)
        if not {"stays", "asks"} & set(doing):
            sitters[0].page.wait_for_timeout(AWHILE_MS)


def kept(journals: "Path", person: Person) -> Any:
    """Returns the document from which a finished match is replayed, after asserting that the server's stored record is
    valid and agrees with the document.
    """
    path = str(journals / f"{person.table}{ENDING}")
    (found,) = audit_tables(path)
    assert (found.state, found.failures) == (FINISHED, [])
    record, document = kept_record(path, person.table), person.get("match.json?eyes=all")
    assert [frame["taken"]["action"] for frame in document["frames"][1:]] == list(record.actions)
    assert document["spec"]["scores"] == document["frames"][-1]["scores"] == list(record.scores)
    return document
