"""The command `arena` with its subcommands."""

import os
import sys
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from arena import __version__
from arena.cli.command_list import COMMANDS, GROUPS
from arena.cli.compiled import is_compiled
from arena.cli.groups import InOrder
from arena.cli.terminal.errors import complaining
from arena.cli.terminal.streams import guard_streams
from arena.text import without_isolates


class _Arena(InOrder):
    """The group of all commands. It imports a command only when the command is called, and prints an ArenaError that
    the command raises as a sentence.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if group := COMMANDS.get(cmd_name):
            name = cmd_name.replace("-", "_")
            self.add_command(getattr(import_module(f"arena.cli.commands.{group}.{name}"), name))
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # Click's signature
        """Writes the list of commands into the help, each group under its heading."""
        width = max(map(len, COMMANDS))
        for heading, commands in GROUPS.values():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", sentence) for name, sentence in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Returns completions: the commands and options that begin with `incomplete`."""
        commands = [
            CompletionItem(name, help=sentence)
            for group in GROUPS.values()
            for name, sentence in group.commands.items()
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def __call__(self, *arguments: object, **options: object) -> object:
        guard_streams()
        # names copied from a terminal may have invisible isolate characters
        sys.argv[1:] = map(without_isolates, sys.argv[1:])
        os.environ.setdefault("GRPC_VERBOSITY", "ERROR")  # gRPC reads it when loaded; the arena prints errors itself
        with complaining():
            return super().__call__(*arguments, **options)

    def invoke(self, ctx: click.Context) -> object:
        with complaining():
            return super().invoke(ctx)


@click.group(cls=_Arena, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__,
    prog_name="arena",
    message=f"%(prog)s, version %(version)s, {'compiled' if is_compiled() else 'plain Python'}",
)
def main() -> None:
    """Tournaments for game-playing bots.

    Bots are programs in any language. A league is a TOML file. Results are kept in a folder, where anyone can verify
    them.
    """
