"""A certificate for servers on this machine, its own authority."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

DAY = timedelta(days=1)


def write_certificate(
    folder: Path, host: str = "localhost", ends: timedelta = DAY
) -> tuple[Path, Path]:
    """`cert.pem` and `key.pem` for `host` (and 127.0.0.1 if it is here), from two days ago."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate, secret = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(_certificate(key, host, ends).public_bytes(Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    )
    return certificate, secret


def _certificate(key: ec.EllipticCurvePrivateKey, host: str, ends: timedelta) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    here = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    names = [x509.DNSName(host), *([here] if host == "localhost" else [])]
    usage = dict.fromkeys(_USES, False) | {"digital_signature": True, "key_cert_sign": True}
    now = datetime.now(UTC)
    public = key.public_key()
    return (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 2 * DAY)
        .not_valid_after(now + ends)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**usage), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)
        .sign(key, hashes.SHA256())
    )


_USES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)
