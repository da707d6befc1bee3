"""The entry point of the command `arena`. It is a small module without the commands, because each worker process
imports it again.
"""


def main() -> None:
    """Runs the command in the process's arguments."""
    from arena.cli.main import main as arena  # noqa: PLC0415  # workers do not need it

    arena()
