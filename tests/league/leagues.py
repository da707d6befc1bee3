"""Leagues for tests: league files with small bots next to them, and League objects without files."""

from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.games.registry import shipped_components
from arena.league.league import League
from arena.league.league_file import read_league

UNCONFINED: Final = 'sandbox = "none"\n'
"""The line of a league file that turns off the sandbox, for tests that do not concern it."""
LEAGUE: Final = f'game = "verraeter"\nseats = 3\nrounds = 2\nseed = 7\n{UNCONFINED}'
CONFINING: Final = ("check", "compare", "play", "playback", "serve")
"""The commands that confine bots unless an option says otherwise."""


def unconfined(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the arguments of a command; adds the option that leaves bots unconfined, unless the arguments have an
    option for the sandbox already.
    """
    says = arguments[:1] not in {(command,) for command in CONFINING} or "--sandbox" in arguments
    return arguments if says else (*arguments, "--sandbox", "none")


def write_bot(folder: Path, name: str, extra: str = "") -> Path:
    """Writes a bot, with a program that does not play, into a folder with the bot's name; returns the path of the bot's
    manifest.
    """
    bot = folder / name
    bot.mkdir()
    (bot / "bot.py").write_text("print('hello')\n")
    manifest = bot / "bot.toml"
    manifest.write_text(f'name = "{name}"\ncommand = ["{{python}}", "bot.py"]\n{extra}')
    return manifest


def bot_entries(*references: str) -> str:
    """Returns the `[[bots]]` entries of a league file for these bots."""
    return "".join(f'[[bots]]\nmanifest = "{reference}"\n' for reference in references)


def write_league(
    folder: Path, head: str = LEAGUE, bots: tuple[str, ...] = ("ann", "ben", "cid"), tail: str = ""
) -> Path:
    """Writes a league file with bots in folders next to it, and makes the bots that do not exist yet; returns the
    file's path.
    """
    for name in bots:
        if not (folder / name).exists():
            write_bot(folder, name)
    path = folder / "cup.toml"
    path.write_text(head + bot_entries(*bots) + tail)
    return path


def refusal(path: Path) -> ArenaError:
    """Returns the error that reading this league file raises."""
    try:
        read_league(path)
    except ArenaError as error:
        return error
    raise AssertionError(f"{path} is accepted")


def manifest_refusal(path: Path) -> ArenaError:
    """Returns the error that reading this manifest raises."""
    try:
        read_manifest(path)
    except ArenaError as error:
        return error
    raise AssertionError(f"{path} is accepted")


def league_of(
    *names: str, seats: int = 3, rounds: int = 2, seed: int = 7, seatings: str = "square", name: str = "cup"
) -> League:
    """Returns a league with bots that have names but no programs."""
    bots = tuple(
        Manifest(
            name=bot,
            version="1",
            author="nobody",
            command=("true",),
            folder=Path("/nowhere"),
            content_hash=bot.encode().ljust(16, b"."),
        )
        for bot in names
    )
    return League(
        name=name,
        game="verraeter",
        edition="official",
        seats=seats,
        rounds=rounds,
        seed=seed,
        seatings=seatings,
        components=shipped_components("verraeter"),
        bots=bots,
    )
