"""Certificates for ``make run TLS=1``: one for this server, signed by a one-time authority.

The authority's key is never stored, so a phone that trusts it trusts only this server.
"""

import ipaddress
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAYS = 390
"""Phones refuse certificates valid for much longer than a year."""
RENEW_DAYS = 30
NAME = "Referee"


@dataclass(frozen=True)
class Files:
    """Paths: authority for phones, server chain, server key (readable by its owner alone)."""

    authority: Path
    chain: Path
    key: Path


def certificate(folder: Path, names: tuple[str, ...], now: datetime | None = None) -> Files:
    """The certificate files for these names; remade if missing, short of a name or ending soon."""
    files = Files(folder / "authority.pem", folder / "server.pem", folder / "server.key")
    at = now or datetime.now(UTC)
    if not _serves(files, names, at):
        folder.mkdir(parents=True, exist_ok=True)
        _make(files, names, at)
    return files


def _serves(files: Files, names: tuple[str, ...], at: datetime) -> bool:
    if not all(path.exists() for path in (files.authority, files.chain, files.key)):
        return False
    held = x509.load_pem_x509_certificate(files.chain.read_bytes())
    known = held.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(_general(names)) <= set(known) and held.not_valid_after_utc > at + timedelta(
        days=RENEW_DAYS
    )


def _make(files: Files, names: tuple[str, ...], at: datetime) -> None:
    """Write all three files; the authority's key is never written."""
    signer, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    title = _named(f"{NAME} ({names[0]}, {at:%Y-%m-%d})")
    authority = _started(title, title, signer.public_key(), at, signs=True)
    server = _started(_named(names[0]), title, own.public_key(), at, signs=False)
    server = server.add_extension(x509.SubjectAlternativeName(_general(names)), critical=False)
    server = server.add_extension(
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
    )
    pem = serialization.Encoding.PEM
    signed = authority.sign(signer, hashes.SHA256()).public_bytes(pem)
    _write_secret(
        files.key,
        own.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
    )
    files.authority.write_bytes(signed)
    files.chain.write_bytes(server.sign(signer, hashes.SHA256()).public_bytes(pem) + signed)


def _started(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, at: datetime, signs: bool
) -> x509.CertificateBuilder:
    """The common part of both certificates, valid from a day ago for slow clocks."""
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
    )
    made = made.not_valid_before(at - timedelta(days=1)).not_valid_after(at + timedelta(days=DAYS))
    made = made.add_extension(
        x509.BasicConstraints(ca=signs, path_length=0 if signs else None), critical=True
    )
    return made.add_extension(_usage(signs), critical=True)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _general(names: tuple[str, ...]) -> list[x509.GeneralName]:
    return [_address(name) or x509.DNSName(name) for name in dict.fromkeys(names)]


def _address(name: str) -> x509.IPAddress | None:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return None


def _usage(signs: bool) -> x509.KeyUsage:
    others = (
        "content_commitment",
        "key_encipherment",
        "data_encipherment",
        "key_agreement",
        "encipher_only",
        "decipher_only",
    )
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        **dict.fromkeys(others, False),
    )


def _write_secret(path: Path, content: bytes) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
