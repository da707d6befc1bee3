"""Completes names of bots, editions and results in a shell."""

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from arena.building.house import house_bot_names
from arena.building.manifest_file import read_manifest_file
from arena.errors import ArenaError
from arena.games.registry import GAMES

FOLDERS = CompletionItem("", type="dir")
"""A completion that makes the shell offer folders if no other completion fits."""


def complete_bots(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Returns completions for a bot: folders and house bots. If the command line names a game, house bots that do not
    play it are left out.
    """
    game = _game(ctx)
    items = []
    for name, path in house_bot_names().items():
        if name.startswith(incomplete):
            try:
                bot = read_manifest_file(path)[0]
            except ArenaError:
                continue  # no command accepts a bot with an invalid manifest
            if game is None or not bot.games or game in bot.games:
                items.append(CompletionItem(name, help=bot.language))
    return [FOLDERS, *items]


def complete_editions(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Returns completions for an edition: the editions of the game on the command line, or of all games if the command
    line names none.
    """
    game = _game(ctx)
    infos = [entry.info for key, entry in GAMES.items() if game in (None, key)]
    return [
        CompletionItem(edition, help=phrase)
        for info in infos
        for edition, phrase in zip(info.editions, info.phrases, strict=True)
        if edition.startswith(incomplete)
    ]


def complete_results(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Returns completions for results: the folders in results/ that contain a league, the newest first. If none fits,
    the shell offers all folders.
    """
    found = [path for path in Path("results").glob("*/league.db") if str(path.parent).startswith(incomplete)]
    found.sort(key=lambda path: -path.stat().st_mtime)
    return [FOLDERS, *(CompletionItem(str(path.parent)) for path in found)]


def _game(ctx: click.Context) -> str | None:
    """Returns the key of the game that the command line names; None if it names no game.

    Also searches `ctx.args`: click leaves all arguments there while the user completes the value of an option.
    """
    return next((word for word in (ctx.params.get("game"), *ctx.args) if word in GAMES), None)
