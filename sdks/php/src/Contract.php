<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom;

/** Constants of the API protocol. */
final class Contract
{
    public const VERSION = '0.1.0';
    public const AUTHENTICATION_HEADER = 'Authorization';
    public const AUTHENTICATION_PREFIX = 'Bearer ';
    public const AUTHENTICATE_HEADER = 'WWW-Authenticate';
    public const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
    public const IDEMPOTENT_REPLAYED_HEADER = 'Idempotent-Replayed';
    public const RATE_LIMIT_HEADER = 'RateLimit';
    public const RATE_LIMIT_POLICY_HEADER = 'RateLimit-Policy';
    public const REQUEST_ID_HEADER = 'Request-Id';
    public const RETRY_AFTER_HEADER = 'Retry-After';
    public const WEBHOOK_ID_HEADER = 'webhook-id';
    public const WEBHOOK_SIGNATURE_HEADER = 'webhook-signature';
    public const WEBHOOK_TIMESTAMP_HEADER = 'webhook-timestamp';
    public const WEBHOOK_ATTEMPT_HEADER = 'webhook-attempt';

    /** The codes of all errors of the API. */
    public const ERROR_CODES = [
        'malformed_request',
        'malformed_json',
        'invalid_cursor',
        'invalid_idempotency_key',
        'unauthenticated',
        'insufficient_scope',
        'operator_only',
        'not_found',
        'unknown_path',
        'method_not_allowed',
        'request_timeout',
        'idempotency_in_progress',
        'not_cancelable',
        'status_conflict',
        'number_in_use',
        'purchase_pending',
        'cannot_revoke_current_key',
        'key_already_rotated',
        'last_admin_key',
        'limit_reached',
        'webhook_disabled',
        'link_expired',
        'payload_too_large',
        'unsupported_media_type',
        'validation_failed',
        'idempotency_key_reused',
        'recipient_opted_out',
        'sender_not_owned',
        'unregistered_sender',
        'no_route',
        'media_not_supported',
        'recipient_not_allowed',
        'daily_limit_reached',
        'verification_blocked',
        'opt_in_required',
        'too_many_verifications',
        'rate_limited',
        'headers_too_large',
        'internal_error',
        'unavailable',
        'unconfirmed',
    ];

    /** The codes of errors that a retry can fix. */
    public const RETRYABLE_CODES = [
        'request_timeout',
        'idempotency_in_progress',
        'rate_limited',
        'unavailable',
        'unconfirmed',
    ];

    public const MAX_BATCH_MESSAGES = 500;
    public const MAX_BODY_BYTES = 1048576;
}
