<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Who did what with which key.
 *
 * @phpstan-type AuditEntry array{
 *     id: string,
 *     operation: string,
 *     outcome: 'succeeded'|'started'|'failed'|'denied',
 *     actor: 'key'|'command_line'|'service',
 *     key_id: string|null,
 *     key_name: string|null,
 *     key_scope: 'read'|'send'|'admin'|null,
 *     resource_id: string|null,
 *     fields: list<string>,
 *     request_id: string|null,
 *     ip_address: string|null,
 *     created_at: string,
 * }
 * @phpstan-type AuditEntryPage array{
 *     data: list<AuditEntry>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Audits
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists who did what with which key, newest first; the API cannot change or delete an entry, and the service deletes old entries after a time that the operator sets.
     *
     * @param string|null $keyId Only what this API key did.
     * @param string|null $operation Only this operation, such as key.rotate.
     * @param string|null $resourceId Only what happened to the resource with this ID.
     * @param 'succeeded'|'started'|'failed'|'denied'|null $outcome Only entries with this outcome.
     * @param string|\DateTimeInterface|null $createdAfter Only entries created at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only entries created before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return AuditEntryPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $keyId = null,
        ?string $operation = null,
        ?string $resourceId = null,
        ?string $outcome = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/audit_log',
            query: ['key_id' => $keyId, 'operation' => $operation, 'resource_id' => $resourceId, 'outcome' => $outcome, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
