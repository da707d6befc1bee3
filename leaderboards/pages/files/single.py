"""Writes one replay as a single file that a browser opens from disk."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.games.registry import shipped_components
from arena.match.document import ClockData
from arena.match.frames import ALL, TABLE
from leaderboards.pages.assets import asset, asset_names
from leaderboards.pages.files.bundle import ROOT, bundle
from leaderboards.pages.files.site import PLACE, opened
from leaderboards.pages.rendering import Page, html
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import DEFAULT, texts
from leaderboards.pages.views.match import match_page, told_match
from leaderboards.pages.views.replay import ENDING, packed_document, replay_addresses, replay_file
from leaderboards.store import StoredMatch

MADE: Final = "a match, written by arena site --match"
"""The text in the second line of each written file, by which `arena site --match` recognises the files that it may
overwrite.
"""
NAME: Final = "match.html"
STYLES: Final = ("arena.css", "match/browser/replay.css", "games/browser/seats.css")
VIEWER: Final = "match/browser/replay.js"


def write_match(references: Sequence[str], ordinal: int, out: Path, language: str) -> None:
    """Writes a match of a league as one file.

    Raises ArenaError [no-store] if there are no results, [one-league] if there are several leagues, [unshown] if a
    league cannot be shown, or [not-a-match] if `out` must not be written (see `_demand_own`). Raises ArenaError
    [no-match] unless the match's deal and all earlier deals are complete.
    """
    _demand_own(out)
    with opened(references) as collection:
        leagues = collection.look()[0]
        if len(leagues) != 1:
            found = ", ".join(league.name for league in leagues)
            raise ArenaError(
                "one-league",
                f"--match needs the results of one league, but {len(leagues)} leagues were found: {found}",
                "give arena site the results of only one of these leagues",
            )
        [league] = leagues
        while league.beginning.matches() <= ordinal and league.refresh():
            pass
        league.place = PLACE
        text = html(_page(league, ordinal, language), texts(language), live=False).encode("utf-8", "replace")
    write_whole({out: text})


def write_played(
    match: StoredMatch, clock: ClockData, title: str, command: str, out: Path, language: str = DEFAULT
) -> None:
    """Writes a match outside any league as one file.

    Raises ArenaError [not-a-match] if `out` must not be written (see `_demand_own`).
    """
    _demand_own(out)
    write_whole({out: played_page(match, clock, title, command, language)})


def played_page(match: StoredMatch, clock: ClockData, title: str, command: str, language: str = DEFAULT) -> bytes:
    """Returns the page of a match outside any league; `title` names the match, and `command` is the command that played
    it.
    """
    components = shipped_components(match.record.spec.game)
    eyes = (ALL, TABLE, *range(len(match.record.spec.entrants)))
    data = {f"{whose}{ENDING}": packed_document(match, components, clock, whose) for whose in eyes}
    told = told_match(match, components, ALL)
    page = Page(NAME, "single", {"league": {"name": title}, "ordinal": match.ordinal, "command": command} | told)
    return html(_single(page, data, language), texts(language), live=False).encode("utf-8", "replace")


def _page(league: Followed, ordinal: int, language: str) -> Page:
    """Returns the page of a league's match with all necessary files inside it and without links to other pages."""
    page = match_page(league, ordinal)
    eyes = [address.rpartition("/")[2].removesuffix(ENDING) for address in replay_addresses(page)]
    return _single(page, {f"{whose}{ENDING}": replay_file(league, ordinal, whose) for whose in eyes}, language)


def _single(page: Page, data: Mapping[str, bytes], language: str) -> Page:
    """Returns the page with the match's documents, styles, scripts and texts inside it."""
    names, board = asset_names(), f"{page.values['room']}/board"
    spoken = {
        name: asset(name) for name in names if name.endswith((f"/texts/{language}.json", f"/texts/{DEFAULT}.json"))
    }
    values = {
        "made": MADE,
        "slug": {},
        "source": f"{ROOT}{{eyes}}{ENDING}",
        "style": "\n".join(asset(name).decode() for name in (*STYLES, f"{board}.css") if name in names),
        "script": bundle([f"{board}.js", VIEWER] if f"{board}.js" in names else []),
        "files": {ROOT + name: b64encode(text).decode() for name, text in {**data, **spoken}.items()},
    }
    return replace(page, address=NAME, template="single", values={**page.values, **values})


def _demand_own(out: Path) -> None:
    """Raises ArenaError [not-a-match] if the path is a folder, is in a folder that does not exist, or names a file that
    `arena site --match` did not make.
    """
    hint = "name a new file, such as match.html, or a file that arena site --match has made"
    if out.is_dir():
        raise ArenaError(
            "not-a-match", f"{out} is a folder; expected a file, because the page of a match is one file", hint
        )
    if not out.parent.is_dir():
        problem = f"the folder {out.parent} for the page does not exist"
        raise ArenaError("not-a-match", problem, "make this folder, or name a file in a folder that exists")
    if out.exists():
        with out.open("rb") as file:
            if MADE.encode() not in file.read(200):
                raise ArenaError(
                    "not-a-match",
                    f"the file {out} was not made by arena site --match, so this command does not replace the file",
                    hint,
                )
