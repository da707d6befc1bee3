"""What axe finds wanting of a page in a browser."""

from typing import TYPE_CHECKING, Any, Final, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
COLOURED: Final = ("color-contrast", "link-in-text-block")
"""The rules that may say something else in other colours; they take most of the time."""
RUN: Final = """options => axe.run(document, {resultTypes: ['violations'], ...options}).then(found =>
    found.violations.map(one => [one.id, one.help, ...one.nodes.map(node => node.html)]))"""


def violations(page: "Page", *, colours: bool = True) -> list[Any]:
    """In light, and in dark as far as colours count: the scheme, rule and sentence of each, and the elements.

    `colours`: whether these are looked at; they are the same in every language.
    """
    base = pytest.importorskip("axe_playwright_python.base")
    if not page.evaluate("'axe' in window"):
        page.evaluate(base.AXE_SCRIPT)
    schemes: dict[Scheme, object] = {"light": {}, "dark": {"runOnly": {"type": "rule", "values": COLOURED}}}
    if not colours:
        schemes = {"light": {"rules": {rule: {"enabled": False} for rule in COLOURED}}}
    found = []
    for scheme, options in schemes.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [(scheme, *one) for one in page.evaluate(RUN, options)]
    return found
