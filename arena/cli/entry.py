"""`arena` as it is installed. Worker processes import this again, and need none of the commands."""


def main() -> None:
    """Does what was typed."""
    from arena.cli.main import main as arena  # noqa: PLC0415  # not for workers

    arena()
