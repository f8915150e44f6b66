<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Your erasure requests and their progress.
 *
 * @phpstan-type Erasure array{
 *     id: string,
 *     contact_id: string|null,
 *     status: 'running'|'completed',
 *     messages: int,
 *     created_at: string,
 *     completed_at: string|null,
 * }
 * @phpstan-type ErasurePage array{
 *     data: list<Erasure>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Erasures
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists your erasure requests and their progress, newest first.
     *
     * @param string|null $contactId Only erasures of this contact.
     * @param 'running'|'completed'|null $status Only erasures with this status.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ErasurePage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $contactId = null,
        ?string $status = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/erasures',
            query: ['contact_id' => $contactId, 'status' => $status, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
