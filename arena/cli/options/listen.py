"""The default address and the TLS options of commands that start a server."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from arena.tls.server_certificate import Tls

ADDRESS: Final = "127.0.0.1:8080"


def tls_of(certificate: Path | None, key: Path | None) -> "Tls | None":
    """Returns the TLS certificate and its key from the named files, or None if no files are named. Raises ArenaError
    [bad-certificate] if the files cannot be used, and click.UsageError if only one is named.
    """
    from arena.tls.server_certificate import tried  # noqa: PLC0415  # its library takes a moment to load

    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise click.UsageError("--tls-certificate and --tls-key must be given together")
    return tried(certificate, key)
