"""Send and receive text messages (SMS) with Textloom."""

from .client import Client
from .contract import VERSION as __version__
from .contract import ErrorCode
from .core import OMITTED, new_idempotency_key
from .errors import ApiError, NetworkError, TextloomError
from .pagination import paginate
from .response import Response
from .sending import send_many
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "OMITTED",
    "ApiError",
    "Client",
    "ErrorCode",
    "NetworkError",
    "Response",
    "TextloomError",
    "WebhookVerificationError",
    "__version__",
    "new_idempotency_key",
    "paginate",
    "send_many",
    "verify_webhook",
]
