"""The page of a game's rules, from its RULES.md in the reader's language."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from arena.games.registry import GAMES
from arena.games.view_text import rules_file
from leaderboards.pages.rendering import Page
from leaderboards.pages.texts import DEFAULT

TITLE = re.compile(r"<h1>.*?</h1>\n?", re.DOTALL)
"""Matches the title of the rules, which is removed because the page has a title in the reader's language."""
HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
NUMBER = re.compile(r"<li>(\s*(?:<p>)?)<strong>([A-Z]-[\d.]+)</strong>")
TABLES = re.compile(r'(<h[23] id="([^"]*)">)((?:(?!<h[23]).)*)', re.DOTALL)
"""Matches a heading with its anchor, and the text under it, which may contain tables."""
LINK_OUT = re.compile(r'<a href="(?!#)[^"]*">(.*?)</a>')


def rules_addresses() -> list[str]:
    """Returns the addresses of the rules of all games."""
    return [f"rules/{game}.html" for game in GAMES if has_rules(game)]


def has_rules(game: str) -> bool:
    """Returns whether the game is known to this release and has a file of rules."""
    return game in GAMES and _file(game).is_file()


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game in several languages; each language has a file."""

    game: str

    def language(self, wanted: str) -> str:
        """Returns the wanted language if there is a file of rules in this language, else the default language."""
        return wanted if _file(self.game, wanted).is_file() else DEFAULT

    def told(self, language: str) -> Markup:
        """Returns the rules in this language as HTML; there must be a file of rules in this language."""
        return _html(_file(self.game, language))


def rules_page(game: str) -> Page:
    """Returns the page with the rules of a game."""
    info = GAMES[game].info
    return Page(
        f"rules/{game}.html", "rules", {"title": info.title, "rules": Rules(game), "version": info.rules_version}
    )


def _file(game: str, language: str = DEFAULT) -> Path:
    """Returns the path of the rules in a language, whether the file exists or not."""
    file = rules_file(game)
    return file if language == DEFAULT else file.with_suffix(f".{language}.md")


@cache
def _html(file: Path) -> Markup:
    text = file.read_text("utf-8")
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    html = TITLE.sub("", html)
    html = LINK_OUT.sub(r"\1", html)  # the site has no pages for files beside the rules
    html = HEADING.sub(lambda found: f'<h{found[1]} id="{_anchor(found[2])}">{found[2]}</h{found[1]}>', html)
    html = NUMBER.sub(r'<li id="\2">\1<strong>\2</strong>', html)
    html = TABLES.sub(_scrolling, html)
    return Markup(html.replace("</table>", "</table></div>"))  # noqa: S704  # our own text, with its HTML escaped


def _scrolling(found: re.Match[str]) -> str:
    """Returns the heading and its text, with scrollable tables that the keyboard can reach and that are labelled by the
    heading.
    """
    wide = f'<div class="wide" role="group" tabindex="0" aria-labelledby="{found[2]}"><table>'
    return found[1] + found[3].replace("<table>", wide)


def _anchor(heading: str) -> str:
    """Returns the anchor of a heading, formed as on GitHub."""
    return re.sub(r"[^\w -]", "", re.sub(r"<[^>]*>", "", heading).lower()).replace(" ", "-")
