"""Constants of the API protocol. Generated from the contract by `npm run generate`. Do not edit."""

import typing as t

VERSION = "0.1.0"
BASE_PATH = "/v1"
AUTHENTICATION_HEADER = "Authorization"
AUTHENTICATION_PREFIX = "Bearer "
AUTHENTICATE_HEADER = "WWW-Authenticate"
IDEMPOTENCY_KEY_HEADER = "Idempotency-Key"
IDEMPOTENT_REPLAYED_HEADER = "Idempotent-Replayed"
RATE_LIMIT_HEADER = "RateLimit"
RATE_LIMIT_POLICY_HEADER = "RateLimit-Policy"
REQUEST_ID_HEADER = "Request-Id"
RETRY_AFTER_HEADER = "Retry-After"
WEBHOOK_ID_HEADER = "webhook-id"
WEBHOOK_SIGNATURE_HEADER = "webhook-signature"
WEBHOOK_TIMESTAMP_HEADER = "webhook-timestamp"
WEBHOOK_ATTEMPT_HEADER = "webhook-attempt"

ErrorCode = t.Literal[
    "malformed_request",
    "malformed_json",
    "invalid_cursor",
    "invalid_idempotency_key",
    "unauthenticated",
    "insufficient_scope",
    "operator_only",
    "not_found",
    "unknown_path",
    "method_not_allowed",
    "request_timeout",
    "idempotency_in_progress",
    "not_cancelable",
    "status_conflict",
    "number_in_use",
    "purchase_pending",
    "cannot_revoke_current_key",
    "key_already_rotated",
    "last_admin_key",
    "limit_reached",
    "webhook_disabled",
    "link_expired",
    "payload_too_large",
    "unsupported_media_type",
    "validation_failed",
    "idempotency_key_reused",
    "recipient_opted_out",
    "sender_not_owned",
    "unregistered_sender",
    "no_route",
    "media_not_supported",
    "recipient_not_allowed",
    "daily_limit_reached",
    "verification_blocked",
    "opt_in_required",
    "too_many_verifications",
    "rate_limited",
    "headers_too_large",
    "internal_error",
    "unavailable",
    "unconfirmed",
    "unexpected_response",
]

#: The same request may succeed later.
RETRYABLE_CODES: t.FrozenSet[str] = frozenset(
    ["request_timeout","idempotency_in_progress","rate_limited","unavailable","unconfirmed"]
)

MAX_BATCH_MESSAGES = 500
MAX_BODY_BYTES = 1048576
