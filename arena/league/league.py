"""A league: what is played, by whom, how often; and the file that describes it.

Identities: everything random or named in a league is a hash of what decides it, so the same league file gives the
same deals, seeds and match ids on every machine, whatever the order in which matches are played.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.games.registry import GAMES, create_game, find_game, shipped_components
from arena.league.manifest import Manifest, demand_game, find_manifest, house_bots, read_manifest
from arena.league.reading import Section, read_text
from arena.league.schedules.registry import ROUND_ROBIN, SCHEDULES
from arena.league.until import Until, parse_until
from arena.sandbox.box import UNCONFINED, Box
from arena.sandbox.levels import Level
from arena.sandbox.proving import LEVELS
from arena.transport import Clock
from arena.transport.clock import TIMINGS

SEATINGS: Final = ("square", "all")
MOST_ROUNDS: Final = 1_000_000
MOST_MS: Final = 86_400_000
MOST_SEED: Final = (1 << 63) - 1
BAD_LEAGUE: Final = "bad-league"
LONGEST_NAME: Final = 60
IMPLIED: Final = {"schedule": ROUND_ROBIN, "hero": "none", "timing": TIMINGS[0]}
"""What an identity says by leaving it out, so that leagues older than the key keep their identity."""


@dataclass(frozen=True, slots=True)
class League:
    """Everything a league file says, checked."""

    name: str
    game: str
    edition: str
    seats: int
    rounds: int
    seed: int
    seatings: str
    """`square`: each bot of a table has each seat once; `all`: every order of the table's bots."""
    clock: Clock
    components: str
    """The game's component data, TOML text."""
    bots: tuple[Manifest, ...]
    """In order of name, whatever their order in the file."""
    schedule: str = ROUND_ROBIN
    blocks: int = 0
    """How many are played, where the schedule does not count in rounds."""
    hero: str = ""
    """The bot that sits at every table of a gauntlet."""
    until: Until | None = None
    """What the league is played for; it ends when that is known."""
    left_out: tuple[str, ...] = ()
    """Why optional bots are not in it, each in a sentence."""
    sandbox: str = Level.NONE
    """The level at which its bots are to be confined, or `auto`."""
    box: Box = UNCONFINED
    """How they are confined on this machine; see `confinement.py`."""

    def create_game(self) -> Game[Any, Any]:
        """The game with the league's component data."""
        return create_game(self.game, self.components)

    def components_hash(self) -> bytes:
        """16 bytes over the component data."""
        return blake2b(self.components.encode(), digest_size=SEED_BYTES).digest()

    def identity(self) -> dict[str, object]:
        """All that makes results comparable; two leagues that differ in it are two leagues. Rounds may be added.

        What is absent is as IMPLIED says.
        """
        identity: dict[str, object] = {
            "name": self.name,
            "game": self.game,
            "rules_version": find_game(self.game).info.rules_version,
            "edition": self.edition,
            "seats": self.seats,
            "seed": self.seed,
            "seatings": self.seatings,
            "bank_ms": self.clock.bank_ms,
            "increment_ms": self.clock.increment_ms,
            "components": self.components_hash().hex(),
            "bots": {bot.name: bot.content_hash.hex() for bot in self.bots},
        }
        own = {"schedule": self.schedule, "hero": self.hero, "timing": self.clock.timing}
        return identity | {key: value for key, value in own.items() if value and value != IMPLIED[key]}


def derived(size: int, *parts: object) -> bytes:
    """`size` bytes that depend on every part and nothing else; parts are what JSON can hold."""
    return blake2b(json.dumps(parts).encode(), digest_size=size).digest()


def house_league() -> Path:
    """The league file that comes with the arena."""
    return house_bots() / "house-league.toml"


def read_league(path: Path) -> League:
    """The league in a file; raises ArenaError [bad-league] naming the file and the key."""
    section = Section.of_file(path, BAD_LEAGUE)
    game = section.choice("game", list(GAMES))
    info = find_game(game).info
    least, most = info.seats[0], info.seats[-1]
    schedule = section.choice("schedule", list(SCHEDULES), ROUND_ROBIN)
    keys = SCHEDULES[schedule].keys
    bots, left_out = _bots(section.sections("bots"), path, game)
    league = League(
        name=_file_name(section, path),
        game=game,
        edition=section.choice("edition", info.editions, info.editions[0]),
        seats=section.integer("seats", least, most, most),
        rounds=section.integer("rounds", 1, MOST_ROUNDS) if "rounds" in keys else 0,
        seed=section.integer("seed", 0, MOST_SEED),
        seatings=section.choice("seatings", SEATINGS, SEATINGS[0]),
        clock=_clock(section.section("clock")),
        components=_components(section, path, game),
        bots=bots,
        schedule=schedule,
        blocks=section.integer("blocks", 1, MOST_ROUNDS) if "blocks" in keys else 0,
        hero=section.text("hero") if "hero" in keys else "",
        until=_until(section),
        left_out=left_out,
        sandbox=section.choice("sandbox", LEVELS, Level.NONE),
    )
    _refuse_unfit(section, path, schedule)
    section.finish()
    names = [bot.name for bot in league.bots]
    if len(names) < league.seats:
        raise _too_few(league, path, least)
    if league.hero and league.hero not in names:
        raise section.complaint("hero", league.hero, f"the name of one of the bots, {', '.join(names)}")
    if league.until and league.until.top > len(names):
        raise section.complaint("until", league.until.sentence(), f"no more than the {len(names)} bots there are")
    return league


def _too_few(league: League, path: Path, least: int) -> ArenaError:
    names = [bot.name for bot in league.bots]
    left_out = "".join(f"; {sentence}" for sentence in league.left_out)
    fewer = f", or set seats to {len(names)}" if len(names) >= least else ""
    return ArenaError(
        BAD_LEAGUE,
        f"{path}: bots has {len(names)} ({', '.join(names) or 'none'}); "
        f"expected at least {league.seats}, one for each seat{left_out}",
        f"add {league.seats - len(names)} more, each headed [[bots]]{fewer}",
    )


def _until(section: Section) -> Until | None:
    text = section.text("until", "")
    until = parse_until(text)
    if text and until is None:
        raise section.complaint("until", text, '"top N apart at P %", P from 50 to 99.9')
    return until


def _refuse_unfit(section: Section, path: Path, schedule: str) -> None:
    """Complains of keys that belong to other schedules."""
    for key in sorted({key for kind in SCHEDULES.values() for key in kind.keys} - {*SCHEDULES[schedule].keys}):
        if section.take(key) is not None:
            fitting = [name for name, kind in SCHEDULES.items() if key in kind.keys]
            raise ArenaError(
                BAD_LEAGUE,
                f"{path}: {key} does not fit schedule {schedule!r}, which has {' and '.join(SCHEDULES[schedule].keys)}",
                f"remove {key}, or set schedule to {' or '.join(fitting)}",
            )


def _file_name(section: Section, path: Path) -> str:
    name = section.text("name", path.stem)
    fit = all(character.isalnum() or character in "-_." for character in name) and not name.startswith(".")
    if not fit or len(name) > LONGEST_NAME:
        raise section.complaint(
            "name",
            name,
            f"at most {LONGEST_NAME} letters, digits, - _ and . (results are kept in a folder of this name)",
        )
    return name


def _clock(section: Section) -> Clock:
    default = Clock()
    clock = Clock(
        bank_ms=section.integer("bank_ms", 1, MOST_MS, default.bank_ms),
        increment_ms=section.integer("increment_ms", 0, MOST_MS, default.increment_ms),
        startup_ms=section.integer("startup_ms", 1, MOST_MS, default.startup_ms),
        timing=section.choice("timing", TIMINGS, default.timing),
    )
    section.finish()
    return clock


def _components(section: Section, path: Path, game: str) -> str:
    reference = section.text("components", "")
    if not reference:
        return shipped_components(game)
    file = path.parent / reference
    if not file.is_file():
        raise section.complaint("components", reference, "the path of a TOML file, from the league file's folder")
    text = read_text(file, BAD_LEAGUE)
    try:
        create_game(game, text)
    except ArenaError as error:
        raise ArenaError(error.code, f"{file}: {error.message}", error.hint or f"mend {file}") from error
    return text


def _bots(sections: Sequence[Section], path: Path, game: str) -> tuple[tuple[Manifest, ...], tuple[str, ...]]:
    """The bots in order of name, and why others are left out."""
    bots: dict[str, tuple[Manifest, str]] = {}
    left_out: list[str] = []
    for section in sections:
        place = section.place("manifest")
        bot = _bot(section.text("manifest"), path, place, game)
        optional = section.flag("optional")
        section.finish()
        if optional and (missing := bot.missing()):
            left_out.append(f"{bot.name} is left out: it needs {' and '.join(missing)}")
            continue
        if bot.name in bots:
            raise _named_alike(*bots[bot.name], bot, place)
        bots[bot.name] = bot, place
    return tuple(bots[name][0] for name in sorted(bots)), tuple(left_out)


def _bot(reference: str, path: Path, place: str, game: str) -> Manifest:
    """The bot an entry names; a complaint of the path itself, or of the choice, names the entry."""
    try:
        manifest = find_manifest(reference, path.parent)
    except ArenaError as error:
        hint = f"paths count from the league file's folder; {error.hint}"
        raise ArenaError(error.code, f"{place} is {reference!r}; {error.message}", hint) from error
    bot = read_manifest(manifest)
    try:
        demand_game(bot, game)
    except ArenaError as error:
        raise ArenaError(error.code, f"{place} is {reference!r}; {error.message}", error.hint) from error
    return bot


def _named_alike(first: Manifest, first_place: str, second: Manifest, place: str) -> ArenaError:
    if first.folder == second.folder:
        return ArenaError(
            BAD_LEAGUE,
            f"{place} is the same bot as {first_place.rpartition(': ')[2]}: {_told(second)}",
            "remove one of them; two versions of a bot need a folder and a name each",
        )
    own = [bot for bot in (first, second) if not bot.in_house()]
    renamed = _told(own[0]) if len(own) == 1 else "one of them"
    return ArenaError(
        BAD_LEAGUE,
        f"{place}: two bots are named {first.name!r}: {_told(first)} and {_told(second)}",
        f"give {renamed} another name in its bot.toml",
    )


def _told(bot: Manifest) -> str:
    """Where a bot lies, as far as that is a person's business."""
    return f"the house bot {bot.name}" if bot.in_house() else str(bot.folder)
