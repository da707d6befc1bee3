"""Groups of commands that keep their order and suggest names for misspelt ones."""

import click

from arena.files.text_files import suggestion


class InOrder(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        """The names of the commands, in the order in which they were added."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; fails with a suggestion if there is none.

        Returns None instead while a shell completes a line that is already wrong.
        """
        names = self.list_commands(ctx)
        if cmd_name not in names and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {cmd_name!r}; {suggestion(cmd_name, names)}")
        return self.commands.get(cmd_name)
