"""Reads a league file in one pass, then checks it as a whole."""

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
"""The name of the league file in a folder that is given in place of the file."""
BAD_LEAGUE: Final = "bad-league"


def recalled(source: Source, name: str, value: object) -> str:
    """A kind of key: what a bot may recall of a deal, `process` or `none`. `none` is refused if any bot is remote,
    because the arena cannot limit what a remote bot recalls.
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
    """A kind of key: the same for a ladder; `none` is refused if there is a gate, since bots then run elsewhere."""
    if not source.value("gate"):
        return recalled(source, name, value)
    if value == FORGETFUL:
        expected = f'"{PROCESS}", for what a bot recalls that runs elsewhere is known to its author alone'
        raise source.complaint(name, value, expected)
    return PROCESS if value is None else one_of(*RECALLS)(source, name, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFile(Settings):
    """The keys of a league file."""

    shared: tuple[Path, ...] = key(shared_folders, ())
    """Folders that bots may see beside their own, if their manifests name them."""
    bots: Bots = key(listed)
    """The bots of the league."""
    recall: str = key(recalled)
    """What a bot may keep of a deal: all that its process saw (`process`), or nothing (`none`). Default: `none`, but
    `process` if `sandbox` is `none` or a bot is remote.
    """
    meet_authors: bool = key(flag, default=True)
    """Whether bots of one author may sit at one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFile(LeagueFile):
    """The keys of the league file of a service's ladder, where bots come and go; it names the house bots."""

    schedule: str = key(one_of(LADDER), LADDER)
    """Always `ladder`."""
    blocks: int = key(integer(1, MOST_SAID), MOST_ROUNDS)
    """How many blocks are played. Default: no limit."""
    recall: str = key(recalled_on_a_ladder)
    """What a bot may keep of a deal. Default: `process` if there is a `gate`, else as in a league file."""
    meet_authors: bool = key(flag, default=False)
    """Whether two bots of one person may sit at one table."""
    gate: str = key(address, "")
    """The address at which bots connect from their authors' machines; then only such bots join the ladder."""


class LadderRules(NamedTuple):
    """A ladder as its file describes it."""

    league: League
    """The ladder's league, with its house bots only."""
    may_meet: bool
    """Whether bots of one person may play in the same match."""
    gate: str
    """The address at which bots connect if they run on their authors' machines; else empty."""


def find_league(reference: Path | None) -> Path:
    """The league file that a person means by a path or the name of a shipped league; None means the house league."""
    name = reference or Path("house")
    of_example = examples() / name.name / LEAGUE
    shipped = of_example if of_example.is_file() else house_bots() / f"{name.name}-league.toml"
    if reference and (reference.exists() or reference.name != str(reference) or not shipped.is_file()):
        return reference / LEAGUE if (reference / LEAGUE).is_file() else reference
    return shipped


def read_league(path: Path) -> League:
    """The league in a file; raises ArenaError [bad-league], which names the file and the key."""
    file, source = read_keys(path, LeagueFile, BAD_LEAGUE)
    league = _league(file, source)
    return league if file.meet_authors else kept_apart(league, path)


def read_ladder(path: Path) -> LadderRules:
    """The ladder in a file; raises ArenaError [bad-league], which names the file and the key."""
    file, source = read_keys(path, LadderFile, BAD_LEAGUE)
    league = replace(_league(file, source), offered=bool(file.gate))
    return LadderRules(league, file.meet_authors, file.gate)


def _league(file: LeagueFile, source: Source) -> League:
    """The league that the file describes, checked as a whole; raises ArenaError [bad-league]."""
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
    """Raises ArenaError [bad-league] if a key that the schedule needs is missing, or another schedule's is there."""
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
    """Raises ArenaError [bad-league] if the bots are too few, or do not fit what the file asks for."""
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
