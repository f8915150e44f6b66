"""Walks through the pages of a list. Generated from the contract by `npm run generate`. Do not edit."""

import typing as t

from . import types

if t.TYPE_CHECKING:
    # Type checkers contain this package, and Python does not load it.
    from typing_extensions import ParamSpec

    P = ParamSpec("P")


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ApiKeyPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.ApiKey]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.AuditEntryPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.AuditEntry]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.AttemptPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Attempt]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.MessagePage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Message]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ContactPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Contact]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ContactListPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.ContactList]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ConversationPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Conversation]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ConsentRecordPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.ConsentRecord]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ErasurePage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Erasure]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.ReviewPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Review]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.BroadcastPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Broadcast]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.BroadcastRecipientPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.BroadcastRecipient]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.VerificationPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Verification]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.VerificationPrefixPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.VerificationPrefix]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.NumberAvailableResponse]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.AvailableNumber]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.SenderNumberPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.SenderNumber]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.RegistrationPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Registration]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.WebhookPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Webhook]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.DeliveryPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Delivery]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.EventPage]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Event]: ...


@t.overload
def paginate(
    list_page: "t.Callable[P, types.CarrierListResponse]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.Carrier]: ...


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
