"""The errors of failed calls."""

import typing as t

from .contract import REMEDIES
from .types import ProblemErrors


class TextloomError(Exception):
    """Reports a failed call. The message contains no message text and no phone number."""

    #: Says what to do next.
    remedy: str = "Try again. If the error persists, contact the operator of the service."
    #: How long to wait before a retry, in seconds, if the service requires it.
    retry_after: t.Optional[int] = None
    #: Whether the same call may succeed later.
    retryable: bool = False
    #: Whether the service may have carried out the call in spite of the error.
    may_have_run: bool = False


class NetworkError(TextloomError):
    """Reports that no response arrived."""

    retryable = True

    def __init__(
        self,
        may_have_run: bool = True,
        is_sent: bool = True,
        proxy_status: t.Optional[int] = None,
    ) -> None:
        """
        :param is_sent: whether the service may have got the request
        :param proxy_status: the status with which a proxy refused to connect to the service
        """
        message = "The service did not respond" if is_sent else "The service could not be reached"
        if proxy_status is not None:
            message += f", because the proxy responded with {proxy_status}"
        super().__init__(message)
        self.may_have_run = may_have_run
        self._is_sent = is_sent
        self._proxy_status = proxy_status
        self.remedy = (
            "Try again later. If the error persists, check that the service is running."
            if is_sent
            else "Check the base URL, and that the service is running."
            if proxy_status is None
            else "Check the settings of the proxy, and that it allows connections to the service."
        )

    def __reduce__(self) -> t.Tuple[t.Any, ...]:
        """Lets the error travel between processes."""
        return NetworkError, (self.may_have_run, self._is_sent, self._proxy_status)


class ApiError(TextloomError):
    """
    Reports that the service rejected a call, with the reason (RFC 9457), or that the client refused
    to send it.
    """

    def __init__(
        self,
        problem: t.Mapping[str, t.Any],
        retry_after: t.Optional[int] = None,
        retryable: bool = False,
        may_have_run: bool = False,
    ) -> None:
        #: The message of the error without its code and the ID of the request.
        self.detail: str = problem.get("detail") or problem.get("title") or ""
        names = filter(None, (problem["code"], problem.get("request_id")))
        super().__init__(f"{self.detail} ({', '.join(names)})")
        self._problem = problem
        #: The stable name of the error: an ``ErrorCode``, or a code of a newer service.
        self.code: str = problem["code"]
        #: The HTTP status, or 0 if the client did not send the call.
        self.status: int = problem["status"]
        #: The invalid fields, each with a ``pointer``, a ``code``, and a ``detail``.
        self.field_errors: t.List[ProblemErrors] = problem.get("errors") or []
        #: Identifies the request in the log of the service.
        self.request_id: t.Optional[str] = problem.get("request_id")
        self.remedy = REMEDIES.get(self.code) or problem.get("remedy") or self.remedy
        self.retry_after = retry_after
        self.retryable = retryable
        self.may_have_run = may_have_run

    def __reduce__(self) -> t.Tuple[t.Any, ...]:
        """Lets the error travel between processes."""
        return ApiError, (self._problem, self.retry_after, self.retryable, self.may_have_run)
