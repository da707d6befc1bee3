"""Finds accessibility violations of a page in a browser, with the checker axe."""

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.suite.sizes import sized

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCHEMES: Final = ("light", "dark")
RUN: Final = """async (parts) => {
    const moving = () => document.getAnimations()
        .filter((one) => one.playState === "running" && Number.isFinite(one.effect.getComputedTiming().endTime));
    for (let those = moving(); those.length; those = moving())
        await Promise.allSettled(those.map((one) => one.finished));
    const ran = (where, options) => axe.run(where, { resultTypes: ["violations"], ...options });
    const found = parts === null ? [await ran(document, {})] : [
        await ran(document, { rules: { "color-contrast": { enabled: false } } }),
        await ran({ include: parts.map((part) => [part]) }, { runOnly: ["color-contrast"] }),
    ];
    return found.flatMap(({ violations }) =>
        violations.map((one) => [one.id, one.help, ...one.nodes.map((node) => node.html)]));
}"""


def violations(page: "Page", turn: int, *parts: str) -> list[Any]:
    """Returns the violations on a page. Each is a tuple: colour scheme, rule, explanation, and the HTML of each
    element.

    `make test-all` checks the whole page in the light and the dark scheme. `make test` checks only one scheme: light
    if `turn` is even, else dark. It measures colour contrasts only in the elements that the selectors `parts` match,
    or everywhere if there are none.

    Before each check, waits until all animations on the page have ended, except endless ones.
    """
    base = pytest.importorskip("axe_playwright_python.base")
    if not page.evaluate("'axe' in window"):
        page.evaluate(base.AXE_SCRIPT)
    found = []
    for scheme in sized(SCHEMES[turn % 2 :][:1], SCHEMES):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [(scheme, *one) for one in page.evaluate(RUN, sized(list(parts) or None, None))]
    return found
