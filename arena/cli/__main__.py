"""Runs the command `arena` as `python -m arena.cli`."""

from arena.cli.main import main

if __name__ == "__main__":
    main(prog_name="arena")
