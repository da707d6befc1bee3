"""The page of a match: bots by seat, result, faults and all actions."""

from collections.abc import Sequence
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.game_option import published_option
from arena.games.registry import create_game
from arena.match import MatchRecord, Note
from arena.match.frames import ALL, Eyes
from leaderboards.pages.assets import room_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import demand_shown
from leaderboards.pages.views.faults import output_of
from leaderboards.pages.views.league import league_page
from leaderboards.pages.views.log import Log, log_of
from leaderboards.pages.views.replay import ENDING, eyes_of
from leaderboards.store import StoredMatch

US_PER_MS: Final = 1_000


def match_page(league: Followed, ordinal: int, looking: str = ALL) -> Page:
    """Returns the page of a match, seen from the viewpoint `looking`: everything, the table, or one seat.

    Raises ArenaError [no-match] unless the match's deal and all earlier deals are complete, [no-page] for an unknown
    viewpoint, and [damaged].
    """
    with league.lock:
        demand_shown(league, ordinal)
        match = league.match(ordinal)
        components = league.store.components()
        last = league.beginning.matches() - 1
    return league_page(
        league,
        f"matches/{ordinal}.html",
        "match",
        ordinal=ordinal,
        last=last,
        block=ordinal // league.block_matches,
        source=f"{ordinal}/{{eyes}}{ENDING}",
        boardless={
            "served": f"arena serve {league.place}",
            "single": f"arena site {league.place} match.html --match {ordinal}",
        },
        command=f"arena replay {league.place} {ordinal}{published_option(match.record.spec.game)}",
        **told_match(match, components, eyes_of(looking, match.record), private=league.private),
    )


def told_match(match: StoredMatch, components: str, eyes: Eyes, *, private: bool = False) -> dict[str, Any]:
    """Returns the values of a match on its page, seen from the viewpoint `eyes`; if `private`, without the bots' notes
    and output.
    """
    record = match.record
    log, unread = _log(record, components, eyes, () if private else match.notes)
    return {
        "id": record.spec.id.hex(),
        "game": record.spec.game,
        "room": room_of(record.spec.game),
        "edition": record.spec.edition,
        "seats": _seats(match),
        "faults": [
            {
                "bot": record.spec.entrants[fault.seat].name,
                "seat": fault.seat,
                "kind": fault.kind.name.lower(),
                "actions": fault.action_count,
                "detail": fault.detail if eyes in (ALL, fault.seat) else "",
                "output": output_of(record.spec, fault) if eyes in (ALL, fault.seat) and not private else "",
            }
            for fault in record.faults
        ],
        "log": log,
        "unread": unread,
        "actions": len(record.actions),
    }


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


def _log(record: MatchRecord, components: str, eyes: Eyes, notes: Sequence[Note]) -> tuple[Log | None, str]:
    """Returns the match in words and an empty text. If this release does not have the rules of the match, returns None
    and the reason instead.
    """
    try:
        return log_of(record, create_game(record.spec.game, components), eyes, notes), ""
    except ArenaError as error:
        return None, error.message
