<?php

// Generated from the contract by `npm run generate`; do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The numbers that messages leave from and come in on.
 *
 * @phpstan-type AvailableNumber array{
 *     number: string,
 *     country: string,
 *     type: 'local'|'mobile'|'toll_free'|'short_code'|'alphanumeric',
 *     capabilities: list<'sms'>,
 * }
 * @phpstan-type NumberAvailableAnswer array{
 *     data: list<AvailableNumber>,
 * }
 * @phpstan-type Number array{
 *     id: string,
 *     number: string,
 *     country: string,
 *     type: 'local'|'mobile'|'toll_free'|'short_code'|'alphanumeric',
 *     capabilities: list<'sms'>,
 *     status: 'pending'|'active'|'suspended',
 *     default: bool,
 *     messages_per_second: int|null,
 *     campaign_id: string|null,
 *     created_at: string,
 * }
 * @phpstan-type NumberPage array{
 *     data: list<Number>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Numbers
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Searches the numbers that can be provisioned.
     *
     * @param string|null $country Only numbers of this country; of the account's if empty.
     * @param 'local'|'mobile'|'toll_free'|null $type Only numbers of this type.
     * @param string|null $areaCode Only numbers with this area code.
     * @param string|null $contains Only numbers with these digits in a row.
     * @param int|null $limit Max number of results to return.
     * @return NumberAvailableAnswer
     * @throws ApiException One that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function available(
        ?string $country = null,
        ?string $type = null,
        ?string $areaCode = null,
        ?string $contains = null,
        ?int $limit = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/numbers/available',
            query: ['country' => $country, 'type' => $type, 'area_code' => $areaCode, 'contains' => $contains, 'limit' => $limit],
        );
    }

    /**
     * Takes an available number, a short code or a name into the account to send from.
     *
     * @param string $number Number, short code or name to take.
     * @param bool|null $default Whether messages without a sender go out from this number.
     * @param int|null|Omitted $messagesPerSecond Pace at which messages leave from this number; what is above it waits its turn; null for as fast as the carrier takes them.
     * @param string|null|Omitted $campaignId ID of the registration that covers marketing from the number; null to take the number out of it.
     * @param ?string $idempotencyKey Makes a repeated call count once; made anew if empty.
     * @return Number
     * @throws ApiException number_in_use, or one that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function provision(
        string $number,
        ?bool $default = null,
        int|null|Omitted $messagesPerSecond = Omitted::Value,
        string|null|Omitted $campaignId = Omitted::Value,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/numbers',
            body: ['number' => $number, 'default' => $default, 'messages_per_second' => $messagesPerSecond, 'campaign_id' => $campaignId],
            nullable: ['messages_per_second', 'campaign_id'],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
        );
    }

    /**
     * Gets one number of the account.
     *
     * @param string $id ID of the number.
     * @return Number
     * @throws ApiException not_found, or one that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/numbers/' . rawurlencode($id),
        );
    }

    /**
     * Lists the numbers of the account that messages can be sent from.
     *
     * @param 'local'|'mobile'|'toll_free'|'short_code'|'alphanumeric'|null $type Only numbers of this type.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return NumberPage
     * @throws ApiException invalid_cursor, or one that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function list(
        ?string $type = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/numbers',
            query: ['type' => $type, 'limit' => $limit, 'cursor' => $cursor],
        );
    }

    /**
     * Makes a number the default one, sets its pace, or puts it under a campaign.
     *
     * @param string $id ID of the number.
     * @param bool|null $default Whether messages without a sender go out from this number.
     * @param int|null|Omitted $messagesPerSecond Pace at which messages leave from this number; what is above it waits its turn; null for as fast as the carrier takes them.
     * @param string|null|Omitted $campaignId ID of the registration that covers marketing from the number; null to take the number out of it.
     * @return Number
     * @throws ApiException not_found, or one that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function update(
        string $id,
        ?bool $default = null,
        int|null|Omitted $messagesPerSecond = Omitted::Value,
        string|null|Omitted $campaignId = Omitted::Value,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/numbers/' . rawurlencode($id),
            body: ['default' => $default, 'messages_per_second' => $messagesPerSecond, 'campaign_id' => $campaignId],
            nullable: ['messages_per_second', 'campaign_id'],
        );
    }

    /**
     * Gives a number back; messages that wait to leave from it fail.
     *
     * @param string $id ID of the number.
     * @throws ApiException not_found, or one that any call may meet.
     * @throws NetworkException No answer arrived.
     */
    public function release(
        string $id,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/numbers/' . rawurlencode($id),
        );
    }
}
