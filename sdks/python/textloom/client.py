"""The client, and pagination."""

import typing as t

from .core import Core
from .resources import Resources


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
        super().__init__(Core(api_key, base_url, timeout=timeout, retry_for=retry_for))


def paginate(
    list_page: t.Callable[..., t.Any], *args: t.Any, **filters: t.Any
) -> t.Iterator[t.Any]:
    """
    Yields every result of a list operation, page by page:
    ``paginate(client.messages.list, status="failed")``.
    """
    while True:
        page = list_page(*args, **filters)
        yield from page["data"]
        # A list without pages has no cursor.
        cursor = page.get("next_cursor")
        if cursor is None:
            return
        filters["cursor"] = cursor
