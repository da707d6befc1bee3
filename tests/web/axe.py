"""What axe finds wanting of a page in a browser."""

from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN: Final = """() => axe.run(document, {resultTypes: ['violations']}).then(found =>
    found.violations.map(one => [one.id, one.help, ...one.nodes.map(node => node.html)]))"""


def violations(page: "Page") -> list[Any]:
    """In light and in dark: the scheme, the rule, its sentence, and the elements."""
    base = pytest.importorskip("axe_playwright_python.base")
    if not page.evaluate("'axe' in window"):
        page.evaluate(base.AXE_SCRIPT)
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [(scheme, *one) for one in page.evaluate(RUN)]
    return found
