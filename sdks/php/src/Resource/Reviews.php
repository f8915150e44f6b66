<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Possible opt-outs, for a person to decide.
 *
 * @phpstan-type Review array{
 *     id: string,
 *     status: 'open'|'confirmed'|'dismissed',
 *     keyword: 'stop'|'start',
 *     rule: string,
 *     explanation: string,
 *     message_id: string,
 *     text: string,
 *     phone: string,
 *     number: string,
 *     contact_id: string|null,
 *     conversation_id: string|null,
 *     created_at: string,
 *     decided_at: string|null,
 * }
 * @phpstan-type ReviewPage array{
 *     data: list<Review>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Reviews
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists the reviews of possible opt-outs: received texts that may ask you to stop or start texting, newest first.
     *
     * @param 'open'|'confirmed'|'dismissed'|null $status Only reviews with this status.
     * @param string|null $phone Only texts from this phone number.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ReviewPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $status = null,
        ?string $phone = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/reviews',
            query: ['status' => $status, 'phone' => $phone, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Gets one review.
     *
     * @param string $id ID of the review.
     * @return Review
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/reviews/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Confirms that the sender wants you to stop or start texting, or dismisses the review.
     *
     * @param string $id ID of the review.
     * @param 'confirm'|'dismiss' $decision Confirm to opt the sender out (or in again, for start); dismiss to change nothing.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Review
     * @throws ApiException not_found, status_conflict, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function decide(
        string $id,
        string $decision,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/reviews/' . Core::segment('id', $id) . '/decide',
            body: ['decision' => $decision],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }
}
