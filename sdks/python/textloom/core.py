"""Sends requests, and retries temporary failures with the same idempotency key."""

import errno
import http.client
import json
import random
import re
import socket
import ssl
import threading
import time
import typing as t
import urllib.error
import urllib.request
import uuid
from datetime import date
from urllib.parse import quote as _quote
from urllib.parse import urlencode, urlsplit

from .contract import (
    AUTHENTICATION_HEADER,
    AUTHENTICATION_PREFIX,
    IDEMPOTENCY_KEY_HEADER,
    MAX_RETRY_AFTER,
    MAY_HAVE_RUN_CODES,
    REQUEST_ID_HEADER,
    RETRY_AFTER_HEADER,
    RETRYABLE_CODES,
    TEMPORARY_STATUSES,
    VERSION,
    ErrorCode,
)
from .errors import ApiError, NetworkError, TextloomError
from .inputs import (
    check_key,
    check_keys,
    check_text,
    encode_body,
    refused_field,
    to_json,
    without_nulls,
)
from .response import Response

_MIN_DELAY = 0.5
_MAX_DELAY = 8.0
#: The longest time limit, as in the other clients. Sockets refuse much longer ones.
_MAX_SECONDS = 2_147_483
_VISIBLE = re.compile(r"[!-~]+")
_HTTP_URL = re.compile(r"https?://[^/\s]\S*")
_KNOWN_CODES = frozenset(t.get_args(ErrorCode))
_NO_CONNECTION = (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)
_NO_CONNECTION_NUMBERS = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EADDRNOTAVAIL)
#: A proxy may limit rates and sizes, too.
_PROXY_CODES = {413: "payload_too_large", 429: "rate_limited"}
_PROXY_REMEDY = (
    "Check the base URL. If a proxy or firewall refused the request,"
    " ask the operator of the service to allow it."
)
#: Every error of the service has these fields, a status and a list of invalid fields.
_PROBLEM_TEXTS = ("type", "code", "detail", "request_id")


class Omitted:
    """The type of ``OMITTED``."""

    def __repr__(self) -> str:
        return "OMITTED"


#: Stands for an omitted parameter of a field that ``None`` would clear.
OMITTED = Omitted()


def new_idempotency_key() -> str:
    return str(uuid.uuid4())


def key_or_new(given: t.Optional[str]) -> str:
    """Keeps an empty key, which is an error: with a new one, a repeated call would send again."""
    return new_idempotency_key() if given is None else given


def quote(name: str, value: t.Any) -> str:
    """
    Encodes a value as one segment of a path.

    :param name: the name of the argument, which an error shows
    """
    if not isinstance(value, str) or not value:
        message = f'The argument "{name}" must be a string that is not empty.'
        raise ValueError(message) if value == "" else TypeError(message)
    # Behind a proxy, a segment of dots would lead to another object.
    if value in (".", ".."):
        raise refused_field(f"/{name}", "invalid_format", "must be an ID")
    check_text(value, f"/{name}")
    return _quote(value, safe="")


def _require_setting(value: t.Any, missing: str) -> None:
    """Raises an error if a setting is empty, as an environment variable that is not set."""
    if not value:
        raise ValueError(
            f"{missing} If it is in an environment variable, check that the variable is set."
        )


def _check_seconds(name: str, value: t.Any, least: float) -> None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= _MAX_SECONDS:
        message = f"{name} must be a number of seconds from {least} to {_MAX_SECONDS}."
        raise ValueError(message) if is_number else TypeError(message)


def _has_valid_host(url: str) -> bool:
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")
        return parts.port != 0
    except ValueError:
        return False


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: t.Any, **__: t.Any) -> None:
        """Follows no redirect, so that the API key reaches no other address."""


class Core:
    """
    Sends requests to the API.

    :param api_key: an API key of the account
    :param base_url: the URL of the API with its version, such as ``https://sms.example.com/v1``
    :param timeout: the time limit of one attempt, in seconds. It also limits connecting, sending
        and each wait for more of the response, so an attempt can take a few times as long
    :param retry_for: how long to retry a failed request, in seconds
    """

    def __init__(self, api_key: str, base_url: str, *, timeout: float, retry_for: float) -> None:
        _require_setting(api_key, "The API key is missing. Pass it as api_key.")
        _require_setting(
            base_url,
            "The base URL is missing. Pass it as base_url, such as https://sms.example.com/v1.",
        )
        # Check the key here, because an error of the HTTP library would show it.
        if not _VISIBLE.fullmatch(api_key):
            raise ValueError(
                "The API key has a character that no key has."
                " Check that no space or line break was read with it."
            )
        if not _HTTP_URL.fullmatch(base_url) or not _has_valid_host(base_url):
            raise ValueError(
                "The base URL must begin with https:// or http:// and end with the version of the"
                " API, such as https://sms.example.com/v1."
            )
        if not "".join(base_url.split("/")[3:]).isascii():
            raise ValueError(
                "The path of the base URL has a character that is not ASCII. Encode it, such as"
                " \u00e9 as %C3%A9."
            )
        _check_seconds("timeout", timeout, 0.001)
        _check_seconds("retry_for", retry_for, 0)
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._retry_for = retry_for
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._local = threading.local()

    @property
    def last_response(self) -> t.Optional[Response]:
        """The last response of the last call in this thread, if one arrived."""
        return getattr(self._local, "response", None)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: t.Optional[t.Mapping[str, t.Any]] = None,
        body: t.Optional[t.Mapping[str, t.Any]] = None,
        nullable: t.Sequence[str] = (),
        idempotency_key: t.Optional[str] = None,
        proof: t.Optional[t.Tuple[str, t.Any]] = None,
        safe: bool = False,
    ) -> t.Any:
        """
        Returns the response to a request. Raises a ``TextloomError`` if the request fails.

        :param proof: a field that every success has, with its type; a 204 has none
        :param safe: whether a POST changes nothing
        """
        self._local.response = None
        request = self._build(
            method,
            path,
            _without_omitted(query, nullable),
            _without_omitted(body, nullable),
            idempotency_key,
        )
        changes = method != "GET" and not safe
        deadline = time.monotonic() + self._retry_for
        # The first error after which the service may have processed the request.
        unsettled: t.Optional[TextloomError] = None
        attempt = 0
        while True:
            try:
                return self._attempt(request, proof, changes)
            except TextloomError as error:
                # An earlier attempt, whose response was lost, may have deleted the object.
                is_gone = getattr(error, "code", "") == "not_found"
                if method == "DELETE" and unsettled and is_gone:
                    return None
                if unsettled is None and error.may_have_run:
                    unsettled = error
                delay = _retry_delay(error, attempt)
                if not error.retryable:
                    if unsettled and not (idempotency_key and _is_refusal(error)):
                        raise unsettled
                    raise
                if time.monotonic() + delay > deadline:
                    raise unsettled or error
            time.sleep(delay)
            attempt += 1

    def _build(
        self,
        method: str,
        path: str,
        query: t.Mapping[str, t.Any],
        body: t.Mapping[str, t.Any],
        idempotency_key: t.Optional[str],
    ) -> urllib.request.Request:
        check_keys(body.get("messages"), "/messages")
        if "messages" in body:
            body = {**body, "messages": without_nulls(body["messages"])}
        request = urllib.request.Request(self._base_url + path, method=method)
        request.add_header(AUTHENTICATION_HEADER, AUTHENTICATION_PREFIX + self._api_key)
        request.add_header("Accept", "application/json")
        request.add_header("User-Agent", f"textloom-python/{VERSION}")
        if idempotency_key is not None:
            check_key(idempotency_key)
            request.add_header(IDEMPOTENCY_KEY_HEADER, idempotency_key)
        if query:
            pairs = {name: _to_query(name, value) for name, value in query.items()}
            request.full_url += "?" + urlencode(pairs, doseq=True, quote_via=_quote)
        if body:
            request.data = encode_body(body)
            request.add_header("Content-Type", "application/json")
        return request

    def _attempt(
        self,
        request: urllib.request.Request,
        proof: t.Optional[t.Tuple[str, t.Any]],
        changes: bool,
    ) -> t.Any:
        deadline = time.monotonic() + self._timeout
        try:
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    status, headers = response.status, response.headers
                    content = _read_until(deadline, response)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    status, headers = refusal.code, refusal.headers
                    content = _read_until(deadline, refusal.fp)
        except (OSError, http.client.HTTPException) as error:
            proxy_status = _proxy_status(error)
            is_sent = proxy_status is None and not _is_unsent(error)
            raise NetworkError(changes and is_sent, is_sent, proxy_status) from error
        lowered = {name.lower(): value for name, value in headers.items()}
        self._local.response = Response(status, lowered)
        parsed = _parse(content)
        if _is_success(status, parsed, proof):
            return parsed
        raise to_error(status, headers, parsed, changes)


def _is_unsent(error: Exception) -> bool:
    """Returns True if there was no connection, so the service did not get the request."""
    reason = getattr(error, "reason", None)
    return (
        isinstance(reason, _NO_CONNECTION)
        or getattr(reason, "errno", None) in _NO_CONNECTION_NUMBERS
        or getattr(reason, "reason", None) == "WRONG_VERSION_NUMBER"
    )


def _proxy_status(error: Exception) -> t.Optional[int]:
    """Returns the status with which a proxy refused to connect to the service."""
    refusal = re.match("Tunnel connection failed: ([0-9]+)", str(getattr(error, "reason", "")))
    return int(refusal[1]) if refusal else None


def _read_until(deadline: float, response: t.Any) -> bytes:
    """Reads a body piece by piece, because the timeout of a socket limits each piece alone."""
    pieces = []
    while piece := response.read1(65_536):
        pieces.append(piece)
        if time.monotonic() > deadline:
            raise TimeoutError
    content = b"".join(pieces)
    # Unlike `read`, `read1` does not report a body that is shorter than its Content-Length.
    if response.length:
        raise http.client.IncompleteRead(content, response.length)
    return content


def _without_omitted(
    fields: t.Optional[t.Mapping[str, t.Any]], nullable: t.Sequence[str]
) -> t.Dict[str, t.Any]:
    return {
        name: value
        for name, value in (fields or {}).items()
        if value is not OMITTED and (value is not None or name in nullable)
    }


def _to_query(name: str, value: t.Any) -> t.Any:
    pointer = f"/{name}"
    if isinstance(value, (t.AbstractSet, t.ValuesView)):
        value = list(value)
    if not isinstance(value, (list, tuple)):
        return _to_text(value, pointer)
    # Without the filter, the service would list everything.
    if not value:
        raise refused_field(pointer, "too_short", "must have at least 1 item")
    return [_to_text(one, pointer) for one in value]


def _to_text(value: t.Any, pointer: str) -> str:
    """Converts one value of a filter. Refuses a value that would become its description."""
    if not isinstance(value, (str, int, float, date)):
        raise refused_field(pointer, "wrong_type", f"must not be {type(value).__name__}")
    value = to_json(value, pointer)
    check_text(value, pointer)
    # Unlike `str`, it returns the value of a member of an enumeration.
    return str.__str__(value) if isinstance(value, str) else json.dumps(value)


def _parse(content: bytes) -> t.Any:
    try:
        return json.loads(content)
    # The parser gives up on deeply nested lists with a RecursionError.
    except (ValueError, RecursionError):
        return None


def _is_success(status: int, parsed: t.Any, proof: t.Optional[t.Tuple[str, t.Any]]) -> bool:
    """Returns False for the page of a proxy, which may have the status of a success."""
    if proof is None:
        return status == 204
    name, kind = proof
    return status < 300 and isinstance(parsed, dict) and isinstance(parsed.get(name), kind)


def to_error(
    status: int, headers: t.Mapping[str, str], parsed: t.Any, changes: bool
) -> ApiError:
    """Converts the response of a failed request, or a rejected message of a batch."""
    seconds = headers.get(RETRY_AFTER_HEADER, "")
    # With zero, the usual delay applies.
    is_number = re.fullmatch("[0-9]+", seconds)
    retry_after = min(int(seconds[:9]), MAX_RETRY_AFTER) or None if is_number else None
    # Decide by the status about a response of a proxy, and about a code of a newer service.
    retryable = status in TEMPORARY_STATUSES
    may_have_run = changes and (status < 300 or status >= 500)
    if _is_problem(status, parsed):
        code = parsed["code"]
        if code in _KNOWN_CODES:
            retryable, may_have_run = code in RETRYABLE_CODES, code in MAY_HAVE_RUN_CODES
        return ApiError(parsed, retry_after, retryable, may_have_run)
    return ApiError(
        {
            "status": status,
            "code": _PROXY_CODES.get(status, "unexpected_response"),
            "detail": f"The service responded with {status}, but not in the format of the API",
            "remedy": "Try again later." if status >= 500 else _PROXY_REMEDY,
            "request_id": headers.get(REQUEST_ID_HEADER),
        },
        retry_after,
        retryable,
        may_have_run,
    )


def _is_problem(status: int, parsed: t.Any) -> bool:
    """Returns False for the error of a proxy, which may have a code and a status, too."""
    return (
        isinstance(parsed, dict)
        and parsed.get("status") == status
        and all(isinstance(parsed.get(name), str) for name in _PROBLEM_TEXTS)
        and isinstance(parsed.get("errors"), list)
    )


def _is_refusal(error: TextloomError) -> bool:
    """
    Returns True if the service refused the request after it looked up the idempotency key, so no
    earlier request with the key succeeded. It checks the API key first, and a proxy never gets
    that far.
    """
    return (
        isinstance(error, ApiError)
        and error.code not in ("unexpected_response", "unknown_path")
        and error.status in (404, 409, 422)
    )


def _retry_delay(error: TextloomError, attempt: int) -> float:
    """Returns the delay that the service requires, or exponential backoff, with jitter."""
    if error.retry_after is not None:
        return error.retry_after * (1 + random.random() / 10)
    return min(_MIN_DELAY * 2.0 ** min(attempt, 10), _MAX_DELAY) * (0.5 + random.random() / 2)
