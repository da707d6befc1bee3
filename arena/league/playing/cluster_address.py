"""Connects to a Dask scheduler; Dask's own configuration decides whether the connection is encrypted."""

from typing import Any, Final
from urllib.parse import urlsplit

from arena.errors import ArenaError

PLAIN: Final = "tcp"
ENCRYPTED: Final = "tls"
CONNECT_S: Final = 10.0


def demand_address(address: str) -> None:
    """Raises ArenaError [no-cluster] unless the text has the form of a Dask scheduler's address."""
    try:
        parts = urlsplit(address)
        there = parts.scheme in {PLAIN, ENCRYPTED} and parts.hostname and parts.port and not parts.path
    except ValueError:
        there = None
    if not there:
        raise ArenaError(
            "no-cluster",
            f"{address or 'an empty text'} is not the address of a Dask scheduler; expected tcp://HOST:PORT or tls://HOST:PORT",
            "copy the address from the first lines of output of the command dask scheduler",
        )


def dialled(address: str) -> Any:  # noqa: ANN401  # Dask's client: an optional dependency
    """Returns a Dask client connected to the scheduler at `address`; raises ArenaError [no-dask], [no-cluster]."""
    try:
        from distributed import Client  # noqa: PLC0415  # as above
    except ImportError as error:
        raise ArenaError(
            "no-dask",
            "--cluster needs Dask, which is not installed",
            "install Dask with pip install 'bot-arena[cluster]'",
        ) from error
    if urlsplit(address).scheme == ENCRYPTED:
        _demand_certificates(address)
    try:
        return Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        if "certificate" in str(error):
            raise ArenaError(
                "no-cluster",
                f"the scheduler at {address} is not trusted: its certificate is signed by an authority that Dask's "
                "configuration on this machine does not name",
                "in Dask's configuration, name the cluster's certificate authority and a certificate signed by that "
                "authority",
            ) from error
        sentence = f"no Dask scheduler answers at {address}"
        raise ArenaError(
            "no-cluster", sentence, "start a scheduler with the command dask scheduler, or correct the address"
        ) from error


def _demand_certificates(address: str) -> None:
    """Raises ArenaError [no-cluster] if Dask's configuration names no certificates, or certificates that cannot be
    used.
    """
    from distributed.security import Security  # noqa: PLC0415  # as above

    reason = "the configuration of Dask on this machine names no authority, or no certificate of this machine"
    try:
        if Security().get_connection_args("client")["ssl_context"]:
            return
    except OSError as error:
        reason = (
            "the certificates that Dask's configuration names on this machine cannot be used: "
            f"{error.strerror or error}"
        )
    raise ArenaError(
        "no-cluster",
        f"this machine cannot connect to {address}: {reason}",
        "name the certificate files under distributed.comm.tls in Dask's configuration, as "
        "docs/leagues/many-machines.md shows",
    )
