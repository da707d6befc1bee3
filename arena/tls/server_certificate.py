"""The certificate and key of a server; they are tested before the server starts."""

import ssl
from pathlib import Path
from typing import NamedTuple

from arena.errors import ArenaError


class Tls(NamedTuple):
    """The PEM files of a server: a certificate with its chain to a known authority, and the certificate's key."""

    certificate: Path
    key: Path


def tried(certificate: Path, key: Path) -> Tls:
    """Tests whether a server can use the two files, and returns them; raises ArenaError [bad-certificate]."""
    for what, path in (("--tls-certificate", certificate), ("--tls-key", key)):
        try:
            path.open("rb").close()
        except OSError as error:
            raise _bad(f"{what}: {path} cannot be read: {error.strerror}") from error
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise _bad(f"{key} is not the key of the certificate in {certificate}") from error
        raise _bad(f"{certificate} and {key} are not a certificate and its unencrypted key") from error
    return Tls(certificate, key)


def _bad(sentence: str) -> ArenaError:
    return ArenaError(
        "bad-certificate",
        sentence,
        "give --tls-certificate and --tls-key files in PEM format, such as fullchain.pem and privkey.pem of certbot",
    )
