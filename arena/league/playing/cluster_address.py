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
            f"{address or 'an empty text'} is no address of a Dask scheduler; expected tcp://HOST:PORT or tls://HOST:PORT",
            "dask scheduler prints its address when it starts",
        )


def dialled(address: str) -> Any:  # noqa: ANN401  # Dask's client: an optional dependency
    """Returns a Dask client connected to the scheduler at `address`; raises ArenaError [no-dask], [no-cluster]."""
    try:
        from distributed import Client  # noqa: PLC0415  # as above
    except ImportError as error:
        raise ArenaError(
            "no-dask", "--cluster needs Dask", "install it with pip install 'bot-arena[cluster]'"
        ) from error
    if urlsplit(address).scheme == ENCRYPTED:
        _demand_certificates(address)
    try:
        return Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        if "certificate" in str(error):
            raise ArenaError(
                "no-cluster",
                f"{address} is not trusted: its certificate is signed by an authority that Dask's configuration on "
                "this machine does not name",
                "name the authority of the scheduler's cluster, and a certificate signed by it, in Dask's "
                "configuration",
            ) from error
        sentence = f"no Dask scheduler answers at {address}"
        raise ArenaError("no-cluster", sentence, "start a scheduler: dask scheduler") from error


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
        f"{address} cannot be connected to: {reason}",
        "name the files in Dask's configuration: distributed.comm.tls, as docs/leagues/many-machines.md shows",
    )
