"""The client."""

import typing as t

from .core import Core
from .resources import Resources
from .response import Response


class Client(Resources):
    """
    Provides every operation of the API by resource, such as ``client.messages.send(…)``. Several
    threads can share it.

    :param api_key: an API key of the account
    :param base_url: the URL of the API with its version, such as ``https://sms.example.com/v1``
    :param timeout: the time limit of one attempt, in seconds. It also limits connecting, sending
        and each wait for more of the response, so an attempt can take a few times as long
    :param retry_for: how long to retry a failed call, in seconds; with 0, there is only one attempt
    """

    def __init__(
        self, api_key: str, base_url: str, *, timeout: float = 30, retry_for: float = 30
    ) -> None:
        self._core = Core(api_key, base_url, timeout=timeout, retry_for=retry_for)
        super().__init__(self._core)

    @property
    def last_response(self) -> t.Optional[Response]:
        """
        The last response of the last call in this thread, even of a failed call, or ``None`` if no
        response arrived.
        """
        return self._core.last_response
