"""`arena new-game`: creates the folder of a new game."""

from pathlib import Path

import click

from arena.authoring.new_game import make_game
from arena.system.commands import quoted
from arena.text import printable


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def new_game(folder: Path) -> None:
    """Create a game in DIR that is ready to play.

    DIR is the path of a folder that is empty or does not exist yet; the game gets the folder's name, which must begin
    with a letter and contain only letters, digits, - and _. The game can be played as it is; change its code as you
    like. The output lists the commands to type next.
    """
    name, files = make_game(folder)
    click.echo(printable(f"{name.title} is a game of cards for 2 to 4 seats: {', '.join(files)}"))
    click.echo("Next:")
    click.echo(printable(f"  cd {quoted(str(folder))}"))
    click.echo(f"  arena play ./{name.module}.py random ./greedy")
    click.echo("  arena run-league league.toml")
    click.echo(f"  arena check-game {name.module}.py")
    click.echo("  python -m unittest")
