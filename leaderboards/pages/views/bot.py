"""The page of a bot: its results, opponents, seats, times and faults."""

from collections import Counter
from typing import Any, Final

from leaderboards.pages.charts import bar, scale_of
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.faults import faults_of
from leaderboards.pages.views.league import bot_of, league_page
from leaderboards.pages.views.pairs import mean_score, verdict

MOST_BLOCKS: Final = 100
"""The most blocks (deals in all seatings) in the list of a bot's latest blocks."""
MOST_FAILURES: Final = 5


def bot_page(league: Followed, slug: str) -> Page:
    """Returns the page of the bot that `slug` represents in addresses; raises ArenaError [no-bot] if there is none."""
    bot = bot_of(league, slug)
    with league.lock:
        played = bot in league.beginning.gathered.seats
        return league_page(league, f"bots/{slug}.html", "bot", bot=bot, played=_played(league, bot) if played else None)


def _played(league: Followed, bot: str) -> dict[str, Any]:
    lines = league.standings().lines
    (line,) = (one for one in lines if one.bot == bot)
    gathered = league.beginning.gathered
    (treatment,) = (one for one in league.treatments() if one.bot == bot)
    analysed = league.analysed
    others = [one.bot for one in analysed.analysis.estimates if one.bot != bot] if analysed else []
    shown, failures = faults_of(league, bot, MOST_FAILURES)
    return {
        "line": line,
        "of": len(lines),
        "analysed": analysed.analysis.blocks if analysed else 0,
        "places": _places(league, bot),
        "opponents": [{"bot": other, **verdict(analysed, bot, other)} for other in others if analysed],
        "seats": [
            {"seat": seat, "matches": tally.matches, "score": tally.mean_score(), "wins": tally.win_share()}
            for seat, tally in enumerate(gathered.seats[bot])
        ],
        "time": treatment,
        "failures": shown,
        "more_failures": failures - len(shown),
        "blocks": _blocks(league, bot),
    }


def _places(league: Followed, bot: str) -> list[dict[str, Any]]:
    """Returns a row for each finishing place, best first: the number of matches in which the bot finished at this
    place, and their share in percent.
    """
    ranks: Counter[int] = Counter()
    for block in league.beginning.blocks:
        if bot in block.matches[0].bots:
            ranks.update(match.ranks[match.bots.index(bot)] for match in block.matches)
    total = ranks.total() or 1
    return [
        {"place": place, "matches": ranks[place], "share": 100 * ranks[place] / total}
        for place in range(1, league.seats + 1)
    ]


def _blocks(league: Followed, bot: str) -> list[dict[str, Any]]:
    """Returns the latest blocks (deals in all seatings) in which the bot played, with its points per match and its lead
    over the mean of the other bots.
    """
    found = []
    for number, block in enumerate(league.beginning.blocks):
        bots = block.matches[0].bots
        if bot in bots:
            mean = mean_score(block, bot)
            rest = [mean_score(block, other) for other in bots if other != bot]
            found.append(
                (number, [other for other in sorted(bots) if other != bot], mean, mean - sum(rest) / len(rest))
            )
    shown = found[-MOST_BLOCKS:]
    scale = scale_of([more for *_, more in shown], 0.0)
    return [
        {"block": number, "others": others, "mean": mean, "more": more, "bar": bar(scale, more), "zero": scale.at(0)}
        for number, others, mean, more in reversed(shown)
    ]
