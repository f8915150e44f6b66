<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The ledger of who agreed or refused to be texted.
 *
 * @phpstan-type ConsentRecord array{
 *     id: string,
 *     phone: string,
 *     contact_id: string|null,
 *     action: 'opted_in'|'opted_out'|'confirmation_requested',
 *     method: 'text'|'review'|'api'|'import'|'carrier',
 *     number: string|null,
 *     words: string|null,
 *     rule: string|null,
 *     source: string|null,
 *     message_id: string|null,
 *     key_id: string|null,
 *     occurred_at: string,
 *     created_at: string,
 * }
 * @phpstan-type ConsentRecordPage array{
 *     data: list<ConsentRecord>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Consents
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists who agreed or refused to be texted, when, and with what words, newest first.
     *
     * @param string|null $phone Only records of this phone number.
     * @param string|null $contactId Only records of this contact.
     * @param 'opted_in'|'opted_out'|'confirmation_requested'|null $action Only records of this action.
     * @param string|\DateTimeInterface|null $createdAfter Only records created at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only records created before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ConsentRecordPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $phone = null,
        ?string $contactId = null,
        ?string $action = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/consents',
            query: ['phone' => $phone, 'contact_id' => $contactId, 'action' => $action, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
