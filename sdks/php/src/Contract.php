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

    /** The statuses of a proxy with which a retry may succeed. */
    public const TEMPORARY_STATUSES = [429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530];

    /** The codes of errors after which the service may have carried out the request. */
    public const MAY_HAVE_RUN_CODES = [
        'unconfirmed',
    ];

    /** The next step after an error, by its code. */
    public const REMEDIES = [
        'malformed_request' => 'Check the request line, the headers and the length of the body.',
        'malformed_json' => 'Check the body for a missing quote, comma or brace.',
        'invalid_cursor' => 'Use next_cursor of the previous page as it is, or leave the cursor out to start again.',
        'invalid_idempotency_key' => 'Use 1 to 255 ASCII letters, digits, punctuation marks and spaces, but not only spaces.',
        'unauthenticated' => 'Check the API key that you send in the Authorization header.',
        'insufficient_scope' => 'Use a key with a wider scope.',
        'operator_only' => 'Use an admin key of the first account of the service.',
        'not_found' => 'Check the identifier, and that it belongs to this account.',
        'unknown_path' => 'Check that the base URL ends with /v1, and look up the path in the API reference.',
        'method_not_allowed' => 'Look up the methods of the path in the API reference.',
        'request_timeout' => 'Send the headers within 10 seconds and the whole request within 30 seconds.',
        'idempotency_in_progress' => 'Wait a second and repeat the request with the same key.',
        'not_cancelable' => 'Only a message that is scheduled or queued can be canceled, until a carrier receives it.',
        'status_conflict' => 'Get the object, check its status, and repeat the request if it still makes sense.',
        'number_in_use' => 'Search the available numbers and choose another one, or try again later.',
        'purchase_pending' => 'Wait until the number is active or the purchase has failed, then repeat the request.',
        'cannot_revoke_current_key' => 'Revoke it with another key whose scope is admin.',
        'key_already_rotated' => 'Rotate the key that replaced it, or create a key.',
        'last_admin_key' => 'Create a key with the scope admin that works for at least 7 days, then repeat the request.',
        'limit_reached' => 'Delete objects that you no longer need, or wait until some are complete, then repeat the request.',
        'webhook_disabled' => 'Enable the webhook, then repeat the request.',
        'link_expired' => 'Get the message again. It contains a new link.',
        'payload_too_large' => 'Send at most 1 MiB; split a large batch.',
        'unsupported_media_type' => 'Send JSON with the header Content-Type: application/json.',
        'validation_failed' => 'Correct the fields that the errors list points to.',
        'idempotency_key_reused' => 'Use a new key for a new request.',
        'recipient_opted_out' => 'Do not text this recipient until they reply START.',
        'sender_not_owned' => 'Choose one of the numbers of this account.',
        'unregistered_sender' => 'Register a brand and a campaign for this number, or send from another one.',
        'no_route' => 'Check the country and the number of the recipient, and send from a number that a carrier has. Without a sender, your default number sends. To text real phones, connect a carrier; the Carriers page of the console explains how.',
        'media_not_supported' => 'Send the message without media_urls, or from a sender whose carrier supports media.',
        'recipient_not_allowed' => 'Choose another recipient. The operator of the service decides which numbers the account may text, and an admin of the account which countries get verification codes.',
        'daily_limit_reached' => 'Send the message tomorrow, or ask the operator of the service to raise the limit. An admin of the account can raise the limit of verification codes, which counts those of the last 24 hours.',
        'verification_blocked' => 'Offer another way to sign in. If the users are real, unblock the prefix with an admin key.',
        'opt_in_required' => 'Send a pending contact a confirmation request. After an opt-out, include newer consent with its source and time, or ask the contact to reply START.',
        'too_many_verifications' => 'Wait for the number of seconds in Retry-After, then send another code.',
        'rate_limited' => 'Wait for the number of seconds in Retry-After, then repeat the request.',
        'headers_too_large' => 'Shorten the URL and the headers to at most 16 KiB together.',
        'internal_error' => 'Repeat the request, a POST with the same idempotency key. If the error persists, report the request ID.',
        'unavailable' => 'Wait for the number of seconds in Retry-After, then repeat the request.',
        'unconfirmed' => 'Repeat the request with the same idempotency key, or check first what it changed.',
    ];

    public const IDEMPOTENCY_KEY_PATTERN = '^ *[!-~][ -~]*$';
    public const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
    public const MAX_BATCH_MESSAGES = 500;
    public const MAX_BODY_BYTES = 1048576;
    /** The fields of a message in a batch that are objects. */
    public const MESSAGE_OBJECTS = ['metadata' => []];
    /** Longer delays are cut to this many seconds. */
    public const MAX_RETRY_AFTER = 3600;
}
