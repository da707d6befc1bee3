"""The keys of a league file that become settings of the league, one line for each key."""

from dataclasses import dataclass
from typing import Final

from arena.building.builds.build_limits import NETWORKS, REGISTRIES
from arena.errors import ArenaError
from arena.files.keys import Source, flag, integer, key, one_of, table, text
from arena.files.text_files import read_text
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
"""The values of the key `recall`: a bot may remember all that its process saw of a deal, or nothing."""
MOST_SAID: Final = 1_000_000
"""The maximum number of rounds or blocks that a league file may request."""
MOST_ROUNDS: Final = 1_000_000_000
"""The number of rounds or blocks of a league that has no end, or whose length is unknown. No run reaches it, and no
code may allocate memory for so many blocks.
"""
MOST_MS: Final = 86_400_000
MOST_MB: Final = 1_000_000
MOST_PROCESSES: Final = 100_000
MOST_SEED: Final = (1 << 128) - 1
LONGEST_NAME: Final = 60


def folder_name(source: Source, name: str, value: object) -> str:
    """Reads the value of a key: the name of the league, which is also the name of its folder of results. Default: the
    league file's name without its ending.
    """
    said = source.path.stem if value is None else text(source, name, value)
    fit = all(character.isalnum() or character in "-_." for character in said) and not said.startswith(".")
    if not fit or len(said) > LONGEST_NAME:
        expected = (
            f"at most {LONGEST_NAME} characters: letters, digits, - _ and . (results are kept in a folder of this name)"
        )
        raise source.complaint(name, said, expected)
    return said


def game(source: Source, name: str, value: object) -> str:
    """Reads the value of a key: a game, which the file names by its key or by the path of its file. Returns the game's
    key.
    """
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
    """Reads the value of a key: an edition of the league's game. Default: the game's first edition."""
    known = _game(source).editions
    return known[0] if value is None else one_of(*known)(source, name, value)


def seats(source: Source, name: str, value: object) -> int:
    """Reads the value of a key: a number of seats that the game allows. Default: the largest such number."""
    fitting = _game(source).seats
    return fitting[-1] if value is None else integer(fitting[0], fitting[-1])(source, name, value)


def _game(source: Source) -> GameInfo:
    return find_game(source.value("game")).info


def components(source: Source, name: str, value: object) -> str:
    """Reads the value of a key: the path of a TOML file with component data for the game. Returns the file's text.
    Default: if the key `openings` is set, data with this number of openings, else the game's own data.
    """
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
    """Reads the value of a key: the goal that ends a league early, as a text such as "top 3 apart at 95 %"."""
    said = text(source, name, value)
    found = parse_until(said)
    if found is None:
        raise source.complaint(name, said, '"top N apart at P %", P from 50 to 99.9')
    return found


def openings(source: Source, name: str, value: object) -> int:
    """Reads the value of a key: the number of random first actions that each deal draws. Raises ArenaError with the
    code of `source` if the game is in BUILT_IN, because the deals of these games are random in other ways.
    """
    if source.value("game") in BUILT_IN:
        raise source.complaint(name, value, "no openings, because the deals of this game are random in other ways")
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
    """The keys of a league file that are also attributes of the league made from it."""

    game: str = key(game)
    """The game that is played, given by its key or by the path of its file."""
    name: str = key(folder_name)
    """The league's name; results are stored in `results/NAME`. Default: the file's name without its ending."""
    edition: str = key(edition)
    """The edition of the rules. Default: the game's first edition."""
    seats: int = key(seats)
    """The number of bots in a match. Default: the largest number that the game allows."""
    components: str = key(components)
    """A TOML file with your own component data, such as another point table. Default: the game's data."""
    openings: int | None = key(openings, None)
    """The number of first actions that are drawn at random, for a game that has no other random element. Default: the
    number that the game itself states.
    """
    schedule: str = key(one_of(*SCHEDULES), ROUND_ROBIN)
    """The kind of schedule, which decides which bots play together, and in what order."""
    rounds: int = key(integer(1, MOST_SAID), 0)
    """The number of rounds, for schedules that count rounds: `round-robin` and `swiss`."""
    blocks: int = key(integer(1, MOST_SAID), 0)
    """The number of blocks, for schedules that do not count rounds; a block is the matches of one table of bots with
    one deal.
    """
    hero: str = key(text, "")
    """The bot that plays in every match of a `gauntlet`."""
    seed: int | None = key(integer(0, MOST_SEED), None)
    """The seed of all random values; the same seed gives the same deals again. Default: drawn at random when the league
    is first played.
    """
    seatings: str = key(one_of(*SEATINGS), SEATINGS[0])
    """The orders in which the bots of a table are seated. `square`: each bot has each seat once; `all`: every possible
    order.
    """
    clock: Clock = key(CLOCK, Clock())
    """The limits on the bots' thinking time."""
    until: Until | None = key(goal, None)
    """The goal at which the league ends early. Default: no goal, so that all matches are played."""
    sandbox: str = key(one_of(*LEVELS), AUTO)
    """The level of confinement of the bots; `auto` means the highest level that this machine supports."""
    limits: Limits = key(LIMITS, Limits())
    """The maximum memory and number of processes that each bot may use."""
    build_network: str = key(one_of(*NETWORKS), REGISTRIES)
    """The network access of builds: `registries` allows all addresses; `none` allows none, and needs a sandbox."""
