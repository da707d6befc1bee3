"""`arena proto`: the protocol's sources, for bots in any language."""

from pathlib import Path

import click

from arena.authoring.protocol import put_protocol
from arena.text import printable


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def proto(folder: Path) -> None:
    """Put the protocol's .proto files into DIR.

    Stubs in any language that has gRPC are made from them. Files of these names that are in DIR are replaced: do it
    again for those of a later arena.
    """
    for name in put_protocol(folder):
        click.echo(printable(str(folder / name)))
