"""TLS certificates for tests, made with openssl: a certificate authority, and certificates that it has signed."""

import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest

KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Pair(NamedTuple):
    """The files of a certificate and of its private key."""

    certificate: Path
    key: Path


def authority(folder: Path, name: str = "authority") -> Pair:
    """Creates a certificate authority that no client trusts by default."""
    made = Pair(folder / f"{name}.pem", folder / f"{name}.key")
    _openssl("req", "-x509", *KEY, "-keyout", made.key, "-out", made.certificate, "-days", "2", "-subj", f"/CN={name}")
    return made


def signed(by: Pair, folder: Path, name: str, of: str = "IP:127.0.0.1", days: int = 2) -> Pair:
    """Creates a server's certificate, signed by `by` for the address `of`. It is valid for `days` days; if `days` is
    negative, it has already expired.
    """
    made, asked = Pair(folder / f"{name}.pem", folder / f"{name}.key"), folder / f"{name}.csr"
    _openssl("req", *KEY, "-keyout", made.key, "-out", asked, "-subj", f"/CN={name}", "-addext", f"subjectAltName={of}")
    signing = ("-CA", by.certificate, "-CAkey", by.key, "-CAcreateserial", "-copy_extensions", "copy")
    _openssl("x509", "-req", "-in", asked, *signing, "-days", str(days), "-out", made.certificate)
    return made


def _openssl(*arguments: str | Path) -> None:
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    subprocess.run(("openssl", *arguments), check=True, capture_output=True)
