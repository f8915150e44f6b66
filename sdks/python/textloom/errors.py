"""Every way in which a call fails."""

import typing as t

from .types import ProblemErrors


class TextloomError(Exception):
    """A call that failed. The message says what happened, and holds no text and no phone number."""

    #: The seconds to wait, if the service named them.
    retry_after: t.Optional[int] = None
    #: Whether the same call may succeed later.
    retryable: bool = False


class NetworkError(TextloomError):
    """No answer arrived; what was asked for may have been done."""

    retryable = True

    def __init__(self) -> None:
        super().__init__("The service could not be reached")


class ApiError(TextloomError):
    """The service refused, and tells why (RFC 9457)."""

    def __init__(
        self,
        problem: t.Mapping[str, t.Any],
        retry_after: t.Optional[int] = None,
        retryable: bool = False,
    ) -> None:
        super().__init__(problem.get("detail") or problem.get("title"))
        #: Stable name of the error: an ``ErrorCode``, or one that a newer service knows.
        self.code: str = problem["code"]
        #: HTTP status.
        self.status: int = problem["status"]
        #: The fields at fault, each with its ``pointer``, ``code`` and ``detail``.
        self.field_errors: t.List[ProblemErrors] = problem.get("errors") or []
        #: Identifies the request in the log of the service.
        self.request_id: t.Optional[str] = problem.get("request_id")
        self.retry_after = retry_after
        self.retryable = retryable
