"""The default address and the TLS options of commands that serve."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from arena.tls.server_certificate import Tls

ADDRESS: Final = "127.0.0.1:8080"


def tls_of(certificate: Path | None, key: Path | None) -> "Tls | None":
    """Returns the TLS certificate and key in these files; None if neither file is named.

    Raises click.UsageError if only one is named, or ArenaError [bad-certificate] if they cannot be used.
    """
    from arena.tls.server_certificate import tried  # noqa: PLC0415  # its library takes a moment to load

    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise click.UsageError("--tls-certificate and --tls-key go together")
    return tried(certificate, key)
