"""Verifies webhook deliveries (Standard Webhooks 1.0)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import typing as t

from .contract import WEBHOOK_ID_HEADER, WEBHOOK_SIGNATURE_HEADER, WEBHOOK_TIMESTAMP_HEADER
from .types import Event

_SCHEME = "v1,"
_SECRET_PREFIX = "whsec_"
#: The minimum key size of the standard, in bytes. Anyone could sign with an empty key.
_MIN_KEY_BYTES = 24


class WebhookVerificationError(Exception):
    """Reports why a delivery is not genuine. The message contains no secret and no body."""


class WebhookHeaders(t.Protocol):
    """The headers of a request, such as those of a web framework, or a dictionary."""

    def items(self) -> t.Iterable[t.Tuple[str, t.Union[str, t.Sequence[str]]]]: ...


def verify_webhook(
    body: t.Union[bytes, str],
    headers: WebhookHeaders,
    secrets: t.Union[str, t.Sequence[str], None],
    *,
    tolerance: float = 300,
    now: t.Optional[float] = None,
) -> Event:
    """
    Verifies a delivery and returns its event. Raises a ``WebhookVerificationError`` if the delivery
    is not genuine.

    :param body: the exact request body, before any parsing
    :param headers: the headers of the request, with names in any case, and a string or a list of
        strings for each name
    :param secrets: the secret of the webhook, or several secrets during a rotation
    :param tolerance: the maximum difference between the timestamp and the clock, in seconds
    :param now: the current time in seconds since the epoch; defaults to the system clock
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise TypeError("Pass the body as it arrived, as bytes or text, and not a parsed object.")
    given = {name.lower(): value for name, value in headers.items()}
    event_id = _first(given.get(WEBHOOK_ID_HEADER.lower()))
    timestamp = _first(given.get(WEBHOOK_TIMESTAMP_HEADER.lower()))
    signatures = _first(given.get(WEBHOOK_SIGNATURE_HEADER.lower()))
    if not event_id or not timestamp or not signatures:
        raise WebhookVerificationError("A webhook header is missing")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The webhook timestamp is not a number")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The webhook timestamp is outside the tolerance")
    given_secrets = [secrets] if isinstance(secrets, str) else secrets or []
    keys = [key for key in map(_decode_key, given_secrets) if key]
    if not keys:
        raise WebhookVerificationError("There is no secret to check the webhook with")
    content = body.encode(errors="replace") if isinstance(body, str) else body
    signed = f"{event_id}.{int(timestamp)}.".encode() + content
    candidates = [signature.encode() for signature in signatures.split(" ")]
    if not any(
        hmac.compare_digest(candidate, _sign(signed, key))
        for key in keys
        for candidate in candidates
    ):
        raise WebhookVerificationError("The webhook signature does not match")
    try:
        return t.cast(Event, json.loads(body))
    except ValueError:
        raise WebhookVerificationError("The webhook body is not valid JSON") from None


def _first(value: t.Union[str, t.Sequence[str], None]) -> str:
    """Returns the first value of a header, or an empty string if there is none."""
    values = value if isinstance(value, (list, tuple)) else [value]
    return values[0] if values and isinstance(values[0], str) else ""


def _decode_key(secret: t.Optional[str]) -> t.Optional[bytes]:
    """Decodes the key in a secret. Returns None if the key is too short."""
    if not isinstance(secret, str):
        return None
    encoded = secret[len(_SECRET_PREFIX) :] if secret.startswith(_SECRET_PREFIX) else secret
    try:
        # Like the other clients, accept a secret that lost its padding.
        key = base64.b64decode(encoded + "==")
    except (binascii.Error, ValueError):
        return None
    return key if len(key) >= _MIN_KEY_BYTES else None


def _sign(signed: bytes, key: bytes) -> bytes:
    return _SCHEME.encode() + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
