"""The entry point `arena`; worker processes import this module again, without the commands."""


def main() -> None:
    """Runs the command in the process's arguments."""
    from arena.cli.main import main as arena  # noqa: PLC0415  # workers do not need it

    arena()
