"""Decides which servers commands trust, and explains in a sentence why a server is not trusted."""

import re
import ssl
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

OVER: Final = "check that the clock of this machine is right, or ask the server's administrator for a new certificate"
OTHER: Final = "check the address, and use the host name for which the certificate was made"
UNKNOWN: Final = (
    "if the server's owners have a certificate authority of their own, name that authority's certificate with {ca}"
)
REASONS: Final = {
    9: ("its certificate is not valid yet", OVER),
    10: ("its certificate has expired", OVER),
    18: ("its certificate is signed only by itself", UNKNOWN),
    19: ("its certificate is signed by nobody whom this machine trusts", UNKNOWN),
    20: ("its certificate is signed by nobody whom this machine trusts", UNKNOWN),
    21: ("its certificate is signed by nobody whom this machine trusts", UNKNOWN),
    62: ("its certificate is for a server with another name", OTHER),
    64: ("its certificate is for a server with another address", OTHER),
}
"""The reason and the hint for each of OpenSSL's error numbers about certificates."""

HASHED: Final = re.compile(r"[0-9a-f]{8}\.\d+")
"""A pattern for the file names of certificates in OpenSSL's folder of authorities."""
CERTIFICATE: Final = re.compile(rb"-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?")


def trusting(ca: str | None) -> ssl.SSLContext:
    """A TLS context that trusts this machine's certificate authorities, or only the authority in the file `ca`.

    Raises ArenaError [bad-ca].
    """
    try:
        return ssl.create_default_context(cafile=ca)
    except OSError as error:
        reason = "the file does not contain a certificate" if isinstance(error, ssl.SSLError) else error.strerror
        raise ArenaError(
            "bad-ca",
            f"the file {ca} cannot be used as the certificate of an authority: {reason}",
            "give --ca a file in PEM format that contains the authority's certificate",
        ) from error


def authorities(ca: str | None) -> bytes:
    """The certificates of all authorities that `trusting` accepts, as PEM, for libraries that do not use OpenSSL.

    Raises ArenaError [bad-ca].
    """
    trusted = trusting(ca)
    if ca:
        return Path(ca).read_bytes()
    places = ssl.get_default_verify_paths()
    files = [Path(places.cafile)] if places.cafile else []
    if places.capath:
        files += sorted(path for path in Path(places.capath).iterdir() if HASHED.fullmatch(path.name))
    found = dict.fromkeys(one for path in files for one in CERTIFICATE.findall(_read(path)))
    found |= dict.fromkeys(ssl.DER_cert_to_PEM_cert(one).encode() for one in trusted.get_ca_certs(binary_form=True))
    if not found:
        raise ArenaError(
            "bad-ca",
            "this machine does not have certificates of authorities, so it cannot check the certificate of a server",
            "install the system's package ca-certificates, or give --ca FILE; FILE contains the certificate of the "
            "authority that signed the server's certificate",
        )
    return b"\n".join(found)


def distrusted(address: str, error: ssl.SSLError, ca: str = "--ca FILE") -> ArenaError:
    """The ArenaError for a TLS failure: [not-trusted] for a bad certificate, otherwise [no-server].

    `ca`: the option with which a user can name another authority, for the hint.
    """
    if not isinstance(error, ssl.SSLCertVerificationError):
        reason = (error.reason or str(error)).replace("_", " ").lower()
        return ArenaError(
            "no-server",
            f"{address} cannot be reached with TLS: {reason}",
            "check the address; if the server does not use TLS, begin the address with http://",
        )
    reason, hint = REASONS.get(error.verify_code, (f"its certificate is not valid: {error.verify_message}", OTHER))
    return ArenaError("not-trusted", f"{address} is not trusted: {reason}", hint.format(ca=ca))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # OpenSSL skips an unreadable file, too
        return b""
