"""`arena proto`: copies the protocol's .proto files."""

from pathlib import Path

import click

from arena.authoring.protocol import put_protocol
from arena.text import printable


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def proto(folder: Path) -> None:
    """Copy the protocol's .proto files to DIR.

    DIR is the path of a folder, which is made if it does not exist. From the files you can generate stubs, the code
    with which a bot talks to the arena, in any language that has gRPC.

    Existing files with the same names are replaced. After you upgrade the arena, run this command again.
    """
    for name in put_protocol(folder):
        click.echo(printable(str(folder / name)))
