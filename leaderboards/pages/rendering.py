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
"""The most letters of a stranger's text that are shown."""
KEPT: Final = re.compile(r"(?<=\d) (?=(?:%|s|ms)(?!\w))| (?=[\u00d7;:?!»])|(?<=«) ")
"""Spaces at which no line may break: before a unit, and beside the signs that French sets apart."""


ISOLATE: Final = re.compile(f"<(title|option|script)\\b.*?</\\1>|<[^>]*>|[{FIRST}{LAST}]", re.DOTALL)
"""An isolating sign, which is replaced, or text that stays: a tag, or an element that cannot hold elements."""
ELEMENTS: Final = {FIRST: "<bdi>", LAST: "</bdi>"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is not rendered yet: its address, template and values."""

    address: str
    """The page's address, from the site's root."""
    template: str
    """The template's name, without its ending."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The values that the template needs."""


def html(page: Page, texts: Texts, *, live: bool, chosen: bool = False, rooms: Sequence[str] = ()) -> str:
    """The page as HTML in a language; `live`: whether a server shows it and keeps it up to date; `chosen`: whether its
    address names the language; `rooms`: the server's parts besides leagues, such as tables and ladder.
    """
    return _in_elements(_template(page).render(_values(page, texts, live=live, chosen=chosen) | {"rooms": rooms}))


def part_html(page: Page, name: str, texts: Texts) -> str:
    """A part of a live page as HTML: the block with this name in its template."""
    template = _template(page)
    context = template.new_context(_values(page, texts, live=True))
    return _in_elements("".join(template.blocks[name](context)))


def _in_elements(text: str) -> str:
    """HTML with `bdi` elements in place of invisible isolating signs, wherever elements may be.

    So a name that is copied from a sentence has no invisible signs.
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
    """A stranger's text on one line, cut to `longest` letters."""
    return one_line(text if len(text) <= longest else f"{text[: longest - 1]}…")


def kept(sentence: str) -> str:
    """A sentence with no-break spaces where no line may break."""
    return KEPT.sub("\u00a0", sentence)


def heading(words: str) -> str:
    """Words as a heading, with a capital first letter."""
    return words[:1].upper() + words[1:]


def hashed(text: str) -> str:
    """The hash by which a content security policy allows the text inside an element."""
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
