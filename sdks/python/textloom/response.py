"""What a response says about a call."""

import typing as t
from dataclasses import dataclass

from .contract import IDEMPOTENT_REPLAYED_HEADER, REQUEST_ID_HEADER


@dataclass(frozen=True)
class Response:
    """A response of the service, without its body."""

    #: The HTTP status.
    status: int
    #: The headers by their names in lowercase, such as ``ratelimit``.
    headers: t.Mapping[str, str]

    @property
    def request_id(self) -> t.Optional[str]:
        """Identifies the request in the log of the service."""
        return self.headers.get(REQUEST_ID_HEADER.lower())

    @property
    def replayed(self) -> bool:
        """Whether the service repeated the response to an earlier request with the same key."""
        return self.headers.get(IDEMPOTENT_REPLAYED_HEADER.lower()) == "true"
