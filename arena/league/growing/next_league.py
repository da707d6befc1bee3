"""Changes the bots of a ladder's league, and continues the league's schedule with them."""

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
"""A function that finds the files of a member that has left but still has matches to play. It returns the member's
manifest, or None if the files are not on this machine.
"""


class FieldStore(History, Protocol):
    """A store of results that also stores the field of the ladder."""

    def played(self, matches: int, first: int = 0) -> bytearray:
        """Returns a byte for each place in the schedule from `first` up to but not including `matches`: 1 if the match
        at this place has a record, else 0.
        """

    def field(self) -> Field:
        """Returns the stored field: all members that the ladder ever had, with the periods in which they took part."""


class Grown(NamedTuple):
    """A ladder's league after bots have joined or left, with its schedule."""

    league: League
    schedule: Schedule
    """The league's schedule, drawn as far as the results in the store allow."""


def grown(
    league: League,
    store: FieldStore,
    wanted: Sequence[Manifest],
    kept: Keeper = find_copy,
    before: Schedule | None = None,
) -> Grown:
    """Returns a ladder's league in which exactly the bots `wanted` take part, with its schedule.

    Bots join and leave at the first block that has not been drawn. If the ladder's bots run on their authors' machines,
    they join and leave directly after the last block that has begun; all later blocks are drawn again.
    A bot that has left still plays its matches in earlier blocks, with the files that `kept` finds. If the files are
    missing or the bot is remote, the bot is marked unfit.
    The caller must store the league's new field before any match is played; this function stores nothing.
    `before`: the schedule drawn from `store` for the stored field; None if the caller does not have it.
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
    """Returns the number of blocks up to and including the last block in which a match has a record. Only the first
    `known` blocks are examined.
    """
    size = len(seatings(league))
    return store.played(known * size).rfind(b"\1") // size + 1


def continued(schedule: Schedule | None, league: League, store: History) -> Schedule:
    """Returns the schedule of a league after its field has changed. If `schedule` can grow (see `Rounds.grow`), it is
    changed and returned; else a new schedule is created from `store`.
    """
    if isinstance(schedule, Rounds) and schedule.grow(plan_of(league)):
        return schedule
    return create_schedule(league, store)


def _playing(member: Member, wanted: Sequence[Manifest], owing: set[str], kept: Keeper) -> Manifest:
    """Returns the manifest of a member's bot: the one in `wanted`, if there is one.

    A member that only `owing` names gets the manifest from `kept`; if its files are missing or it is remote, it gets a
    manifest marked unfit. Any other member gets a manifest that cannot be started.
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
    """Returns the names of members that have left but still have matches to play."""
    gone = {member.name: member.stays[-1].left or 0 for member in league.field.members if not member.present()}
    size, end = len(seatings(league)), max(gone.values(), default=0)
    played = store.played(end * size)
    if all(played):
        return set()
    left = (block for block in schedule.blocks() if not all(played[block.number * size : (block.number + 1) * size]))
    return {league.bots[bot].name for block in left for bot in block.table} & gone.keys()
