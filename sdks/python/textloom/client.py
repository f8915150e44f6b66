"""The client: what it is made of, and the walk through pages."""

import typing as t

from .core import Core
from .resources import Resources


class Client(Resources):
    """
    Every operation of the API, by resource: ``client.messages.send(…)``. It may be shared by threads.

    :param api_key: a key of the account
    :param base_url: address of the API with its version, such as ``https://sms.example.com/v1``
    :param timeout: seconds that one attempt of a call may take
    :param retry_for: seconds after which a failing call is not attempted again; 0 for one attempt
    """

    def __init__(
        self, api_key: str, base_url: str, *, timeout: float = 30, retry_for: float = 30
    ) -> None:
        super().__init__(Core(api_key, base_url, timeout=timeout, retry_for=retry_for))


def paginate(
    list_page: t.Callable[..., t.Any], *args: t.Any, **filters: t.Any
) -> t.Iterator[t.Any]:
    """Every result of a list operation, page after page: ``paginate(client.messages.list, status="failed")``."""
    while True:
        page = list_page(*args, **filters)
        yield from page["data"]
        if page["next_cursor"] is None:
            return
        filters["cursor"] = page["next_cursor"]
