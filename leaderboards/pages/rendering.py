"""Renders pages as HTML from templates."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import inf
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from arena.text import FIRST, LAST, isolated, one_line, printable
from leaderboards.pages.addresses import root_of
from leaderboards.pages.assets import content_hash
from leaderboards.pages.said import complaint, said
from leaderboards.pages.texts import NAMES, Texts, languages

LONGEST: Final = 80
"""Letters of a stranger's word that are shown."""
KEPT: Final = re.compile(r"(?<=\d) (?=(?:%|s|ms)(?!\w))| (?=[\u00d7;:?!»])|(?<=«) ")
"""Spaces at which no line ends: before a unit, and beside the signs French sets apart."""


ISOLATE: Final = re.compile(f"<(title|option|script)\\b.*?</\\1>|<[^>]*>|[{FIRST}{LAST}]", re.DOTALL)
"""Its signs, or what has none to be replaced: a tag, and text in which no element can be."""
ELEMENTS: Final = {FIRST: "<bdi>", LAST: "</bdi>"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a value."""

    address: str
    """From the site's root."""
    template: str
    """Without its ending."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """What the template asks for."""


def html(page: Page, texts: Texts, *, live: bool, chosen: bool = False, rooms: Sequence[str] = ()) -> str:
    """The page in a language; `live`: it is served, and follows the league; `chosen`: its address has the language;
    `rooms`: what there is at this server beside leagues, by address.
    """
    return _in_elements(_template(page).render(_values(page, texts, live=live, chosen=chosen) | {"rooms": rooms}))


def part_html(page: Page, name: str, texts: Texts) -> str:
    """A part of a live page by itself: the block of this name in its template."""
    template = _template(page)
    context = template.new_context(_values(page, texts, live=True))
    return _in_elements("".join(template.blocks[name](context)))


def _in_elements(text: str) -> str:
    """HTML in which what has a direction of its own stands in an element, where there may be one.

    A name copied from a sentence then has no invisible sign.
    """
    return ISOLATE.sub(lambda found: ELEMENTS.get(found[0], found[0]), text) if FIRST in text else text


def _template(page: Page) -> Any:  # noqa: ANN401  # jinja2's are untyped inside
    return ENVIRONMENT.get_template(f"{page.template}.html")


def _values(page: Page, texts: Texts, *, live: bool, chosen: bool = False) -> dict[str, Any]:
    root = root_of(page.address)
    assets = f"{root}assets/{content_hash()}/" if live else f"{root}assets/"

    def t(key: str, **values: str | int) -> str:
        return kept(
            texts.t(key, **{name: isolated(one) if isinstance(one, str) else one for name, one in values.items()})
        )

    def listed(names: Sequence[str]) -> str:
        return texts.listed([isolated(name) for name in names])

    common = {"t": t, "listed": listed, "number": texts.number, "general": texts.general, "language": texts.language}
    places = {"root": root, "assets": assets, "address": page.address}
    others = {language: f"{root}{'../' if chosen else ''}{language}/{page.address}" for language in languages()}
    return {**page.values, **common, **places, "live": live, "languages": others if live else {}}


def short(text: str, longest: int = LONGEST) -> str:
    """A stranger's word on one line, cut where it is too long."""
    return one_line(text if len(text) <= longest else f"{text[: longest - 1]}…")


def kept(sentence: str) -> str:
    """A sentence of ours that breaks into lines only between words."""
    return KEPT.sub("\u00a0", sentence)


def heading(words: str) -> str:
    """Words of ours that begin a page."""
    return words[:1].upper() + words[1:]


def hashed(text: str) -> str:
    """How a content security policy names what stands inside an element."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__ or "", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"hashed": hashed, "heading": heading, "short": short, "printable": printable}
    environment.globals |= {"said": said, "complaint": complaint, "infinity": inf, "language_names": NAMES}
    return environment


ENVIRONMENT: Final = _environment()
