"""Whether a delivery is genuine (Standard Webhooks 1.0)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import typing as t

from .contract import WEBHOOK_ID_HEADER, WEBHOOK_SIGNATURE_HEADER, WEBHOOK_TIMESTAMP_HEADER

_SCHEME = "v1,"
_SECRET_PREFIX = "whsec_"
#: The minimum size of a key in bytes by the standard. With an empty key, anybody could sign.
_SHORTEST_KEY = 24


class WebhookVerificationError(Exception):
    """Says why a delivery was not accepted. The message contains no secret and no part of the body."""


def verify_webhook(
    body: bytes,
    headers: t.Mapping[str, str],
    secrets: t.Union[str, t.Sequence[str]],
    *,
    tolerance: float = 300,
    now: t.Optional[float] = None,
) -> t.Dict[str, t.Any]:
    """
    The event of a delivery, or a ``WebhookVerificationError``.

    :param body: the exact bytes that arrived, before any parser
    :param headers: those of the request, in capitals or not
    :param secrets: the webhook's secret, or several while it is being replaced
    :param tolerance: seconds that a delivery may be old or ahead
    :param now: seconds since the epoch; the present if empty
    """
    given = {name.lower(): value for name, value in headers.items()}
    event_id = given.get(WEBHOOK_ID_HEADER.lower())
    timestamp = given.get(WEBHOOK_TIMESTAMP_HEADER.lower())
    signatures = given.get(WEBHOOK_SIGNATURE_HEADER.lower())
    if not event_id or not timestamp or not signatures:
        raise WebhookVerificationError("A webhook header is missing")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The webhook timestamp is not a number")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The webhook timestamp is outside the tolerance")
    keys = [key for key in map(_key_of, [secrets] if isinstance(secrets, str) else secrets) if key]
    if not keys:
        raise WebhookVerificationError("There is no secret to check the webhook with")
    signed = f"{event_id}.{int(timestamp)}.".encode() + body
    candidates = [signature.encode() for signature in signatures.split(" ")]
    if not any(
        hmac.compare_digest(candidate, _signature_of(signed, key))
        for key in keys
        for candidate in candidates
    ):
        raise WebhookVerificationError("The webhook signature does not match")
    try:
        return t.cast(t.Dict[str, t.Any], json.loads(body))
    except ValueError:
        raise WebhookVerificationError("The webhook body is not valid JSON") from None


def _key_of(secret: str) -> t.Optional[bytes]:
    """The key in a secret; None where it is too short to be one."""
    encoded = secret[len(_SECRET_PREFIX) :] if secret.startswith(_SECRET_PREFIX) else secret
    try:
        key = base64.b64decode(encoded)
    except (binascii.Error, ValueError):
        return None
    return key if len(key) >= _SHORTEST_KEY else None


def _signature_of(signed: bytes, key: bytes) -> bytes:
    return _SCHEME.encode() + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
