"""Reads the keys of a league file, then checks the league as a whole."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from arena.building.house import house_bots
from arena.errors import ArenaError
from arena.files.keys import Source, address, flag, integer, key, one_of, read_keys, values_of
from arena.games.outside.folder import examples
from arena.games.registry import find_game
from arena.league.authors import kept_apart
from arena.league.entries import Bots, listed, shared_folders
from arena.league.league import League
from arena.league.schedules.registry import LADDER, SCHEDULES
from arena.league.settings import FORGETFUL, MOST_ROUNDS, MOST_SAID, PROCESS, RECALLS, Settings
from arena.sandbox.levels import Level

LEAGUE: Final = "league.toml"
"""The name of the league file in a folder, used when a person gives the folder instead of the file."""
BAD_LEAGUE: Final = "bad-league"


def recalled(source: Source, name: str, value: object) -> str:
    """Reads the value of the key `recall`, which decides whether a bot may remember a deal from one match to the next:
    `process` (yes) or `none` (no). `none` is refused if any bot is remote, because the arena cannot limit a remote
    bot's memory.
    """
    bots: Bots = source.value("bots")
    if value is None:
        return PROCESS if source.value("sandbox") == Level.NONE or bots.remote() else FORGETFUL
    if value == FORGETFUL and bots.remote():
        named = ", ".join(bot.name for bot in bots.present if bot.remote())
        expected = f'"{PROCESS}", for what a remote bot recalls ({named}) is known to its owner alone'
        raise source.complaint(name, value, expected)
    said: str = one_of(*RECALLS)(source, name, value)
    return said


def recalled_on_a_ladder(source: Source, name: str, value: object) -> str:
    """Reads the value of the key `recall` for a ladder. If the ladder has a gate, `process` is the default and the only
    valid value, because the arena cannot limit the memory of bots on their authors' machines.
    """
    if not source.value("gate"):
        return recalled(source, name, value)
    if value == FORGETFUL:
        expected = f'"{PROCESS}", for what a bot recalls that runs elsewhere is known to its author alone'
        raise source.complaint(name, value, expected)
    return PROCESS if value is None else one_of(*RECALLS)(source, name, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFile(Settings):
    """The keys of a league file, each with the function that reads its value."""

    shared: tuple[Path, ...] = key(shared_folders, ())
    """Folders that bots may see besides their own, if their manifests name these folders."""
    bots: Bots = key(listed)
    """The bots of the league, one for each entry."""
    recall: str = key(recalled)
    """The memory that a bot may have of a deal: all that its process saw in earlier matches (`process`), or nothing
    (`none`). Default: `none`, but `process` if `sandbox` is `none` or a bot is remote.
    """
    meet_authors: bool = key(flag, default=True)
    """Whether bots of one author may play in the same match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFile(LeagueFile):
    """The keys of the file of a ladder that the ladder service plays. The file lists only the house bots; other bots
    join and leave over time.
    """

    schedule: str = key(one_of(LADDER), LADDER)
    """The kind of schedule, which is always `ladder` in this file."""
    blocks: int = key(integer(1, MOST_SAID), MOST_ROUNDS)
    """The number of blocks to play; a block is the matches of one table of bots with one deal. Default: no limit."""
    recall: str = key(recalled_on_a_ladder)
    """The memory that a bot may have of a deal, `process` or `none`; with a `gate`, always `process`. Without a gate,
    values and default are those of `LeagueFile.recall`.
    """
    meet_authors: bool = key(flag, default=False)
    """Whether two bots of one person may play in the same match."""
    gate: str = key(address, "")
    """The address at which bots connect from their authors' machines; if it is set, only such bots can join the
    ladder.
    """


class LadderRules(NamedTuple):
    """A ladder as its file describes it: the league, and the rules for bots that join it."""

    league: League
    """The ladder's league, with its house bots only."""
    may_meet: bool
    """Whether bots of one person may play in the same match."""
    gate: str
    """The address at which bots connect from their authors' machines; empty if bots run on the server instead."""


def find_league(reference: Path | None) -> Path:
    """Returns the league file for a path or for the name of a shipped league; None means the league of house bots,
    which are the bots shipped with the arena.
    """
    name = reference or Path("house")
    of_example = examples() / name.name / LEAGUE
    shipped = of_example if of_example.is_file() else house_bots() / f"{name.name}-league.toml"
    if reference and (reference.exists() or reference.name != str(reference) or not shipped.is_file()):
        return reference / LEAGUE if (reference / LEAGUE).is_file() else reference
    return shipped


def read_league(path: Path) -> League:
    """Returns the league that a file describes; raises ArenaError [bad-league], which names the file and the key."""
    file, source = read_keys(path, LeagueFile, BAD_LEAGUE)
    league = _league(file, source)
    return league if file.meet_authors else kept_apart(league, path)


def read_ladder(path: Path) -> LadderRules:
    """Returns the ladder that a file describes; raises ArenaError [bad-league], which names the file and the key."""
    file, source = read_keys(path, LadderFile, BAD_LEAGUE)
    league = replace(_league(file, source), offered=bool(file.gate))
    return LadderRules(league, file.meet_authors, file.gate)


def _league(file: LeagueFile, source: Source) -> League:
    """Returns the league that the file describes, checked as a whole; raises ArenaError [bad-league] if its keys or
    bots do not fit together.
    """
    _demand_fitting_keys(file, source)
    source.demand_known()
    league = League(
        **values_of(file, Settings),
        game_origin=find_game(file.game).origin,
        game_files=find_game(file.game).files,
        bots=file.bots.present,
        left_out=file.bots.left_out,
        shown=file.bots.shown,
        recall=file.recall,
    )
    _demand_bots(league, source)
    return league


def _demand_fitting_keys(file: LeagueFile, source: Source) -> None:
    """Raises ArenaError [bad-league] if a key that the schedule needs is missing, or if a key is present that only
    another schedule uses.
    """
    keys = SCHEDULES[file.schedule].keys
    absent = [name for name in keys if not getattr(file, name)]
    for name in sorted({name for kind in SCHEDULES.values() for name in kind.keys} - {*keys}):
        if getattr(file, name):
            fitting = [schedule for schedule, kind in SCHEDULES.items() if name in kind.keys]
            mended = f"set {' and '.join(absent)} in place of {name}" if absent else f"remove {name}"
            raise source.refusal(
                f"{name} does not fit schedule {file.schedule!r}, which has {' and '.join(keys)}",
                f"{mended}, or set schedule to {' or '.join(fitting)}",
            )
    for name in absent:
        source.demand(name)
    if file.until and file.schedule == LADDER:
        raise source.refusal(
            f"until does not fit schedule {LADDER!r}, which has no end and chooses matches by results",
            "remove until, or play a balanced league",
        )


def _demand_bots(league: League, source: Source) -> None:
    """Raises ArenaError [bad-league] if there are fewer bots than seats, or if the bots do not fit other keys of the
    file.
    """
    names = [bot.name for bot in league.bots]
    if len(names) < league.seats:
        raise _too_few(league, source)
    if league.remotes() and league.schedule == LADDER:
        raise source.refusal(
            f"remote does not fit schedule {LADDER!r}, which tells versions apart by content, and the content of a "
            "remote bot is unknown",
            "play a balanced league, or let arena serve --ladder play it, with gate",
        )
    if league.hero and league.hero not in names:
        raise source.complaint("hero", league.hero, f"the name of one of the bots, {', '.join(names)}")
    if league.until and league.until.top > len(names):
        raise source.complaint("until", league.until.sentence(), f"at most {len(names)}, the number of bots")


def _too_few(league: League, source: Source) -> ArenaError:
    names = [bot.name for bot in league.bots]
    left_out = "".join(f"; {sentence}" for sentence in league.left_out)
    least = find_game(league.game).info.seats[0]
    fewer = f", or set seats to {len(names)}" if len(names) >= least else ""
    return source.refusal(
        f"bots has {len(names)} ({', '.join(names) or 'none'}); "
        f"expected at least {league.seats}, one for each seat{left_out}",
        f"add {league.seats - len(names)} more, each headed [[bots]]{fewer}",
    )
