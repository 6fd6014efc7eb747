"""The certificate of the server for phones: made here, for this machine's own addresses, and kept.

Browsers allow a page to use the camera only over HTTPS. No authority signs a certificate for an address in a local
network: the phone warns once, and then recognises this one.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FILE: Final = "door.pem"
"""Key and certificate, in the data folder; only its owner may read it."""

LIFE: Final = timedelta(days=397)
"""The longest validity that browsers accept."""

SPARE: Final = timedelta(days=30)
"""A certificate that ends sooner is replaced."""


def door_context(folder: Path, addresses: Sequence[str]) -> ssl.SSLContext:
    """Return a TLS context of a server at these addresses of the machine.

    :raise OSError: the folder cannot be written
    """
    path = folder / FILE
    if not _is_good(path, addresses):
        _write(path, _made(addresses))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(path)
    return context


def _is_good(path: Path, addresses: Sequence[str]) -> bool:
    """Return whether the kept certificate names every address, fits its key and is valid long enough."""
    try:
        pem = path.read_bytes()
        known = x509.load_pem_x509_certificate(pem)
        key = serialization.load_pem_private_key(pem, password=None)
        names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    named = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    lasts = known.not_valid_after_utc - datetime.now(UTC) > SPARE
    return lasts and named >= set(addresses) and known.public_key() == key.public_key()


def _made(addresses: Sequence[str]) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Clashcam on this laptop")])
    now = datetime.now(UTC)
    named = x509.SubjectAlternativeName(
        [x509.DNSName("localhost"), *(x509.IPAddress(ipaddress.ip_address(each)) for each in addresses)]
    )
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # A phone's clock may be behind.
        .not_valid_after(now + LIFE)
        .add_extension(named, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + signed.public_bytes(serialization.Encoding.PEM)


def _write(path: Path, pem: bytes) -> None:
    """Write a file in one step, never readable by others."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    fresh.replace(path)
