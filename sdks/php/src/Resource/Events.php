<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Events, in the form that webhooks deliver.
 *
 * @phpstan-type EventPage array{
 *     data: list<array<string, mixed>>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type EventRedeliverResponse array{
 *     deliveries: int,
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
final class Events
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists events, newest first, in the form that webhooks deliver.
     *
     * @param 'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'|list<'message.received'|'message.sent'|'message.delivered'|'message.undelivered'|'message.failed'|'message.expired'|'message.unconfirmed'|'message.canceled'|'contact.created'|'contact.opted_out'|'contact.opted_in'|'list.contact_added'|'review.created'|'review.decided'|'conversation.opened'|'conversation.closed'|'broadcast.started'|'broadcast.stopped'|'broadcast.completed'|'broadcast.canceled'|'verification.approved'|'verification.failed'|'registration.approved'|'registration.rejected'|'number.activated'|'number.failed'|'webhook.test'|'webhook.expired'|'webhook.disabled'>|null $type Only events of these types.
     * @param string|null $messageId Only events of this message.
     * @param string|list<string>|null $relatedTo Only events of the messages with these IDs, and of the replies to them.
     * @param string|\DateTimeInterface|null $createdAfter Only events at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only events before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return EventPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        string|array|null $type = null,
        ?string $messageId = null,
        string|array|null $relatedTo = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/events',
            query: ['type' => $type, 'message_id' => $messageId, 'related_to' => $relatedTo, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Gets one event, in the form that webhooks deliver.
     *
     * @param string $id ID of the event.
     * @return array<string, mixed>
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/events/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Delivers an event again, byte for byte, to every webhook that subscribes to it and has not acknowledged it.
     *
     * @param string $id ID of the event.
     * @param string|null $webhookId Only to this webhook.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return EventRedeliverResponse
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function redeliver(
        string $id,
        ?string $webhookId = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/events/' . Core::segment('id', $id) . '/redeliver',
            body: ['webhook_id' => $webhookId],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['deliveries' => 'integer'],
        );
    }

    /**
     * Lists the attempts to deliver this event to any webhook, newest first.
     *
     * @param string $id ID of the event.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return DeliveryPage
     * @throws ApiException not_found, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function deliveries(
        string $id,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/events/' . Core::segment('id', $id) . '/deliveries',
            query: ['limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
