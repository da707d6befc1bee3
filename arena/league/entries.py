"""Reads the bots of a league file; each entry of the file names a bot's folder, a house bot or a remote bot."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest, remote_bot
from arena.building.manifest_file import LONGEST_NAME
from arena.building.outside_files import wishes
from arena.errors import ArenaError
from arena.files.keys import Source, called, flag, key, tables, text, texts


def shared_folders(source: Source, name: str, value: object) -> tuple[Path, ...]:
    """Reads the value of a key: paths of folders that bots may see besides their own. Relative paths start at the
    league file's folder. Raises ArenaError if a folder does not exist.
    """
    said = texts(source, name, value)
    folders = tuple(source.path.parent / path for path in said)
    for path, folder in zip(said, folders, strict=True):
        if not folder.is_dir():
            raise source.complaint(name, path, "paths of folders that are there, from the league file's")
    return folders


def placed(source: Source, name: str, value: object) -> Manifest:
    """Reads the value of a key: the path of a bot or the name of a house bot. Returns the bot's manifest.

    Raises ArenaError. Unless the bot.toml itself is faulty, the error gives the entry's place in the league file.
    """
    said = text(source, name, value)
    place = f"{source.place(name)} is {said!r}"
    try:
        manifest = find_manifest(said, source.path.parent, source.value("game"))
    except ArenaError as error:
        hint = f"paths are relative to the league file's folder; {error.hint}"
        raise ArenaError(error.code, f"{place}; {error.message}", hint) from error
    bot = read_manifest(manifest)
    for wish in wishes(bot, source.value("shared")):
        raise ArenaError(
            source.code,
            f"{place}; {wish.sentence(bot.name)}",
            f"copy {wish.path}, or the files in it that the bot needs, into {bot.folder}; or name a folder that "
            f"contains it in the key 'shared' of {source.path}: every bot may read the folders that this key names",
        )
    try:
        demand_game(bot, source.value("game"))
    except ArenaError as error:
        raise ArenaError(error.code, f"{place}; {error.message}", error.hint) from error
    return bot


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of a league file; it names one bot."""

    remote: str = key(called(LONGEST_NAME), "")
    """The name of a remote bot, which runs on its owner's machine; empty if the bot is started here."""
    manifest: Manifest | None = key(placed, None)
    """The bot, which the file names by its folder, its bot.toml or the name of a house bot; None for a remote bot."""
    optional: bool = key(flag, default=False)
    """Whether the bot is left out of the league, without an error, if programs that the bot needs are not installed."""


class Bots(NamedTuple):
    """The bots that a league file lists, read and checked."""

    present: tuple[Manifest, ...]
    """The bots that play, sorted by name."""
    left_out: tuple[str, ...]
    """One sentence for each optional bot that was left out, with the reason; empty if all optional bots play."""
    shown: tuple[str, ...]
    """One sentence for each path that a bot sees outside its own folder; empty if there are no such paths."""

    def remote(self) -> bool:
        """Whether at least one of the bots is remote."""
        return any(bot.remote() for bot in self.present)


def listed(source: Source, name: str, value: object) -> Bots:
    """Reads the value of a key: the entries of a league file. Returns the bots that the entries name."""
    bots: dict[str, Manifest] = {}
    places: dict[str, str] = {}
    left_out: list[str] = []
    for number, entry in enumerate(tables(Entry)(source, name, value)):
        place = f"{name}[{number}].{'remote' if entry.remote else 'manifest'}"
        bot = _bot(entry, source, place)
        if entry.optional and (missing := bot.missing()):
            left_out.append(f"{bot.name} is left out: it needs {' and '.join(missing)}")
            continue
        if bot.name in bots:
            said, hint = _named_alike(bots[bot.name], places[bot.name], bot, place)
            raise source.refusal(said, hint)
        bots[bot.name], places[bot.name] = bot, place
    present = tuple(bots[name] for name in sorted(bots))
    shown = (wish.sentence(bot.name) for bot in present if not bot.remote() for wish in wishes(bot))
    return Bots(present, tuple(left_out), tuple(shown))


def _bot(entry: Entry, source: Source, place: str) -> Manifest:
    if not entry.remote:
        if entry.manifest is None:
            raise source.complaint(place, None, "the path of a bot, or the name of a house bot")
        return entry.manifest
    if entry.manifest or entry.optional:
        said = "manifest" if entry.manifest else "optional"
        raise source.refusal(f"{place} is {entry.remote!r}, and {said} is there, too", f"remove {said}, or remote")
    return remote_bot(entry.remote)


def _named_alike(first: Manifest, first_place: str, second: Manifest, place: str) -> tuple[str, str]:
    """Returns the message and the hint of the error for two bots with the same name; `first_place` and `place` are the
    bots' places in the league file.
    """
    if first.folder == second.folder and not first.remote():
        return (
            f"{place} is the same bot as {first_place}: {_told(second)}",
            "remove one of them; two versions of a bot need a folder and a name each",
        )
    own = [bot for bot in (first, second) if not bot.in_house() and not bot.remote()]
    renamed = _told(own[0]) if len(own) == 1 else "one of them"
    return (
        f"{place}: two bots are named {first.name!r}: {_told(first)} and {_told(second)}",
        f"give {renamed} another name in its bot.toml" if own else "give one of them another name",
    )


def _told(bot: Manifest) -> str:
    """Returns words for an error message that name a bot's origin: a remote machine, the house bots, or a folder."""
    if bot.remote():
        return "one that is remote"
    return f"the house bot {bot.name}" if bot.in_house() else str(bot.folder)
