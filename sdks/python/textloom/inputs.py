"""Refuses inputs that the client cannot send, or that the service would misunderstand."""

import json
import math
import re
import typing as t
from datetime import date, datetime, timezone

from .contract import (
    IDEMPOTENCY_KEY_PATTERN,
    MAX_BODY_BYTES,
    MAX_IDEMPOTENCY_KEY_LENGTH,
    REMEDIES,
)
from .errors import ApiError

_KEY = re.compile(IDEMPOTENCY_KEY_PATTERN)
_CANNOT_SEND = "The inputs cannot be sent in a request"


def check_key(key: t.Any, pointer: t.Optional[str] = None) -> None:
    """Raises an error if the service would refuse an idempotency key."""
    is_short = isinstance(key, str) and len(key) <= MAX_IDEMPOTENCY_KEY_LENGTH
    if is_short and _KEY.fullmatch(key):
        return
    code = "invalid_idempotency_key"
    field = {"pointer": pointer, "code": "invalid_format", "detail": REMEDIES[code]}
    if pointer:
        detail = f"{pointer}: is not a valid idempotency key. {REMEDIES[code]}"
        raise _refused(code, detail, [field])
    raise _refused(code, f"The idempotency key is not valid. {REMEDIES[code]}")


def check_keys(messages: t.Any, path: str) -> None:
    """
    Raises an error if the service would refuse the idempotency key of a message.

    :param path: the JSON Pointer of the messages
    """
    for index, message in enumerate(messages if isinstance(messages, (list, tuple)) else ()):
        key = message.get("idempotency_key") if isinstance(message, t.Mapping) else None
        if key is not None:
            check_key(key, f"{path}/{index}/idempotency_key")


def without_nulls(messages: t.Any) -> t.Any:
    """Leaves out the fields that are ``None``, because no field of a message can be cleared."""
    if not isinstance(messages, (list, tuple)):
        return messages
    return [
        {name: value for name, value in message.items() if value is not None}
        if isinstance(message, t.Mapping)
        else message
        for message in messages
    ]


def to_json(value: t.Any, pointer: str) -> t.Any:
    """
    Converts an input to values that JSON can contain, and times to ISO 8601.

    :param pointer: the JSON Pointer of the input, which an error names
    """
    try:
        return _to_json(value, pointer)
    except RecursionError as error:
        raise _refused("validation_failed", _CANNOT_SEND) from error


def _to_json(value: t.Any, pointer: str) -> t.Any:
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            detail = "needs a time zone, as in datetime.now(timezone.utc)"
            raise refused_field(pointer, "invalid_format", detail)
        return value.astimezone(timezone.utc).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, t.Mapping):
        return {name: _to_json(one, f"{pointer}/{_escape(name)}") for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_to_json(one, f"{pointer}/{index}") for index, one in enumerate(value)]
    is_finite = not isinstance(value, float) or math.isfinite(value)
    if value is None or (isinstance(value, (str, int, float)) and is_finite):
        return value
    detail = f"must not be {type(value).__name__ if is_finite else value}"
    raise refused_field(pointer, "wrong_type", detail)


def _escape(name: t.Any) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")


def encode(value: t.Any) -> str:
    """Encodes a value as in a request body."""
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise _refused("validation_failed", _CANNOT_SEND) from error


def encode_body(body: t.Mapping[str, t.Any]) -> bytes:
    """
    Encodes the body of a request. Raises an error if it is larger than the service accepts, because
    ``urllib`` does not read a response that arrives before it has sent the whole body.
    """
    data = encode(to_json(body, "")).encode()
    if len(data) > MAX_BODY_BYTES:
        code = "payload_too_large"
        raise _refused(code, f"The request is too large. {REMEDIES[code]}")
    return data


def check_text(value: t.Any, pointer: str) -> None:
    """Raises an error for a string that UTF-8 cannot encode."""
    try:
        str(value).encode()
    except UnicodeEncodeError as error:
        raise refused_field(pointer, "invalid_format", "must be valid Unicode") from error


def refused_field(pointer: str, code: str, detail: str) -> ApiError:
    """Returns the error of a call that the client does not send because of one field."""
    field = {"pointer": pointer, "code": code, "detail": detail}
    return _refused("validation_failed", f"{pointer}: {detail}", [field])


def _refused(code: str, detail: str, fields: t.Sequence[t.Any] = ()) -> ApiError:
    """Returns the error of a call that the client does not send."""
    return ApiError({"status": 0, "code": code, "detail": detail, "errors": list(fields)})
