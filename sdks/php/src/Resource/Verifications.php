<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Codes that prove that a person has a phone number.
 *
 * @phpstan-type Verification array{
 *     id: string,
 *     status: 'pending'|'approved'|'failed'|'expired'|'canceled',
 *     to: string,
 *     country: string|null,
 *     attempts_left: int,
 *     message_id: string,
 *     next_code_at: string,
 *     expires_at: string,
 *     created_at: string,
 *     approved_at: string|null,
 * }
 * @phpstan-type VerificationCheck array{
 *     valid: bool,
 *     id: string,
 *     status: 'pending'|'approved'|'failed'|'expired'|'canceled',
 *     to: string,
 *     country: string|null,
 *     attempts_left: int,
 *     message_id: string,
 *     next_code_at: string,
 *     expires_at: string,
 *     created_at: string,
 *     approved_at: string|null,
 * }
 * @phpstan-type VerificationPage array{
 *     data: list<Verification>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type VerificationPrefix array{
 *     prefix: string,
 *     country: string|null,
 *     status: 'open'|'limited'|'blocked',
 *     started: int,
 *     approved: int,
 *     refused: int,
 *     blocked_until: string|null,
 * }
 * @phpstan-type VerificationPrefixPage array{
 *     data: list<VerificationPrefix>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Verifications
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Texts a code to a phone number; a newer code to the same number cancels the older one.
     *
     * @param string $to Phone number to verify, such as +12025550123; without a country code, it belongs to the account's default country.
     * @param string|null $from Number or name to send from; the account's default number if empty.
     * @param int|null $length Number of digits of the code.
     * @param int|null $ttl Seconds until the code expires.
     * @param int|null $maxAttempts Number of wrong codes after which the verification fails.
     * @param 'en'|'es'|'fr'|'de'|'it'|'pt'|'nl'|null $language Language of the text; the account's language if empty.
     * @param string|null $text Your own text, which must contain {{code}}; a standard text if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Verification
     * @throws ApiException recipient_opted_out, sender_not_owned, no_route, recipient_not_allowed, daily_limit_reached, verification_blocked, too_many_verifications, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function start(
        string $to,
        ?string $from = null,
        ?int $length = null,
        ?int $ttl = null,
        ?int $maxAttempts = null,
        ?string $language = null,
        ?string $text = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/verifications',
            body: ['to' => $to, 'from' => $from, 'length' => $length, 'ttl' => $ttl, 'max_attempts' => $maxAttempts, 'language' => $language, 'text' => $text],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Compares a code that a person entered with the code that you sent; each wrong code uses up an attempt.
     *
     * @param string $code The code that the person entered; spaces and dashes are ignored, and zeros at the start may be missing.
     * @param string|null $id ID of the verification. Give exactly one of id and to.
     * @param string|null $to Phone number that got the code, instead of the ID of the verification. Give exactly one of id and to.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return VerificationCheck
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function check(
        string $code,
        ?string $id = null,
        ?string $to = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/verifications/check',
            body: ['code' => $code, 'id' => $id, 'to' => $to],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['valid' => 'boolean'],
        );
    }

    /**
     * Gets one verification.
     *
     * @param string $id ID of the verification.
     * @return Verification
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/verifications/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists verifications, newest first.
     *
     * @param string|null $to Only verifications of this phone number.
     * @param 'pending'|'approved'|'failed'|'expired'|'canceled'|null $status Only verifications with this status.
     * @param string|\DateTimeInterface|null $createdAfter Only verifications created at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only verifications created before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return VerificationPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $to = null,
        ?string $status = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/verifications',
            query: ['to' => $to, 'status' => $status, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Cancels a pending verification, so that its code is no longer valid.
     *
     * @param string $id ID of the verification.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Verification
     * @throws ApiException not_found, status_conflict, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function cancel(
        string $id,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/verifications/' . Core::segment('id', $id) . '/cancel',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the ranges of phone numbers that you sent codes to in the last 24 hours, those with the most codes first.
     *
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return VerificationPrefixPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function prefixes(
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/verification_prefixes',
            query: ['limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Lets the service send codes to a range of phone numbers again.
     *
     * @param string $prefix First digits of the phone numbers, as the list shows them.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return VerificationPrefix
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function unblock(
        string $prefix,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/verification_prefixes/' . Core::segment('prefix', $prefix) . '/unblock',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['prefix' => 'string'],
        );
    }
}
