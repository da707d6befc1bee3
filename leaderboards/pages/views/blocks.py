"""The page of a block: one deal, played in all its seatings."""

from typing import Any, Final

from arena.errors import ArenaError
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.league import league_page
from leaderboards.pages.views.pairs import mean_score

AT_ONCE: Final = 200
"""The number of blocks (deals in all seatings) on one page of the list of blocks."""


def blocks_page(league: Followed, part: int | None = None) -> Page:
    """Returns a page of the list of blocks (deals in all seatings); `part` is the number of the page, by default the
    latest. Raises ArenaError [no-block] if there is no such page.
    """
    with league.lock:
        count = len(league.beginning.blocks)
        latest = max(count - 1, 0) // AT_ONCE
        number = latest if part is None else part
        if not 0 <= number <= latest:
            raise _no_block(league, number * AT_ONCE)
        first = number * AT_ONCE
        rows = [_row(league, block) for block in range(first, min(first + AT_ONCE, count))]
        name = "blocks.html" if part is None else f"blocks/part-{number}.html"
        return league_page(
            league, name, "blocks", rows=rows[::-1], part=number, parts=latest + 1, at_once=AT_ONCE, count=count
        )


def block_page(league: Followed, number: int) -> Page:
    """Returns the page of the block (one deal in all seatings) with this number.

    Raises ArenaError [no-block] unless the block's deal and all earlier deals are complete.
    """
    with league.lock:
        if not 0 <= number < len(league.beginning.blocks):
            raise _no_block(league, number)
        block = league.beginning.blocks[number]
        first = number * league.block_matches
        bots = sorted(block.matches[0].bots, key=lambda bot: (-mean_score(block, bot), bot))
        seatings = [
            {"match": first + place, "seats": list(zip(match.bots, match.scores, match.ranks, strict=True))}
            for place, match in enumerate(block.matches)
        ]
        results = [
            {
                "bot": bot,
                "mean": mean_score(block, bot),
                "matches": [
                    (seat := match.bots.index(bot), match.scores[seat], match.ranks[seat]) for match in block.matches
                ],
            }
            for bot in bots
        ]
        return league_page(
            league,
            f"blocks/{number}.html",
            "block",
            block=number,
            seatings=seatings,
            results=results,
            last=len(league.beginning.blocks) - 1,
        )


def demand_shown(league: Followed, ordinal: int) -> None:
    """Raises ArenaError [no-match] unless the match's deal and all earlier deals are complete.

    Until then the match must stay secret, because other bots still play its deal.
    """
    if not 0 <= ordinal < league.beginning.matches():
        raise ArenaError(
            "no-match",
            f"the league {league.name} does not show match {ordinal} now",
            "check the number of the match; a match is shown when all matches with its deal, and all earlier matches, "
            "are over",
        )


def _row(league: Followed, number: int) -> dict[str, Any]:
    block = league.beginning.blocks[number]
    bots = sorted(block.matches[0].bots, key=lambda bot: (-mean_score(block, bot), bot))
    return {"block": number, "bots": [(bot, mean_score(block, bot)) for bot in bots]}


def _no_block(league: Followed, number: int) -> ArenaError:
    return ArenaError(
        "no-block",
        f"the league {league.name} does not show block {number} now",
        "check the number of the block; a block (one deal in all seatings) is shown when all matches with its deal, "
        "and all earlier matches, are over",
    )
