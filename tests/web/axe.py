"""What axe finds wanting of a page in a browser."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")

RUN: Final = """() => axe.run(document, {resultTypes: ['violations']}).then(found =>
    found.violations.map(one => [one.id, one.help, ...one.nodes.map(node => node.html)]))"""


def by_turns(*numbers: int) -> list[Scheme]:
    """One of them: for pages in several languages, so that each is seen in both. Colours are of no language."""
    return [SCHEMES[sum(numbers) % len(SCHEMES)]]


def violations(page: "Page", schemes: Sequence[Scheme] = SCHEMES) -> list[Any]:
    """In light and in dark: the scheme, the rule, its sentence, and the elements."""
    base = pytest.importorskip("axe_playwright_python.base")
    if not page.evaluate("'axe' in window"):
        page.evaluate(base.AXE_SCRIPT)
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [(scheme, *one) for one in page.evaluate(RUN)]
    return found
