"""The settings of a league that its file can have, one line for each key."""

from dataclasses import dataclass
from typing import Final

from arena.building.builds.terms import NETWORKS, REGISTRIES
from arena.errors import ArenaError
from arena.files.keys import Source, flag, integer, key, one_of, table, text
from arena.files.reading import read_text
from arena.games.contract import GameInfo
from arena.games.entry import MOST_OPENINGS
from arena.games.registry import BUILT_IN, DEFAULT_GAME, GAMES, create_game, find_game, is_made, league_components
from arena.league.schedules.registry import ROUND_ROBIN, SCHEDULES
from arena.league.until import Until, parse_until
from arena.sandbox.levels import AUTO, LEVELS
from arena.sandbox.limits import Limits
from arena.transport import Clock
from arena.transport.clocks.clock import TIMINGS

SEATINGS: Final = ("square", "all")
PROCESS: Final = "process"
FORGETFUL: Final = "none"
RECALLS: Final = (PROCESS, FORGETFUL)
"""The values of `recall`: a bot may keep all that its process saw of a deal, or nothing."""
MOST_SAID: Final = 1_000_000
"""The most rounds or blocks that a file may ask for."""
MOST_ROUNDS: Final = 1_000_000_000
"""The number of blocks of an endless ladder, which no league reaches; never allocate anything for each of them."""
MOST_MS: Final = 86_400_000
MOST_MB: Final = 1_000_000
MOST_PROCESSES: Final = 100_000
MOST_SEED: Final = (1 << 128) - 1
LONGEST_NAME: Final = 60


def folder_name(source: Source, name: str, value: object) -> str:
    """A kind of key: a name that a folder of results can have. Default: the league file's name without its ending."""
    said = source.path.stem if value is None else text(source, name, value)
    fit = all(character.isalnum() or character in "-_." for character in said) and not said.startswith(".")
    if not fit or len(said) > LONGEST_NAME:
        expected = f"at most {LONGEST_NAME} letters, digits, - _ and . (results are kept in a folder of this name)"
        raise source.complaint(name, said, expected)
    return said


def game(source: Source, name: str, value: object) -> str:
    """A kind of key: the key of a game, which the file names by its key or by the path of its file."""
    expected = f"one of {', '.join(GAMES)}, or a file such as ./mygame.py"
    if not isinstance(value, str) or not value:
        raise source.complaint(name, value, expected, f'"{DEFAULT_GAME}"')
    said = text(source, name, value)
    if said in GAMES:
        return said
    from arena.games.finding import find_game_named  # noqa: PLC0415  # few leagues have a game from outside

    try:
        return find_game_named(said, source.path.parent)
    except ArenaError as error:
        if error.code == "unknown-game" and not is_made(said):
            raise source.complaint(name, said, expected, f'"{DEFAULT_GAME}"') from error
        raise ArenaError(error.code, f"{source.place(name)} is {said!r}; {error.message}", error.hint) from error


def edition(source: Source, name: str, value: object) -> str:
    """A kind of key: an edition of the league's game. Default: the game's first."""
    known = _game(source).editions
    return known[0] if value is None else one_of(*known)(source, name, value)


def seats(source: Source, name: str, value: object) -> int:
    """A kind of key: a number of seats that the game can have. Default: the most."""
    fitting = _game(source).seats
    return fitting[-1] if value is None else integer(fitting[0], fitting[-1])(source, name, value)


def _game(source: Source) -> GameInfo:
    return find_game(source.value("game")).info


def components(source: Source, name: str, value: object) -> str:
    """A kind of key: the text of a TOML file with the game's component data. Default: shipped data, or `openings`."""
    game = source.value("game")
    if value is None:
        said = source.value("openings")
        return league_components(game) if said is None else f"openings = {said}\n" if said else ""
    path = source.path.parent / text(source, name, value)
    if not path.is_file():
        raise source.complaint(name, value, "the path of a TOML file, from the league file's folder")
    said = read_text(path, source.code)
    try:
        create_game(game, said)
    except ArenaError as error:
        raise ArenaError(error.code, f"{path}: {error.message}", error.hint or f"correct {path}") from error
    return said


def goal(source: Source, name: str, value: object) -> Until:
    """A kind of key: the goal with which a league ends early, from a text such as "top 3 apart at 95 %"."""
    said = text(source, name, value)
    found = parse_until(said)
    if found is None:
        raise source.complaint(name, said, '"top N apart at P %", P from 50 to 99.9')
    return found


def openings(source: Source, name: str, value: object) -> int:
    """A kind of key: how many first actions the deal's luck chooses, which only a game from outside can have."""
    if source.value("game") in BUILT_IN:
        raise source.complaint(name, value, "no components, because this game has its own source of luck")
    return int(integer(0, MOST_OPENINGS)(source, name, value))


CLOCK: Final = table(
    Clock,
    bank_ms=integer(1, MOST_MS),
    increment_ms=integer(0, MOST_MS),
    startup_ms=integer(1, MOST_MS),
    timing=one_of(*TIMINGS),
    keep_times=flag,
)
LIMITS: Final = table(Limits, memory_mb=integer(1, MOST_MB), processes=integer(1, MOST_PROCESSES))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The keys of a league file that are also attributes of its league."""

    game: str = key(game)
    """The game that is played: the key of a game, or the path of its file."""
    name: str = key(folder_name)
    """The league's name; results are kept in `results/NAME`. Default: the file's name."""
    edition: str = key(edition)
    """The edition of the rules. Default: the game's first."""
    seats: int = key(seats)
    """How many bots play in a match. Default: the most that the game allows."""
    components: str = key(components)
    """A file of component data of your own, as TOML, such as another point table. Default: the game's."""
    openings: int | None = key(openings, None)
    """How many first actions the deal's luck chooses, in a game without other luck. Default: as the game says."""
    schedule: str = key(one_of(*SCHEDULES), ROUND_ROBIN)
    """The kind of schedule, which decides which bots meet, and in what order."""
    rounds: int = key(integer(1, MOST_SAID), 0)
    """How many rounds are played, for schedules that count rounds: `round-robin` and `swiss`."""
    blocks: int = key(integer(1, MOST_SAID), 0)
    """How many blocks are played, for schedules that do not count rounds."""
    hero: str = key(text, "")
    """The bot that sits at every table of a `gauntlet`."""
    seed: int | None = key(integer(0, MOST_SEED), None)
    """Decides all luck, so that the same deals come again. Default: drawn when the league is founded."""
    seatings: str = key(one_of(*SEATINGS), SEATINGS[0])
    """`square`: each bot of a table has each seat once; `all`: every order of the table's bots."""
    clock: Clock = key(CLOCK, Clock())
    """How much time the bots have to think."""
    until: Until | None = key(goal, None)
    """The goal of the league, which ends when the goal is reached. Default: everything is played."""
    sandbox: str = key(one_of(*LEVELS), AUTO)
    """How far bots are confined; `auto`: as far as this machine can."""
    limits: Limits = key(LIMITS, Limits())
    """What each bot may use of the machine."""
    build_network: str = key(one_of(*NETWORKS), REGISTRIES)
    """What builds may reach if they are confined: `registries` of packages, or `none`."""
