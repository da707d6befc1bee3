"""`arena list`: lists games, house bots and schedules."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import click

from arena.building.house import house_bot_names
from arena.building.manifest_file import missing_programs, read_manifest_file
from arena.errors import ArenaError
from arena.games.registry import GAMES
from arena.league.schedules.registry import SCHEDULES
from arena.text import json_text, one_line

COLUMN: Final = 24


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A house bot, with the values that `arena list` prints about it."""

    name: str
    language: str
    games: tuple[str, ...]
    """The keys of the games that the bot can play."""
    problem: str
    """The reason why the bot cannot be built or run on this machine; empty if it can."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON instead of text.")
def list(*, as_json: bool) -> None:  # noqa: A001  # the command has the name of the function
    """Print the games, their editions, house bots, and schedules.

    For each game, the output has its key, its title, how many bots can play, and its editions (variants of the
    rules); the first edition is the default. Only the games that come with the arena are listed; arena games also
    lists those of installed packages.

    For each house bot (a bot that comes with the arena), the output has its name, its language, its games, and what
    this machine lacks to build or run it. For each schedule (a way to choose the matches of a league), the output has
    its name, and the keys that a league file with this schedule may have.
    """
    bots = [_house_bot(name, path) for name, path in house_bot_names().items()]
    (_print_json if as_json else _print)(bots)


def _house_bot(name: str, path: Path) -> HouseBot:
    try:
        manifest, _ = read_manifest_file(path)
    except ArenaError as error:
        return HouseBot(name, "unknown", (), error.message)
    missing = " and ".join(missing_programs(manifest, path.parent))
    return HouseBot(name, manifest.language, manifest.games or tuple(GAMES), missing and f"lacks {missing}")


def _print(bots: Iterable[HouseBot]) -> None:
    click.echo("games, each with its editions; the first is the default")
    for key, (info, *_) in GAMES.items():
        _say(key, f"{info.title}, {info.seat_numbers()} bots")
        for edition, phrase in zip(info.editions, info.phrases, strict=True):
            _say(f"  {edition}", phrase)
    click.echo("\nhouse bots")
    for bot in bots:
        plays = "any game" if set(bot.games) == set(GAMES) else ", ".join(bot.games)
        _say(bot.name, f"{bot.language:<10}  {plays:<10}  {bot.problem}")
    click.echo("\nschedules, with the keys each takes")
    for name, kind in SCHEDULES.items():
        _say(name, ", ".join(kind.keys))


def _print_json(bots: Iterable[HouseBot]) -> None:
    games = [
        {
            "key": key,
            "title": info.title,
            "rules_version": info.rules_version,
            "seats": [*info.seats],
            "editions": dict(zip(info.editions, info.phrases, strict=True)),
        }
        for key, (info, *_) in GAMES.items()
    ]
    schedules = {name: kind.keys for name, kind in SCHEDULES.items()}
    listed = {"games": games, "bots": [asdict(bot) for bot in bots], "schedules": schedules}
    click.echo(json_text(listed))


def _say(name: str, text: str) -> None:
    click.echo(one_line(f"  {name:<{COLUMN}}  {text}".rstrip()))
