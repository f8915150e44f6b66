"""Sends any number of messages."""

import typing as t

from .client import Client
from .contract import MAX_BATCH_MESSAGES, MAX_BODY_BYTES
from .core import key_or_new, to_error
from .errors import TextloomError
from .inputs import check_keys, encode, to_json
from .types import Message, MessageInput

#: The part of a body that its messages may fill.
_MAX_BYTES = MAX_BODY_BYTES - 1024


def send_many(
    client: Client, messages: t.Iterable[MessageInput]
) -> t.List[t.Union[Message, TextloomError]]:
    """
    Sends any number of messages in as few requests as possible, and returns a message or an error
    for each, in order. If a whole request fails, its messages get that error, and all later
    messages get an error that says that they were not sent. To repeat the call without sending a
    message twice, set an ``idempotency_key`` on each message. If one of these keys is not valid,
    or JSON cannot contain a value, the function raises an error before it sends any message.
    """
    keyed = [
        {**message, "idempotency_key": key_or_new(message.get("idempotency_key"))}
        for message in messages
    ]
    check_keys(keyed, "")
    keyed = to_json(keyed, "")
    results: t.List[t.Union[Message, TextloomError]] = []
    for batch in _split_into_batches(keyed):
        try:
            answers = client.messages.send_batch(messages=batch)["results"]
        except TextloomError as error:
            results += [error] * len(batch)
            return results + [_not_sent(error)] * (len(keyed) - len(results))
        for index in range(len(batch)):
            results.append(_to_result(answers[index] if index < len(answers) else {}))
    return results


def _split_into_batches(messages: t.Iterable[MessageInput]) -> t.List[t.List[MessageInput]]:
    batches: t.List[t.List[MessageInput]] = []
    size = 0
    for message in messages:
        # The encoder writes only ASCII, and separates the messages with two characters.
        more = len(encode(message)) + 2
        is_full = size + more > _MAX_BYTES
        if not batches or is_full or len(batches[-1]) == MAX_BATCH_MESSAGES:
            batches.append([])
            size = 0
        batches[-1].append(message)
        size += more
    return batches


def _to_result(answer: t.Mapping[str, t.Any]) -> t.Union[Message, TextloomError]:
    message: t.Optional[Message] = answer.get("message")
    if message is not None:
        return message
    return to_error(answer.get("status", 0), {}, answer.get("problem"), changes=True)


def _not_sent(cause: TextloomError) -> TextloomError:
    error = TextloomError("The message was not sent, because an earlier request failed")
    error.remedy = cause.remedy
    error.retryable = cause.retryable
    error.retry_after = cause.retry_after
    error.__cause__ = cause
    return error
