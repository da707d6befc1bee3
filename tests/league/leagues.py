"""Leagues for tests: files with small bots beside them, and leagues made of values alone."""

from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.games.registry import shipped_components
from arena.league.league import League
from arena.league.league_file import read_league

UNCONFINED: Final = 'sandbox = "none"\n'
"""For leagues that are about something else: quicker, and the same on every machine."""
LEAGUE: Final = f'game = "verraeter"\nseats = 3\nrounds = 2\nseed = 7\n{UNCONFINED}'
CONFINING: Final = ("check", "compare", "play", "playback", "serve")
"""Commands that confine bots unless they are told otherwise."""


def unconfined(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments of a command that leaves bots unconfined, unless they say how far."""
    says = arguments[:1] not in {(command,) for command in CONFINING} or "--sandbox" in arguments
    return arguments if says else (*arguments, "--sandbox", "none")


def write_bot(folder: Path, name: str, extra: str = "") -> Path:
    """A bot in a folder of its name, which need not work; its manifest."""
    bot = folder / name
    bot.mkdir()
    (bot / "bot.py").write_text("print('hello')\n")
    manifest = bot / "bot.toml"
    manifest.write_text(f'name = "{name}"\ncommand = ["{{python}}", "bot.py"]\n{extra}')
    return manifest


def bot_entries(*references: str) -> str:
    """The `[[bots]]` of a league file."""
    return "".join(f'[[bots]]\nmanifest = "{reference}"\n' for reference in references)


def write_league(
    folder: Path, head: str = LEAGUE, bots: tuple[str, ...] = ("ann", "ben", "cid"), tail: str = ""
) -> Path:
    """A league file with bots beside it, made where they are missing."""
    for name in bots:
        if not (folder / name).exists():
            write_bot(folder, name)
    path = folder / "cup.toml"
    path.write_text(head + bot_entries(*bots) + tail)
    return path


def refusal(path: Path) -> ArenaError:
    """What the reader of a league file says against it."""
    try:
        read_league(path)
    except ArenaError as error:
        return error
    raise AssertionError(f"{path} is accepted")


def manifest_refusal(path: Path) -> ArenaError:
    """What the reader of a manifest says against it."""
    try:
        read_manifest(path)
    except ArenaError as error:
        return error
    raise AssertionError(f"{path} is accepted")


def league_of(
    *names: str, seats: int = 3, rounds: int = 2, seed: int = 7, seatings: str = "square", name: str = "cup"
) -> League:
    """A league whose bots are only names."""
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
