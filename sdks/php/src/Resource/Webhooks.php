<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * URLs that receive events as they happen.
 *
 * @phpstan-type WebhookWithSecretFilter array{
 *     to?: list<string>,
 *     from?: list<string>,
 *     purpose?: list<'notification'|'otp'|'marketing'|'alert'>,
 *     status?: list<'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'>,
 *     keyword?: list<'none'|'stop'|'start'|'help'>,
 *     message_id?: list<string>,
 * }
 * @phpstan-type WebhookWithSecret array{
 *     id: string,
 *     url: string,
 *     events: list<'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'|'message.*'|'contact.*'|'list.*'|'review.*'|'conversation.*'|'broadcast.*'|'verification.*'|'registration.*'|'number.*'|'webhook.*'|'*'>,
 *     filter: WebhookWithSecretFilter|null,
 *     burst_seconds: int|null,
 *     status: 'enabled'|'disabled',
 *     disabled_reason: string|null,
 *     failing_since: string|null,
 *     expires_at: string|null,
 *     created_at: string,
 *     updated_at: string,
 *     secret: string|null,
 * }
 * @phpstan-type WebhookFilter array{
 *     to?: list<string>,
 *     from?: list<string>,
 *     purpose?: list<'notification'|'otp'|'marketing'|'alert'>,
 *     status?: list<'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'>,
 *     keyword?: list<'none'|'stop'|'start'|'help'>,
 *     message_id?: list<string>,
 * }
 * @phpstan-type Webhook array{
 *     id: string,
 *     url: string,
 *     events: list<'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'|'message.*'|'contact.*'|'list.*'|'review.*'|'conversation.*'|'broadcast.*'|'verification.*'|'registration.*'|'number.*'|'webhook.*'|'*'>,
 *     filter: WebhookFilter|null,
 *     burst_seconds: int|null,
 *     status: 'enabled'|'disabled',
 *     disabled_reason: string|null,
 *     failing_since: string|null,
 *     expires_at: string|null,
 *     created_at: string,
 *     updated_at: string,
 * }
 * @phpstan-type WebhookPage array{
 *     data: list<Webhook>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type WebhookTestResponse array{
 *     event_id: string,
 * }
 * @phpstan-type Redelivery array{
 *     deliveries: int,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type WebhookWithNewSecretFilter array{
 *     to?: list<string>,
 *     from?: list<string>,
 *     purpose?: list<'notification'|'otp'|'marketing'|'alert'>,
 *     status?: list<'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'>,
 *     keyword?: list<'none'|'stop'|'start'|'help'>,
 *     message_id?: list<string>,
 * }
 * @phpstan-type WebhookWithNewSecret array{
 *     id: string,
 *     url: string,
 *     events: list<'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'|'message.*'|'contact.*'|'list.*'|'review.*'|'conversation.*'|'broadcast.*'|'verification.*'|'registration.*'|'number.*'|'webhook.*'|'*'>,
 *     filter: WebhookWithNewSecretFilter|null,
 *     burst_seconds: int|null,
 *     status: 'enabled'|'disabled',
 *     disabled_reason: string|null,
 *     failing_since: string|null,
 *     expires_at: string|null,
 *     created_at: string,
 *     updated_at: string,
 *     secret: string|null,
 *     previous_secret_expires_at: string,
 * }
 * @phpstan-type Claim array{
 *     status: 'granted'|'handled'|'busy',
 * }
 * @phpstan-type Delivery array{
 *     id: string,
 *     webhook_id: string,
 *     event_id: string,
 *     event_type: 'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled',
 *     attempt: int,
 *     status: 'succeeded'|'failed',
 *     status_code: int|null,
 *     response_body: string|null,
 *     error: string|null,
 *     duration_ms: int,
 *     started_at: string,
 *     next_attempt_at: string|null,
 * }
 * @phpstan-type DeliveryPage array{
 *     data: list<Delivery>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Webhooks
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Creates a webhook for a URL, or replaces the events, the filter, the burst window and the expiry time of the webhook that has this URL. An account can have at most 100 webhooks without a filter on message_id and 10,000 with one; at most 100 of them can name the same message. At the limit, a new webhook replaces the one that a 410 of its receiver disabled first.
     *
     * @param string $url URL that receives the events.
     * @param list<'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'|'message.*'|'contact.*'|'list.*'|'review.*'|'conversation.*'|'broadcast.*'|'verification.*'|'registration.*'|'number.*'|'webhook.*'|'*'> $events Events to deliver; message.* means every message event, and * means every event.
     * @param array{to?: list<string>, from?: list<string>, purpose?: list<'notification'|'otp'|'marketing'|'alert'>, status?: list<'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'>, keyword?: list<'none'|'stop'|'start'|'help'>, message_id?: list<string>}|null|Omitted $filter Limits message events to those where each given field has one of the values (to, from, purpose, status, keyword, message_id).
     * @param int|null|Omitted $burstSeconds Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long.
     * @param string|null $secret Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64; if omitted, the service creates one for a new webhook.
     * @param string|\DateTimeInterface|null|Omitted $expiresAt When the webhook expires; never if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return WebhookWithSecret
     * @throws ApiException limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function create(
        string $url,
        array $events,
        array|null|Omitted $filter = Omitted::Value,
        int|null|Omitted $burstSeconds = Omitted::Value,
        ?string $secret = null,
        string|\DateTimeInterface|null|Omitted $expiresAt = Omitted::Value,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/webhooks',
            body: ['url' => $url, 'events' => $events, 'filter' => Core::toObject($filter), 'burst_seconds' => $burstSeconds, 'secret' => $secret, 'expires_at' => $expiresAt],
            nullable: ['filter', 'burst_seconds', 'expires_at'],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the webhooks of the account, newest first.
     *
     * @param string|null $url Only the webhook with this URL.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return WebhookPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $url = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/webhooks',
            query: ['url' => $url, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Gets one webhook.
     *
     * @param string $id ID of the webhook.
     * @return Webhook
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/webhooks/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Changes the given fields of a webhook, or enables or disables it.
     *
     * @param string $id ID of the webhook.
     * @param string|null $url URL that receives the events.
     * @param list<'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'|'message.*'|'contact.*'|'list.*'|'review.*'|'conversation.*'|'broadcast.*'|'verification.*'|'registration.*'|'number.*'|'webhook.*'|'*'>|null $events Events to deliver; message.* means every message event, and * means every event.
     * @param array{to?: list<string>, from?: list<string>, purpose?: list<'notification'|'otp'|'marketing'|'alert'>, status?: list<'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'>, keyword?: list<'none'|'stop'|'start'|'help'>, message_id?: list<string>}|null|Omitted $filter Limits message events to those where each given field has one of the values; null to remove the filter (to, from, purpose, status, keyword, message_id).
     * @param int|null|Omitted $burstSeconds Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most 50 texts and lasts at most 10 times this long.
     * @param string|null $secret Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64.
     * @param 'enabled'|'disabled'|null $status Status.
     * @param string|\DateTimeInterface|null|Omitted $expiresAt When the webhook expires; never if empty.
     * @return Webhook
     * @throws ApiException not_found, limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function update(
        string $id,
        ?string $url = null,
        ?array $events = null,
        array|null|Omitted $filter = Omitted::Value,
        int|null|Omitted $burstSeconds = Omitted::Value,
        ?string $secret = null,
        ?string $status = null,
        string|\DateTimeInterface|null|Omitted $expiresAt = Omitted::Value,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/webhooks/' . Core::segment('id', $id),
            body: ['url' => $url, 'events' => $events, 'filter' => Core::toObject($filter), 'burst_seconds' => $burstSeconds, 'secret' => $secret, 'status' => $status, 'expires_at' => $expiresAt],
            nullable: ['filter', 'burst_seconds', 'expires_at'],
            proof: ['id' => 'string'],
        );
    }

    /**
     * Deletes a webhook and its outstanding deliveries.
     *
     * @param string $id ID of the webhook.
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function delete(
        string $id,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/webhooks/' . Core::segment('id', $id),
        );
    }

    /**
     * Delivers a webhook.test event to this webhook.
     *
     * @param string $id ID of the webhook.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return WebhookTestResponse
     * @throws ApiException not_found, webhook_disabled, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function test(
        string $id,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/webhooks/' . Core::segment('id', $id) . '/test',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['event_id' => 'string'],
        );
    }

    /**
     * Delivers the events of a time range that this webhook asks for and has not received, the oldest first, such as those of an outage of its receiver. Skips events that wait for another attempt. Each request compares up to 5,000 events. While has_more is true, repeat the request with next_cursor.
     *
     * @param string $id ID of the webhook.
     * @param string|\DateTimeInterface $createdAfter Only events at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only events before this time.
     * @param string|null $cursor The next_cursor of the previous request.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Redelivery
     * @throws ApiException not_found, webhook_disabled, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function redeliver(
        string $id,
        string|\DateTimeInterface $createdAfter,
        string|\DateTimeInterface|null $createdBefore = null,
        ?string $cursor = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/webhooks/' . Core::segment('id', $id) . '/redeliver',
            body: ['created_after' => $createdAfter, 'created_before' => $createdBefore, 'cursor' => $cursor],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['deliveries' => 'integer'],
        );
    }

    /**
     * Gives a webhook a new secret; for 24 hours, the old secret also signs deliveries.
     *
     * @param string $id ID of the webhook.
     * @param string|null $secret Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64; the service creates one if omitted.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return WebhookWithNewSecret
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function rotateSecret(
        string $id,
        ?string $secret = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/webhooks/' . Core::segment('id', $id) . '/rotate_secret',
            body: ['secret' => $secret],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Records that the receiver has handled these events; the service makes no further attempt to deliver them to this webhook, even if an earlier response was lost. It ignores IDs of events that the account does not have.
     *
     * @param string $id ID of the webhook.
     * @param list<string> $eventIds IDs of the events that the receiver has handled.
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function acknowledge(
        string $id,
        array $eventIds,
    ): void
    {
        $this->core->request(
            'POST',
            '/webhooks/' . Core::segment('id', $id) . '/acknowledge',
            body: ['event_ids' => $eventIds],
        );
    }

    /**
     * Lets one of several processes of a receiver handle an event that the service delivers again. A claim lasts 20 seconds, and the same process can renew it. After an attempt that has no response yet, claims return `busy` for 10 seconds. This gives the first receiver time to acknowledge the event.
     *
     * @param string $id ID of the webhook.
     * @param string $eventId Event ID.
     * @param string $claimant A name that identifies the process, such as a random ID.
     * @return Claim
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function claim(
        string $id,
        string $eventId,
        string $claimant,
    ): array
    {
        return $this->core->request(
            'POST',
            '/webhooks/' . Core::segment('id', $id) . '/claim',
            body: ['event_id' => $eventId, 'claimant' => $claimant],
            proof: ['status' => 'string'],
        );
    }

    /**
     * Lists the attempts to deliver to this webhook, newest first.
     *
     * @param string $id ID of the webhook.
     * @param 'failed'|null $status Only failed deliveries.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return DeliveryPage
     * @throws ApiException not_found, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function deliveries(
        string $id,
        ?string $status = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/webhooks/' . Core::segment('id', $id) . '/deliveries',
            query: ['status' => $status, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
