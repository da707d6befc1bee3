"""The entry point `arena`. Worker processes import it again without the commands."""


def main() -> None:
    """Runs the command that was typed."""
    from arena.cli.main import main as arena  # noqa: PLC0415  # workers do not need it

    arena()
