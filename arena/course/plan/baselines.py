"""Reads the baselines of a course, the bots that students should beat: house bots, or bots that the course provides."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final

from arena.building.house import MANIFEST, house_bot_names
from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest
from arena.building.manifest_file import read_manifest_file
from arena.building.outside_files import wishes
from arena.errors import ArenaError
from arena.files.keys import Source, integer, key, tables, text
from arena.files.text_files import suggestion
from arena.lookalikes import look_alike, looks

MOST_POINTS: Final = 10_000
NOWHERE: Final = Path("/nowhere")
"""A folder that does not exist, given to `find_manifest` so that it finds only house bots."""


def house_bot(source: Source, name: str, value: object) -> str:
    """Reads the name of a house bot, a bot that comes with the arena and that students therefore also have at home.

    Raises ArenaError if the value does not name a house bot, or if that bot plays another game.
    """
    said = text(source, name, value)
    if said not in house_bot_names():
        hint = suggestion(said, sorted(house_bot_names()))
        raise ArenaError(source.code, f"{source.place(name)} is {said!r}; expected the name of a house bot", hint)
    try:
        demand_game(read_manifest(find_manifest(said, NOWHERE)), source.value("game"))
    except ArenaError as error:
        raise _refusal(source, name, said, error) from error
    return said


def own_bot(source: Source, name: str, value: object) -> Manifest:
    """Reads the path of a bot in the course's folder, and returns the bot's manifest.

    Raises ArenaError if the bot is invalid, plays another game, needs anything outside its folder or is named like a
    house bot.
    """
    said = text(source, name, value)
    folder = _own_folder(source, name, said)
    try:
        bot = read_manifest(folder / MANIFEST)
        demand_game(bot, source.value("game"))
    except ArenaError as error:
        raise _refusal(source, name, said, error) from error
    for wish in wishes(bot):
        hint = f"copy the files that the bot needs into {bot.folder}"
        raise ArenaError(source.code, f"{source.place(name)} is {said!r}; {wish.sentence(bot.name)}", hint)
    if house := house_bot_like(bot.name):
        raise _named(source, name, bot, f"has the name {bot.name!r}, which looks like the house bot {house}")
    return bot


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """A bot that students should beat."""

    bot: str = key(house_bot, "")
    """The name of a house bot. Default: the baseline is one of the course's own bots, given by `manifest`."""
    manifest: Manifest | None = key(own_bot, None)
    """The manifest of a bot that the course itself provides.

    In the course file, the value is the bot's path relative to the course's folder.
    """
    points: int = key(integer(0, MOST_POINTS))
    """The points that a bot gets if it is surely stronger than the baseline."""

    @property
    def name(self) -> str:
        """The baseline's name in grades: `bot` for a house bot; the name in bot.toml for a bot of the course."""
        return self.manifest.name if self.manifest else self.bot

    def at_table(self) -> str:
        """The name under which the baseline plays: the name in its bot.toml."""
        return (self.manifest or read_manifest(find_manifest(self.bot, NOWHERE))).name


def baselines(source: Source, name: str, value: object) -> tuple[Baseline, ...]:
    """Reads a list of baselines.

    Raises ArenaError if a baseline has neither `bot` nor `manifest`, or has both, or if two names look alike.
    """
    if value == []:
        return ()
    found: tuple[Baseline, ...] = tables(Baseline)(source, name, value)
    for at, one in enumerate(found):
        if one.bot and one.manifest:
            expected = (
                "no key manifest together with the key bot: a baseline is either a house bot or a bot of the course"
            )
            raise source.complaint(f"{name}[{at}].manifest", str(one.manifest.folder), expected)
        if not (one.bot or one.manifest):
            expected = (
                "the name of a house bot, or instead the key manifest with the path of a bot in the course's folder"
            )
            raise source.complaint(f"{name}[{at}].bot", None, expected, '"random"')
        if any(look_alike(one.name, other.name) for other in found[:at]):
            raise source.complaint(name, one.name, "baselines with different names that do not look alike")
    return found


def house_bot_like(name: str) -> str:
    """Returns the name of the house bot that people could confuse with a bot of this name; empty if none is similar."""
    known = _house_looks()
    return next((known[look] for look in sorted(looks(name)) if look in known), "")


@cache
def _house_looks() -> dict[str, str]:
    """The names of house bots, by each skeleton of the name (see `looks`).

    A bot is listed under its name in course files and under its name in bot.toml.
    """
    found = house_bot_names()
    names = sorted({*found, *(read_manifest_file(path)[0].name for path in found.values())})
    return {look: name for name in names for look in looks(name)}


def _own_folder(source: Source, name: str, said: str) -> Path:
    """Returns the folder of a bot, given by its path relative to the course's folder.

    Raises ArenaError if the bot's folder contains no bot or lies outside the course's folder.
    """
    parts, home = PurePosixPath(said), source.path.parent
    if "\\" in said or parts.is_absolute() or ".." in parts.parts:
        expected = "a path inside the course's folder, relative to this folder, with / between its parts"
        raise source.complaint(name, said, expected, '"staff/easy"')
    folder = home / (parts.parent if parts.name == MANIFEST else parts)
    if not (folder / MANIFEST).is_file():
        house = said in house_bot_names()
        raise ArenaError(
            source.code,
            f"{source.place(name)} is {said!r}; expected the path, relative to the course's folder, of a "
            f"folder that contains a {MANIFEST}",
            f'to use the house bot, write bot = "{said}" instead'
            if house
            else f"correct the path, or make a bot in this folder with arena init {folder}",
        )
    if home.resolve() not in folder.resolve().parents:
        expected = "a folder inside the course's folder that contains only the bot, without links to other places"
        raise source.complaint(name, said, expected, '"staff/easy"')
    return folder


def _refusal(source: Source, name: str, said: str, error: ArenaError) -> ArenaError:
    return ArenaError(source.code, f"{source.place(name)} is {said!r}; {error.message}", error.hint)


def _named(source: Source, name: str, bot: Manifest, why: str) -> ArenaError:
    hint = f"give the bot another name in {bot.folder / MANIFEST}"
    return ArenaError(source.code, f"{source.place(name)} is a bot that {why}", hint)
