"""Continues a ladder with the bots that its league file names now."""

from collections.abc import Callable
from dataclasses import replace

from arena.league.field import Field
from arena.league.growing.copies import find_copy
from arena.league.growing.next_league import Grown, Keeper, continued, grown
from arena.league.league import League
from arena.league.schedule import create_schedule, seatings
from arena.league.schedules.contract import Schedule
from arena.league.schedules.registry import LADDER
from leaderboards.store import PlayedStore, Store


def gone_on(league: League, store: Store, kept: Keeper = find_copy, before: Schedule | None = None) -> Grown:
    """Returns the league with its schedule; a ladder gets all its present and former bots.

    A league that is not a ladder stays unchanged. Bots join and leave a ladder as in `grown`, which also explains
    `kept` and `before`. Blocks by which the ladder has become longer since its last run count as not drawn. Raises
    ArenaError if the store cannot be read.
    """
    if league.schedule != LADDER:
        return Grown(league, create_schedule(league, store))
    extent = store.extent()
    reached = extent.matches // len(seatings(league)) if extent else 0
    blocks = min(reached or league.blocks, league.blocks)
    now = grown(replace(league, blocks=blocks), store, league.bots, kept, before)
    league = replace(now.league, blocks=league.blocks)
    return Grown(league, continued(now.schedule, league, store))


def go_on(
    league: League, store: PlayedStore, kept: Keeper, tell: Callable[[str], None], schedule: Schedule | None = None
) -> Grown:
    """Returns the result of `gone_on`, with `schedule` as `before`; also stores a ladder's present and former bots.

    For a ladder, calls `tell` with a sentence for each bot that joins, leaves, or cannot play its remaining matches.
    """
    before, now = store.field(), gone_on(league, store, kept, schedule)
    if league.schedule == LADDER:
        store.keep_field(now.league.field)
        _tell_moves(before, now.league, tell)
    return now


def _tell_moves(before: Field, league: League, tell: Callable[[str], None]) -> None:
    there = {member.name for member in before.present()}
    for member in league.field.members if before.members else ():
        if member.present() and member.name not in there:
            tell(f"{member.name} joins at block {member.stays[-1].joined}")
        elif not member.present() and member.name in there:
            tell(f"{member.name} leaves at block {member.stays[-1].left}")
    for bot in league.players():
        if bot.unfit:
            tell(f"{bot.name} forfeits its remaining matches: {bot.unfit}")
