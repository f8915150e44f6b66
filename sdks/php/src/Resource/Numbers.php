<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The numbers that send and receive messages.
 *
 * @phpstan-type AvailableNumber array{
 *     number: string,
 *     country: string,
 *     type: 'local'|'mobile'|'toll_free'|'short_code'|'alphanumeric',
 *     capabilities: list<'sms'>,
 *     requires_purchase: bool,
 * }
 * @phpstan-type NumberAvailableResponse array{
 *     data: list<AvailableNumber>,
 * }
 * @phpstan-type SenderNumber array{
 *     id: string,
 *     number: string,
 *     country: string,
 *     type: 'local'|'mobile'|'toll_free'|'short_code'|'alphanumeric',
 *     capabilities: list<'sms'>,
 *     status: 'pending'|'active'|'suspended'|'failed',
 *     purchase_error: string|null,
 *     default: bool,
 *     messages_per_second: int|null,
 *     campaign_id: string|null,
 *     created_at: string,
 * }
 * @phpstan-type SenderNumberPage array{
 *     data: list<SenderNumber>,
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
     * @param string|null $country Only numbers in this country; the account's country if empty.
     * @param 'local'|'mobile'|'toll_free'|null $type Only numbers of this type.
     * @param string|null $areaCode Only numbers with this area code.
     * @param string|null $contains Only numbers that contain these consecutive digits.
     * @param int|null $limit Max number of results to return.
     * @return NumberAvailableResponse
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
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
            proof: ['data' => 'array'],
        );
    }

    /**
     * Adds an available number, a short code or a name to the account to send messages from; a number that requires a purchase is pending until the carrier delivers it.
     *
     * @param string $number Number, short code or name to add.
     * @param bool|null $default Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active.
     * @param int|null|Omitted $messagesPerSecond Maximum number of messages per second from this number; further messages wait in a queue; null to send as fast as the carrier accepts.
     * @param string|null|Omitted $campaignId ID of the registration that covers marketing from the number; null to remove the number from the campaign.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return SenderNumber
     * @throws ApiException number_in_use, limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
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
            proof: ['id' => 'string'],
        );
    }

    /**
     * Gets one number of the account.
     *
     * @param string $id ID of the number.
     * @return SenderNumber
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/numbers/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the numbers of the account, newest first, including those whose purchase is pending or has failed.
     *
     * @param 'local'|'mobile'|'toll_free'|'short_code'|'alphanumeric'|null $type Only numbers of this type.
     * @param 'pending'|'active'|'suspended'|'failed'|null $status Only numbers with this status.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return SenderNumberPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $type = null,
        ?string $status = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/numbers',
            query: ['type' => $type, 'status' => $status, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Makes a number the default, sets its rate, or adds it to a campaign.
     *
     * @param string $id ID of the number.
     * @param bool|null $default Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active.
     * @param int|null|Omitted $messagesPerSecond Maximum number of messages per second from this number; further messages wait in a queue; null to send as fast as the carrier accepts.
     * @param string|null|Omitted $campaignId ID of the registration that covers marketing from the number; null to remove the number from the campaign.
     * @return SenderNumber
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
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
            '/numbers/' . Core::segment('id', $id),
            body: ['default' => $default, 'messages_per_second' => $messagesPerSecond, 'campaign_id' => $campaignId],
            nullable: ['messages_per_second', 'campaign_id'],
            proof: ['id' => 'string'],
        );
    }

    /**
     * Releases a number. Its waiting messages fail, and texts to it are lost. If it was the default, the account has none until you choose another. For 24 hours, no other account can provision it. The carrier still bills you unless you also release it there.
     *
     * @param string $id ID of the number.
     * @param bool|null $releaseAtCarrier Whether to also return the number to the carrier, if this account bought it; you cannot undo this, and someone else can then get the number.
     * @throws ApiException not_found, purchase_pending, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function release(
        string $id,
        ?bool $releaseAtCarrier = null,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/numbers/' . Core::segment('id', $id),
            query: ['release_at_carrier' => $releaseAtCarrier],
        );
    }
}
