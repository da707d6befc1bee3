"""The file that describes a league: read once from top to bottom, then checked as a whole."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from arena.building.house import house_bots
from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest, remote_bot
from arena.building.manifest_file import LONGEST_NAME as LONGEST_BOT
from arena.errors import ArenaError
from arena.files.keys import (
    Source,
    address,
    anything,
    flag,
    integer,
    key,
    label,
    one_of,
    read_keys,
    tables,
    text,
    values_of,
)
from arena.files.reading import read_text
from arena.games.registry import create_game, find_game, shipped_components
from arena.league.authors import kept_apart
from arena.league.league import League
from arena.league.schedules.registry import LADDER, SCHEDULES
from arena.league.settings import FORGETFUL, MOST_ROUNDS, MOST_SAID, PROCESS, RECALLS, Settings
from arena.sandbox.levels import Level

BAD_LEAGUE: Final = "bad-league"
LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A bot, as the file names it."""

    manifest: str = key(text, "")
    remote: str = key(label(LONGEST_BOT), "")
    """What it is called, where it is offered from outside."""
    optional: bool = key(flag, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFile(Settings):
    """All that a league file says."""

    bots: tuple[Entry, ...] = key(tables(Entry))
    name: str = key(text, "")
    edition: object = key(anything, None)
    seats: object = key(anything, None)
    components: str = key(text, "")
    recall: str = key(one_of(*RECALLS), "")
    meet_authors: bool = key(flag, default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFile(LeagueFile):
    """A league file of a service's ladder, where bots come and go: it names those of the house."""

    schedule: str = key(one_of(LADDER), LADDER)
    blocks: int = key(integer(1, MOST_SAID), MOST_ROUNDS)
    """Without end, unless it is said."""
    meet_authors: bool = key(flag, default=False)
    """Whether two bots of one person may sit at one table."""
    gate: str = key(address, "")
    """Where bots come in that run on their authors' machines, of a ladder that is for these; no others join it."""


class LadderRules(NamedTuple):
    """A ladder as its file says."""

    league: League
    """With its house bots."""
    may_meet: bool
    """Whether bots of one person may."""
    gate: str
    """Where its bots come in, if they are offered from outside."""


class Bots(NamedTuple):
    """The bots of a league."""

    present: tuple[Manifest, ...]
    """In order of name."""
    left_out: tuple[str, ...]
    """Why others are not in it, each in a sentence."""

    def remote(self) -> bool:
        """Whether some of them are offered from outside."""
        return any(bot.remote() for bot in self.present)


def find_league(reference: Path | None) -> Path:
    """The file meant by a path or by the name of a league that comes with the arena; None is the house league."""
    name = reference or Path("house")
    shipped = house_bots() / f"{name.name}-league.toml"
    if reference and (reference.exists() or reference.name != str(reference) or not shipped.is_file()):
        return reference
    return shipped


def read_league(path: Path) -> League:
    """The league in a file; raises ArenaError [bad-league] naming the file and the key."""
    file, source = read_keys(path, LeagueFile, BAD_LEAGUE)
    league = _demanded(file, source, path)
    return league if file.meet_authors else kept_apart(league, path)


def read_ladder(path: Path) -> LadderRules:
    """The ladder in a file; raises ArenaError as above."""
    file, source = read_keys(path, LadderFile, BAD_LEAGUE)
    league = _demanded(file, source, path)
    if file.gate:
        if file.recall == FORGETFUL:
            expected = f'"{PROCESS}", for what a bot recalls that runs elsewhere is known to its author alone'
            raise source.complaint("recall", file.recall, expected)
        league = replace(league, offered=True, recall=PROCESS)
    return LadderRules(league, file.meet_authors, file.gate)


def _demanded(file: LeagueFile, source: Source, path: Path) -> League:
    """What the file says, checked as a whole."""
    league = _league(file, source, path)
    _demand_fitting_keys(file, source, path)
    _demand_no_end(file, path)
    source.demand_known()
    _demand_bots(league, source, path)
    return league


def _league(file: LeagueFile, source: Source, path: Path) -> League:
    """What the file says, where each value is what its game has."""
    info = find_game(file.game).info
    bots = _bots(file, path)
    seats = integer(info.seats[0], info.seats[-1])
    return League(
        **values_of(file, Settings),
        name=_name(file, source, path),
        edition=info.editions[0] if file.edition is None else one_of(*info.editions)(source, "edition", file.edition),
        seats=info.seats[-1] if file.seats is None else seats(source, "seats", file.seats),
        components=_components(file, source, path),
        bots=bots.present,
        recall=file.recall or (PROCESS if file.sandbox == Level.NONE or bots.remote() else FORGETFUL),
        left_out=bots.left_out,
    )


def _demand_fitting_keys(file: LeagueFile, source: Source, path: Path) -> None:
    """Complains of keys that the schedule needs, and of those that belong to other schedules."""
    keys = SCHEDULES[file.schedule].keys
    for name in keys:
        if not getattr(file, name):
            source.demand(name)
    for name in sorted({name for kind in SCHEDULES.values() for name in kind.keys} - {*keys}):
        if getattr(file, name):
            fitting = [schedule for schedule, kind in SCHEDULES.items() if name in kind.keys]
            raise ArenaError(
                BAD_LEAGUE,
                f"{path}: {name} does not fit schedule {file.schedule!r}, which has {' and '.join(keys)}",
                f"remove {name}, or set schedule to {' or '.join(fitting)}",
            )


def _demand_no_end(file: LeagueFile, path: Path) -> None:
    """Complains of a ladder that is to end."""
    if file.until and file.schedule == LADDER:
        raise ArenaError(
            BAD_LEAGUE,
            f"{path}: until does not fit schedule {LADDER!r}, which has no end and chooses its tables by results",
            "remove until, or play a balanced league",
        )


def _demand_bots(league: League, source: Source, path: Path) -> None:
    """Complains where the bots are too few for what the file asks for."""
    names = [bot.name for bot in league.bots]
    if len(names) < league.seats:
        raise _too_few(league, path)
    if league.remotes() and league.schedule == LADDER:
        raise ArenaError(
            BAD_LEAGUE,
            f"{path}: remote does not fit schedule {LADDER!r}, where another content is another bot",
            "play a balanced league, or let arena serve --ladder play it, with gate",
        )
    if league.remotes() and league.recall == FORGETFUL:
        named = ", ".join(league.remotes())
        expected = f'"{PROCESS}", for what a remote bot recalls ({named}) is known to its owner alone'
        raise source.complaint("recall", league.recall, expected)
    if league.hero and league.hero not in names:
        raise source.complaint("hero", league.hero, f"the name of one of the bots, {', '.join(names)}")
    if league.until and league.until.top > len(names):
        raise source.complaint("until", league.until.sentence(), f"no more than the {len(names)} bots there are")


def _too_few(league: League, path: Path) -> ArenaError:
    names = [bot.name for bot in league.bots]
    left_out = "".join(f"; {sentence}" for sentence in league.left_out)
    least = find_game(league.game).info.seats[0]
    fewer = f", or set seats to {len(names)}" if len(names) >= least else ""
    return ArenaError(
        BAD_LEAGUE,
        f"{path}: bots has {len(names)} ({', '.join(names) or 'none'}); "
        f"expected at least {league.seats}, one for each seat{left_out}",
        f"add {league.seats - len(names)} more, each headed [[bots]]{fewer}",
    )


def _name(file: LeagueFile, source: Source, path: Path) -> str:
    name = file.name or path.stem
    fit = all(character.isalnum() or character in "-_." for character in name) and not name.startswith(".")
    if not fit or len(name) > LONGEST_NAME:
        raise source.complaint(
            "name",
            name,
            f"at most {LONGEST_NAME} letters, digits, - _ and . (results are kept in a folder of this name)",
        )
    return name


def _components(file: LeagueFile, source: Source, path: Path) -> str:
    if not file.components:
        return shipped_components(file.game)
    data = path.parent / file.components
    if not data.is_file():
        expected = "the path of a TOML file, from the league file's folder"
        raise source.complaint("components", file.components, expected)
    said = read_text(data, BAD_LEAGUE)
    try:
        create_game(file.game, said)
    except ArenaError as error:
        raise ArenaError(error.code, f"{data}: {error.message}", error.hint or f"mend {data}") from error
    return said


def _bots(file: LeagueFile, path: Path) -> Bots:
    bots: dict[str, Manifest] = {}
    places: dict[str, str] = {}
    left_out: list[str] = []
    for number, entry in enumerate(file.bots):
        place = f"{path}: bots[{number}].{'remote' if entry.remote else 'manifest'}"
        bot = _remote(entry, place) if entry.remote else _bot(entry, path, place, file.game)
        if entry.optional and (missing := bot.missing()):
            left_out.append(f"{bot.name} is left out: it needs {' and '.join(missing)}")
            continue
        if bot.name in bots:
            raise _named_alike(bots[bot.name], places[bot.name], bot, place)
        bots[bot.name], places[bot.name] = bot, place
    return Bots(tuple(bots[name] for name in sorted(bots)), tuple(left_out))


def _bot(entry: Entry, path: Path, place: str, game: str) -> Manifest:
    """The bot an entry names; a complaint of the path itself, or of the choice, names the entry."""
    try:
        manifest = find_manifest(entry.manifest, path.parent)
    except ArenaError as error:
        hint = f"paths count from the league file's folder; {error.hint}"
        raise ArenaError(error.code, f"{place} is {entry.manifest!r}; {error.message}", hint) from error
    bot = read_manifest(manifest)
    try:
        demand_game(bot, game)
    except ArenaError as error:
        raise ArenaError(error.code, f"{place} is {entry.manifest!r}; {error.message}", error.hint) from error
    return bot


def _remote(entry: Entry, place: str) -> Manifest:
    """A bot that is offered from outside; what is known of others cannot be said of it."""
    if entry.manifest or entry.optional:
        said = "manifest" if entry.manifest else "optional"
        raise ArenaError(
            BAD_LEAGUE, f"{place} is {entry.remote!r}, and {said} is there, too", f"remove {said}, or remote"
        )
    return remote_bot(entry.remote)


def _named_alike(first: Manifest, first_place: str, second: Manifest, place: str) -> ArenaError:
    if first.folder == second.folder and not first.remote():
        return ArenaError(
            BAD_LEAGUE,
            f"{place} is the same bot as {first_place.rpartition(': ')[2]}: {_told(second)}",
            "remove one of them; two versions of a bot need a folder and a name each",
        )
    own = [bot for bot in (first, second) if not bot.in_house() and not bot.remote()]
    renamed = _told(own[0]) if len(own) == 1 else "one of them"
    return ArenaError(
        BAD_LEAGUE,
        f"{place}: two bots are named {first.name!r}: {_told(first)} and {_told(second)}",
        f"give {renamed} another name in its bot.toml" if own else "give one of them another name",
    )


def _told(bot: Manifest) -> str:
    """Where a bot lies, as far as that is a person's business."""
    if bot.remote():
        return "one that is remote"
    return f"the house bot {bot.name}" if bot.in_house() else str(bot.folder)
