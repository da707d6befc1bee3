"""Creates the next league of a ladder from the previous one, continuing its schedule."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from arena.building.manifest import Manifest
from arena.league.field import Field, Member
from arena.league.growing.copies import find_copy
from arena.league.league import League
from arena.league.schedule import create_schedule, plan_of, seatings
from arena.league.schedules.contract import History, Schedule
from arena.league.schedules.rounds import Rounds

GONE: Final = "it left, and its files are no longer here"
AWAY: Final = "it was away when its table went on"

Keeper = Callable[[Member], Manifest | None]
"""A function that returns the manifest of a member that has left but still has matches; None if it is not here."""


class FieldStore(History, Protocol):
    """A store of results that also keeps the field in which they were played."""

    def played(self, matches: int, first: int = 0) -> bytearray:
        """For each place of the schedule from `first` to before `matches` a byte: 1 if there is a record, else 0."""

    def field(self) -> Field:
        """The stored field: the members of the ladder over time."""


class Grown(NamedTuple):
    """A ladder's league after bots came or went, with its schedule."""

    league: League
    schedule: Schedule
    """The league's schedule, drawn as far as the store's records have been read."""


def grown(
    league: League,
    store: FieldStore,
    wanted: Sequence[Manifest],
    kept: Keeper = find_copy,
    before: Schedule | None = None,
) -> Grown:
    """The league after a change of bots to exactly `wanted`, with its schedule; blocks that are already known stay
    unchanged.

    Bots come and go at the first unknown block. If bots are offered from outside, they come and go at the first block
    after all that have begun, and later blocks are drawn anew. A bot that goes still plays the blocks before: `kept`
    finds its files, and without files it is unfit. Other members that have left cannot be started.
    The store must keep the field of the league before any of it is played; until then nothing has changed.
    `before`: the schedule that was drawn from this store for the field that it keeps, if there is one already.
    """
    league = league.in_field(store.field())
    schedule = continued(before, league, store)
    if league.field.moved(wanted, 0) != league.field:
        known = schedule.known()
        block = min(known, _begun(league, store, known)) if league.offered else known
        league = league.in_field(league.field.moved(wanted, block))
        schedule = continued(schedule if block == known else None, league, store)
    owing = _owing(league, store, schedule)
    bots = tuple(_playing(member, wanted, owing, kept) for member in league.field.members)
    return Grown(replace(league, bots=bots), schedule)


def _begun(league: League, store: FieldStore, known: int) -> int:
    """The number of blocks up to and including the last one with a record."""
    size = len(seatings(league))
    return store.played(known * size).rfind(b"\1") // size + 1


def continued(schedule: Schedule | None, league: League, store: History) -> Schedule:
    """The schedule of a league whose field has grown: the given one, continued, if it can be; else a new one."""
    if isinstance(schedule, Rounds) and schedule.grow(plan_of(league)):
        return schedule
    return create_schedule(league, store)


def _playing(member: Member, wanted: Sequence[Manifest], owing: set[str], kept: Keeper) -> Manifest:
    """The manifest with which a member plays; it cannot be started if the member has nothing to play or its files are
    missing.
    """
    for bot in wanted:
        if member.is_version(bot):
            return replace(bot, name=member.name, bot=member.bot)
    if member.name not in owing:
        return member.named()
    remote = not member.content_hash
    there = None if remote else kept(member)
    if there is None:
        return replace(member.named(), command=(member.bot,), unfit=AWAY if remote else GONE)
    return replace(there, name=member.name, bot=member.bot, author=member.owner)


def _owing(league: League, store: FieldStore, schedule: Schedule) -> set[str]:
    """The names of members that have left but still have matches to play."""
    gone = {member.name: member.stays[-1].left or 0 for member in league.field.members if not member.present()}
    size, end = len(seatings(league)), max(gone.values(), default=0)
    played = store.played(end * size)
    if all(played):
        return set()
    left = (block for block in schedule.blocks() if not all(played[block.number * size : (block.number + 1) * size]))
    return {league.bots[bot].name for block in left for bot in block.table} & gone.keys()
