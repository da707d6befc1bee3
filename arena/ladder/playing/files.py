"""The league files of a server's ladders, which submitted bots join."""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.building.field import house_bots_of
from arena.files.folders import making_folder
from arena.games.finding import find_game_named
from arena.games.registry import BUILT_IN, find_game
from arena.tournament.place import Place
from leaderboards.store.places.files import FILE

LADDERS: Final = "ladders"
"""The folder of the ladders' files, in the folder of the service."""
RESULTS: Final = "results"
"""The folder in which each ladder has its store, in a folder of its name."""
FINALS: Final = "finals"
"""The folder of the finals, each a folder with its bots, in the folder of the service."""
CHALLENGES: Final = "challenges"
"""The folder of the challenges, each a folder with its bots and results, in the folder of the service."""
LEAGUE_FILE: Final = "league.toml"
ENDING: Final = ".toml"
ANY_GAME: Final = "random"
"""A house bot that plays any game."""


def ladder_files(folder: Path) -> list[Path]:
    """The files of all ladders, in order of name."""
    return sorted((folder / LADDERS).glob(f"*{ENDING}"))


def final_files(folder: Path) -> list[Path]:
    """The files of all finals, in order of name."""
    return sorted((folder / FINALS).glob(f"[!.]*/{LEAGUE_FILE}"))


def is_contest(file: Path) -> bool:
    """Whether this is the file of a final or a challenge: a league that has its own bots, and ends."""
    return file.parent.parent.name in (FINALS, CHALLENGES)


def is_challenge(file: Path) -> bool:
    """Whether this is the file of a challenge."""
    return file.parent.parent.name == CHALLENGES


def name_of(file: Path) -> str:
    """The name of the results of a ladder or a contest, given its file."""
    return file.parent.name if is_contest(file) else file.stem


def place_of(service: Path, league: str) -> Place:
    """The place of the results of a ladder or a final."""
    return _place_in(service / RESULTS / league)


def place_at(service: Path, file: Path) -> Place:
    """The place of the results of a ladder or a contest, given its file."""
    return _place_in(file.parent / RESULTS) if is_challenge(file) else place_of(service, name_of(file))


def _place_in(folder: Path) -> Place:
    return Place(folder, str(folder / FILE), str(folder))


def gates(folder: Path) -> dict[str, str]:
    """By ladder for remote bots: the address of the gate to which they connect; skips files that cannot be read."""
    found = {}
    for file in ladder_files(folder):
        with suppress(OSError, ValueError):
            gate = tomllib.loads(file.read_text("utf-8")).get("gate")
            if isinstance(gate, str) and gate:
                found[file.stem] = gate
    return found


def load_game(file: Path) -> None:
    """Loads the game of a ladder or a contest in this process; raises ArenaError [bad-game], [unknown-game].

    Ignores a file that cannot be read: the process that plays it reports that.
    """
    with suppress(OSError, ValueError):
        game = tomllib.loads(file.read_text("utf-8")).get("game")
        if isinstance(game, str):
            find_game_named(game, file.parent)


def make_ladders(folder: Path) -> None:
    """Makes a ladder for each of the two large games, unless the folder of ladders exists already, even if empty."""
    if (folder / LADDERS).exists():
        return
    with making_folder(folder / LADDERS, 0o700) as draft:
        for game in BUILT_IN:
            (draft / f"{game}{ENDING}").write_text(_text(game), "utf-8")


def _text(game: str) -> str:
    bots = [*(bot.name for bot in house_bots_of(game)), ANY_GAME]
    lines = [
        "# A ladder of this server: bots that are handed in and play this game join the house bots named here.",
        "# Keys are those of league files, docs/leagues.md; a file with another edition is another ladder.",
        "",
        f'game = "{game}"',
        f"seats = {min(max(find_game(game).info.seats), len(bots))}",
        *(line for name in bots for line in ("", "[[bots]]", f'manifest = "{name}"')),
    ]
    return "\n".join(lines) + "\n"
