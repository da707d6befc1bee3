"""Groups of commands that list the commands in a fixed order, and suggest a name for a misspelt command."""

import click

from arena.files.text_files import suggestion


class InOrder(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        """Returns the names of the commands, in the order in which they were added."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of this name; if there is none, ends with an error that suggests a similar name.

        While a shell completes a line, it returns None instead, because completion must not end with an error.
        """
        names = self.list_commands(ctx)
        if cmd_name not in names and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {cmd_name!r}; {suggestion(cmd_name, names)}")
        return self.commands.get(cmd_name)
