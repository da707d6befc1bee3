"""Lets `python -m arena.cli` run the command `arena`."""

from arena.cli.main import main

if __name__ == "__main__":
    main(prog_name="arena")
