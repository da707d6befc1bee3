"""Command groups that list their commands in a fixed order, and suggest a name for a misspelt command."""

import click

from arena.files.text_files import suggestion


class InOrder(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        """The names of the commands, in the order in which they were added."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command with this name. If there is none, ends with a usage error that suggests a similar name.

        During shell completion, an unknown name gives None instead of an error.
        """
        names = self.list_commands(ctx)
        if cmd_name not in names and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {cmd_name!r}; {suggestion(cmd_name, names)}")
        return self.commands.get(cmd_name)
