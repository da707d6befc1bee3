"""The league files of a server's ladders, finals and challenges, and the places of their results."""

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
"""The name of the folder with the ladders' league files, inside the folder of the service."""
RESULTS: Final = "results"
"""The name of the folders of results.

The folder of the service has one, with a folder for each ladder and final. The folder of each challenge has its own.
"""
FINALS: Final = "finals"
"""The name of the folder of finals, inside the folder of the service.

It contains a folder for each final, with the final's league file and bots.
"""
CHALLENGES: Final = "challenges"
"""The name of the folder of challenges, inside the folder of the service.

It contains one folder for each challenge, with the bots and results of the challenge.
"""
LEAGUE_FILE: Final = "league.toml"
ENDING: Final = ".toml"
ANY_GAME: Final = "random"
"""The name of a bot that comes with the arena and plays any game."""


def ladder_files(folder: Path) -> list[Path]:
    """Returns the league files of all ladders of a service, in order of name."""
    return sorted((folder / LADDERS).glob(f"*{ENDING}"))


def final_files(folder: Path) -> list[Path]:
    """Returns the league files of all finals of a service, in order of name."""
    return sorted((folder / FINALS).glob(f"[!.]*/{LEAGUE_FILE}"))


def is_contest(file: Path) -> bool:
    """Returns whether a league file belongs to a final or a challenge, which are leagues with fixed bots and a fixed
    number of matches.
    """
    return file.parent.parent.name in (FINALS, CHALLENGES)


def is_challenge(file: Path) -> bool:
    """Returns whether a league file belongs to a challenge."""
    return file.parent.parent.name == CHALLENGES


def name_of(file: Path) -> str:
    """Returns the name of the ladder or contest with this league file."""
    return file.parent.name if is_contest(file) else file.stem


def place_of(service: Path, league: str) -> Place:
    """Returns the place where the results of a ladder or a final of this name are stored."""
    return _place_in(service / RESULTS / league)


def place_at(service: Path, file: Path) -> Place:
    """Returns the place where the results of the ladder or contest with this league file are stored."""
    return _place_in(file.parent / RESULTS) if is_challenge(file) else place_of(service, name_of(file))


def _place_in(folder: Path) -> Place:
    return Place(folder, str(folder / FILE), str(folder))


def gates(folder: Path) -> dict[str, str]:
    """Returns the address of the gate for each ladder of remote bots, by the ladder's name.

    A gate is the server to which remote bots connect. Ladder files that cannot be read are skipped.
    """
    found = {}
    for file in ladder_files(folder):
        with suppress(OSError, ValueError):
            gate = tomllib.loads(file.read_text("utf-8")).get("gate")
            if isinstance(gate, str) and gate:
                found[file.stem] = gate
    return found


def load_game(file: Path) -> None:
    """Loads the game named in the file of a ladder or contest; raises ArenaError [bad-game], [unknown-game].

    Ignores a file that cannot be read, because the process that plays it reports the error.
    """
    with suppress(OSError, ValueError):
        game = tomllib.loads(file.read_text("utf-8")).get("game")
        if isinstance(game, str):
            find_game_named(game, file.parent)


def make_ladders(folder: Path) -> None:
    """Writes the league file of one ladder for each built-in game; does nothing if the folder of ladders exists
    already, even if it is empty.
    """
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
