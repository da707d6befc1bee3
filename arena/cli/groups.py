"""Groups of commands, with their order and suggestions for misspelt names."""

import click

from arena.files.reading import suggestion


class InOrder(click.Group):
    """A group whose commands come in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # Click's signature
        """Their names."""
        return list(self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command; none where a shell asks what fits a line that is wrong already."""
        names = self.list_commands(ctx)
        if cmd_name not in names and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {cmd_name!r}; {suggestion(cmd_name, names)}")
        return self.commands.get(cmd_name)
