"""Refuses inputs that the client cannot send, or that the service would misunderstand."""

import json
import re
import typing as t

from .contract import IDEMPOTENCY_KEY_PATTERN, MAX_IDEMPOTENCY_KEY_LENGTH, REMEDIES
from .errors import ApiError

_KEY = re.compile(IDEMPOTENCY_KEY_PATTERN)


def check_key(key: t.Any, pointer: t.Optional[str] = None) -> None:
    """Raises an error if the service would refuse an idempotency key."""
    is_short = isinstance(key, str) and len(key) <= MAX_IDEMPOTENCY_KEY_LENGTH
    if is_short and _KEY.fullmatch(key):
        return
    code = "invalid_idempotency_key"
    field = {"pointer": pointer, "code": "invalid_format", "detail": REMEDIES[code]}
    detail = f"The idempotency key is not valid. {REMEDIES[code]}"
    raise _refused(code, detail, [field] if pointer else [])


def check_keys(messages: t.Any, path: str) -> None:
    """
    Raises an error if the service would refuse the idempotency key of a message.

    :param path: the JSON Pointer of the messages
    """
    for index, message in enumerate(messages if isinstance(messages, (list, tuple)) else ()):
        key = message.get("idempotency_key") if isinstance(message, t.Mapping) else None
        if key is not None:
            check_key(key, f"{path}/{index}/idempotency_key")


def encode(value: t.Any) -> str:
    """Encodes a value as in a request body."""
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise _refused("validation_failed", "The inputs cannot be sent in a request") from error


def _refused(code: str, detail: str, fields: t.Sequence[t.Any] = ()) -> ApiError:
    """Returns the error of a call that the client does not send."""
    return ApiError({"status": 0, "code": code, "detail": detail, "errors": list(fields)})
