"""The league files of a server's ladders, which submitted bots join."""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.building.field import house_bots_of
from arena.files.folders import making_folder
from arena.games.outside_games import find_game_named
from arena.games.registry import BUILT_IN, find_game
from arena.tournament.place import Place
from leaderboards.store.places.files import FILE

LADDERS: Final = "ladders"
"""The folder with the ladders' league files, in the folder of the service."""
RESULTS: Final = "results"
"""The folder of results; each ladder has a folder of its name in it, with its store."""
FINALS: Final = "finals"
"""The folder of finals, in the folder of the service; each final has a folder with its bots."""
CHALLENGES: Final = "challenges"
"""The folder of challenges, in the folder of the service; each challenge has a folder with its bots and results."""
LEAGUE_FILE: Final = "league.toml"
ENDING: Final = ".toml"
ANY_GAME: Final = "random"
"""The name of a house bot that plays any game."""


def ladder_files(folder: Path) -> list[Path]:
    """The league files of all ladders of a service, in order of name."""
    return sorted((folder / LADDERS).glob(f"*{ENDING}"))


def final_files(folder: Path) -> list[Path]:
    """The league files of all finals of a service, in order of name."""
    return sorted((folder / FINALS).glob(f"[!.]*/{LEAGUE_FILE}"))


def is_contest(file: Path) -> bool:
    """Whether a league file is that of a final or a challenge: a league with its own bots and a last match."""
    return file.parent.parent.name in (FINALS, CHALLENGES)


def is_challenge(file: Path) -> bool:
    """Whether a league file is that of a challenge."""
    return file.parent.parent.name == CHALLENGES


def name_of(file: Path) -> str:
    """The name of the ladder or contest with this league file."""
    return file.parent.name if is_contest(file) else file.stem


def place_of(service: Path, league: str) -> Place:
    """The place where the results of a ladder or a final of this name are stored."""
    return _place_in(service / RESULTS / league)


def place_at(service: Path, file: Path) -> Place:
    """The place where the results of the ladder or contest with this league file are stored."""
    return _place_in(file.parent / RESULTS) if is_challenge(file) else place_of(service, name_of(file))


def _place_in(folder: Path) -> Place:
    return Place(folder, str(folder / FILE), str(folder))


def gates(folder: Path) -> dict[str, str]:
    """The address of the gate of each ladder for remote bots, by ladder; skips files that cannot be read."""
    found = {}
    for file in ladder_files(folder):
        with suppress(OSError, ValueError):
            gate = tomllib.loads(file.read_text("utf-8")).get("gate")
            if isinstance(gate, str) and gate:
                found[file.stem] = gate
    return found


def load_game(file: Path) -> None:
    """Loads the game that a ladder's or contest's file names; raises ArenaError [bad-game], [unknown-game].

    Ignores a file that cannot be read: the process that plays it reports that.
    """
    with suppress(OSError, ValueError):
        game = tomllib.loads(file.read_text("utf-8")).get("game")
        if isinstance(game, str):
            find_game_named(game, file.parent)


def make_ladders(folder: Path) -> None:
    """Writes a ladder file for each built-in game, unless the folder of ladders exists already, even if it is empty."""
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
