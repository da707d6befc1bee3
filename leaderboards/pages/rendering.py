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
from leaderboards.pages.texts import NAMES, Texts, languages
from leaderboards.pages.translated_messages import complaint, said

LONGEST: Final = 80
"""The most characters that `short` keeps of a text, unless its caller gives another limit."""
KEPT: Final = re.compile(r"(?<=\d) (?=(?:%|s|ms)(?!\w))| (?=[\u00d7;:?!»])|(?<=«) ")
"""Matches spaces that must not become line breaks: before a unit, and next to the signs that French separates by a
space.
"""


ISOLATE: Final = re.compile(f"<(title|option|script)\\b.*?</\\1>|<[^>]*>|[{FIRST}{LAST}]", re.DOTALL)
"""Matches an invisible isolating sign (for bidirectional text), or HTML in which such signs must stay: a tag, or an
element that may contain only text.
"""
ELEMENTS: Final = {FIRST: "<bdi>", LAST: "</bdi>"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is not rendered yet: its address, template and values."""

    address: str
    """The page's address, relative to the site's root."""
    template: str
    """The template's file name, without its extension."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The values that the template needs."""


def html(page: Page, texts: Texts, *, live: bool, chosen: bool = False, rooms: Sequence[str] = ()) -> str:
    """Returns the page as HTML in the language of `texts`.

    `live`: whether a server shows the page and keeps it up to date. `chosen`: whether the page's address names the
    language. `rooms`: the server's other parts to link to, such as tables and ladder.
    """
    return _in_elements(_template(page).render(_values(page, texts, live=live, chosen=chosen) | {"rooms": rooms}))


def part_html(page: Page, name: str, texts: Texts) -> str:
    """Returns a part of a live page as HTML: the block with this name in the page's template."""
    template = _template(page)
    context = template.new_context(_values(page, texts, live=True))
    return _in_elements("".join(template.blocks[name](context)))


def _in_elements(text: str) -> str:
    """Replaces invisible isolating signs by `bdi` elements wherever HTML allows elements.

    So a user who copies a name from a sentence does not copy invisible signs.
    """
    return ISOLATE.sub(lambda found: ELEMENTS.get(found[0], found[0]), text) if FIRST in text else text


def _template(page: Page) -> Any:  # noqa: ANN401  # templates of jinja2 are untyped inside
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
    """Returns a text on one line, cut to `longest` characters."""
    return one_line(text if len(text) <= longest else f"{text[: longest - 1]}…")


def kept(sentence: str) -> str:
    """Returns a sentence with no-break spaces at the places where no line may break."""
    return KEPT.sub("\u00a0", sentence)


def heading(words: str) -> str:
    """Returns the words with a capital first letter, as a heading."""
    return words[:1].upper() + words[1:]


def hashed(text: str) -> str:
    """Returns the hash by which a content security policy allows this inline text of an element."""
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
