"""`arena proto`: copies the protocol's .proto files."""

from pathlib import Path

import click

from arena.authoring.protocol import put_protocol
from arena.text import printable


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def proto(folder: Path) -> None:
    """Copy the protocol's .proto files to DIR.

    Generate stubs from them in any language that has gRPC. Existing files with the same names are replaced; run this
    command again after you upgrade the arena.
    """
    for name in put_protocol(folder):
        click.echo(printable(str(folder / name)))
