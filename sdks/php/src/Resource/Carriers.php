<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The carriers of the service, for its operator.
 *
 * @phpstan-type CarrierCarrierError array{
 *     code: string|null,
 *     message: string,
 *     count: int,
 *     last_at: string,
 * }
 * @phpstan-type Carrier array{
 *     name: string,
 *     type: string,
 *     status: 'working'|'failing'|'stopped',
 *     retry_at: string|null,
 *     pending: int,
 *     sent: int,
 *     delivered: int,
 *     failed: int,
 *     callback_url: string|null,
 *     inbound_webhook_url: string|null,
 *     last_callback_at: string|null,
 *     errors: list<CarrierCarrierError>,
 * }
 * @phpstan-type CarrierListResponse array{
 *     data: list<Carrier>,
 * }
 * @phpstan-type MessageMedia array{
 *     url: string,
 *     content_type: string|null,
 *     size: int|null,
 * }
 * @phpstan-type MessageError array{
 *     code: 'recipient_opted_out'|'opt_in_required'|'sender_released'|'unregistered_sender'|'no_route'|'carrier_rejected'|'carrier_undeliverable'|'carrier_discarded'|'media_rejected'|'carrier_expired'|'carrier_unavailable'|'ttl_expired'|'no_receipt',
 *     message: string,
 *     carrier_code: string|null,
 *     retryable: bool,
 * }
 * @phpstan-type Message array{
 *     id: string,
 *     direction: 'outbound'|'inbound',
 *     status: 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received',
 *     to: string,
 *     from: string,
 *     text: string,
 *     sent_text: string|null,
 *     text_erased_at: string|null,
 *     media: list<MessageMedia>,
 *     encoding: 'gsm7'|'ucs2',
 *     segments: int,
 *     purpose: 'notification'|'otp'|'marketing'|'alert',
 *     country: string|null,
 *     contact_id: string|null,
 *     list_ids: list<string>,
 *     campaign_id: string|null,
 *     reference: string|null,
 *     metadata: array<string, string>,
 *     error: MessageError|null,
 *     in_reply_to: string|null,
 *     conversation_id: string|null,
 *     broadcast_id: string|null,
 *     keyword: 'stop'|'start'|'help'|null,
 *     possible_keyword: 'stop'|'start'|'help'|null,
 *     keyword_rule: string|null,
 *     automatic: bool,
 *     sequence: int,
 *     send_at: string|null,
 *     held_reason: 'quiet_hours'|null,
 *     expires_at: string|null,
 *     created_at: string,
 *     sent_at: string|null,
 *     delivered_at: string|null,
 *     final_at: string|null,
 * }
 */
final class Carriers
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists the carriers of the service with their status; only the first account of the service, which belongs to its operator, can see them.
     *
     * @return CarrierListResponse
     * @throws ApiException operator_only, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(): array
    {
        return $this->core->request(
            'GET',
            '/carriers',
            proof: ['data' => 'array'],
        );
    }

    /**
     * Sends a short text through a carrier, from a number of the account that belongs to it; the message behaves like any other.
     *
     * @param string $name Name of the carrier in CARRIERS.
     * @param string $to Your own phone.
     * @param string|null $from Sender that belongs to the carrier; any of them if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Message
     * @throws ApiException operator_only, not_found, recipient_opted_out, sender_not_owned, no_route, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function test(
        string $name,
        string $to,
        ?string $from = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/carriers/' . Core::segment('name', $name) . '/test',
            body: ['to' => $to, 'from' => $from],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }
}
