"""The page of faults: each failure of a bot, the matches it cost, and the bot's output."""

from typing import Any, Final

from arena.games.registry import create_game
from arena.match.printed import printed
from arena.match.record import Fault, MatchSpec
from arena.text import printable
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.league import league_page
from leaderboards.reports.faults import Failure, failures, moment_of

MOST_READ: Final = 300
"""The most forfeited matches of a bot that the page of faults reads from the store."""
MOST_SHOWN: Final = 20
"""The most failures of a bot that the page of faults shows."""
MOST_OTHERS: Final = 12
LONGEST_OUTPUT: Final = 4_000


def faults_page(league: Followed) -> Page:
    """Returns the page with the failures of each bot."""
    with league.lock:
        faulty = league.beginning.faulty
        bots = []
        for bot in sorted(faulty, key=lambda bot: (-len(faulty[bot]), bot)):
            shown, count = faults_of(league, bot, MOST_SHOWN)
            kinds = league.beginning.gathered.faults[bot]
            bots.append(
                {
                    "bot": bot,
                    "matches": len(faulty[bot]),
                    "kinds": dict(sorted(kinds.items())),
                    "failures": shown,
                    "more": count - len(shown),
                }
            )
        return league_page(league, "faults.html", "faults", bots=bots)


def faults_of(league: Followed, bot: str, most: int, *, own: bool = False) -> tuple[list[dict[str, Any]], int]:
    """Returns the first `most` failures of a bot, and the number of all failures in its first MOST_READ forfeited
    matches. No further matches are read.

    `own`: whether the request is from the bot's author, who may see the bot's output even if others may not.
    """
    shown = own or not league.private
    with league.lock:
        matches = [league.match(ordinal) for ordinal in league.beginning.faulty.get(bot, ())[:MOST_READ]]
        found = failures(matches, bot)
        game = create_game(str(league.identity["game"]), league.store.components()) if league.info else None
        return [_told(failure, game, shown) for failure in found[:most]], len(found)


def _told(failure: Failure, game: Any, shown: bool) -> dict[str, Any]:  # noqa: ANN401  # any game
    moment = moment_of(failure, game) if game else None
    others = failure.others()
    return {
        "match": failure.match.ordinal,
        "seat": failure.fault.seat,
        "kind": failure.fault.kind.name.lower(),
        "detail": failure.fault.detail,
        "output": output_of(failure.match.record.spec, failure.fault) if shown else "",
        "actions": failure.fault.action_count,
        "round": moment.round if moment else None,
        "others": others[:MOST_OTHERS],
        "more": len(others) - len(others[:MOST_OTHERS]),
    }


def output_of(spec: MatchSpec, fault: Fault) -> str:
    """Returns the end of the output of the bot that committed this fault, since the end usually gives the reason of the
    fault. A short output is returned whole.
    """
    text = printable(printed(spec, fault).replace("\r\n", "\n"))
    if content := spec.entrants[fault.seat].content_hash:
        text = text.replace(content.hex(), "…")
    return text if len(text) <= LONGEST_OUTPUT else f"…{text[-LONGEST_OUTPUT:]}"
