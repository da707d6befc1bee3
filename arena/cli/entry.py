"""The entry point of `arena`. It imports the commands only when it runs, because worker processes import this module
and do not need the commands.
"""


def main() -> None:
    """Runs the command that the process's arguments name."""
    from arena.cli.main import main as arena  # noqa: PLC0415  # workers do not need it

    arena()
