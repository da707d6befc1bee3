"""The page of a match: who sat where, how it ended, what went wrong, and all actions in the game's own words."""

from itertools import pairwise
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.registry import create_game, find_game
from arena.match import MatchRecord, replay, stood_in
from leaderboards.pages.rendering import Page, short
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import demand_shown
from leaderboards.pages.views.faults import output_of
from leaderboards.pages.views.league import league_page
from leaderboards.pages.views.replay import ENDING
from leaderboards.store import StoredMatch

US_PER_MS: Final = 1_000
LONGEST_NAME: Final = 30
"""In the log, where names stand in every line."""


def match_page(league: Followed, ordinal: int) -> Page:
    """A match of a block that is played to its end; raises ArenaError [no-match]."""
    with league.lock:
        demand_shown(league, ordinal)
        match = league.match(ordinal)
        components = league.store.components()
        last = league.beginning.matches() - 1
    record = match.record
    chapters, unread = _chapters(record, components)
    return league_page(
        league,
        f"matches/{ordinal}.html",
        "match",
        ordinal=ordinal,
        last=last,
        block=ordinal // league.block_matches,
        id=record.spec.id.hex(),
        game=record.spec.game,
        edition=record.spec.edition,
        source=f"{ordinal}/{{eyes}}{ENDING}",
        seats=_seats(match),
        faults=[
            {
                "bot": record.spec.entrants[fault.seat].name,
                "seat": fault.seat,
                "kind": fault.kind.name.lower(),
                "actions": fault.action_count,
                "detail": fault.detail,
                "output": output_of(record.spec, fault),
            }
            for fault in record.faults
        ],
        chapters=chapters,
        unread=unread,
        actions=len(record.actions),
        command=f"arena replay {league.place} {ordinal}",
    )


def _seats(match: StoredMatch) -> list[dict[str, Any]]:
    record = match.record
    forfeited = {fault.seat for fault in record.faults}
    return [
        {
            "seat": seat,
            "bot": entrant.name,
            "score": record.scores[seat],
            "rank": record.ranks[seat],
            "forfeited": seat in forfeited,
            "thinking_ms": match.thinking_us[seat] / US_PER_MS,
            "slowest_ms": match.slowest_us[seat] / US_PER_MS,
        }
        for seat, entrant in enumerate(record.spec.entrants)
    ]


def _chapters(record: MatchRecord, components: str) -> tuple[list[dict[str, Any]], str]:
    """The match in chapters; and why it cannot be told, where it was played by other rules."""
    try:
        game = create_game(record.spec.game, components)
        steps = list(replay(record, game))
    except ArenaError as error:
        return [], error.message
    names = [short(entrant.name, LONGEST_NAME) for entrant in record.spec.entrants]
    narrator = find_game(record.spec.game).narrator(names)
    opening = narrator.opening(steps[0].state)
    chapters: list[dict[str, Any]] = [_chapter(opening.chapter)]
    chapters[-1]["entries"] += [{"event": event} for event in opening.events]
    for number, (before, step) in enumerate(pairwise(steps)):
        chapters[-1]["entries"] += [{"fault": fault} for fault in record.faults if fault.action_count == number]
        assert step.action is not None
        assert step.seat is not None
        told = narrator.tell(before.state, step.action)
        entry = {
            "number": number + 1,
            "bot": names[step.seat],
            "seat": step.seat,
            "notation": step.notation,
            "meaning": told.meaning,
            "stand_in": stood_in(record.faults, step.seat, number),
        }
        chapters[-1]["entries"].append(entry)
        chapters[-1]["entries"] += [{"event": event} for event in told.events]
        if told.chapter:
            chapters.append(_chapter(told.chapter))
    return chapters, ""


def _chapter(chapter: tuple[str, ...]) -> dict[str, Any]:
    title, *lines = chapter or ("",)
    return {"title": title, "lines": lines, "entries": []}
