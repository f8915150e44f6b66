<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * One text to many contacts.
 *
 * @phpstan-type BroadcastAudienceFilter array{
 *     attributes?: array<string, string>,
 *     country?: string,
 *     time_zone?: string,
 *     created_after?: string,
 *     created_before?: string,
 * }
 * @phpstan-type BroadcastAudience array{
 *     list_ids?: list<string>,
 *     filter?: BroadcastAudienceFilter,
 *     all_contacts?: bool,
 *     exclude_list_ids?: list<string>,
 * }
 * @phpstan-type BroadcastStopRules array{
 *     failure_percent: float,
 *     opt_out_percent: float,
 * }
 * @phpstan-type BroadcastCounts array{
 *     recipients: int,
 *     pending: int,
 *     skipped: int,
 *     queued: int,
 *     sent: int,
 *     delivered: int,
 *     undelivered: int,
 *     failed: int,
 *     expired: int,
 *     unconfirmed: int,
 *     canceled: int,
 *     opted_out: int,
 *     replied: int,
 *     segments: int,
 * }
 * @phpstan-type Broadcast array{
 *     id: string,
 *     name: string,
 *     status: 'scheduled'|'running'|'paused'|'stopped'|'completed'|'canceled',
 *     stopped_reason: 'failure_rate'|'opt_out_rate'|'daily_limit_reached'|'sender_released'|'list_deleted'|'too_many_recipients'|null,
 *     audience: BroadcastAudience,
 *     from: string,
 *     text: string,
 *     media_urls: list<string>,
 *     smart_encoding: bool,
 *     purpose: 'marketing'|'notification'|'alert',
 *     messages_per_minute: int|null,
 *     stop_rules: BroadcastStopRules,
 *     metadata: array<string, string>,
 *     progress: int,
 *     counts: BroadcastCounts,
 *     send_at: string|null,
 *     next_message_at: string|null,
 *     created_at: string,
 *     started_at: string|null,
 *     completed_at: string|null,
 * }
 * @phpstan-type BroadcastPreviewProblemErrors array{
 *     pointer: string,
 *     code: 'required'|'unknown_field'|'wrong_type'|'too_short'|'too_long'|'out_of_range'|'not_one_of'|'invalid_format'|'exactly_one'|'at_least_one'|'duplicate'|'invalid_phone_number'|'invalid_sender'|'invalid_url'|'not_gsm7'|'too_many_segments'|'not_found'|'taken'|'missing_merge_field',
 *     detail: string,
 * }
 * @phpstan-type BroadcastPreviewProblem array{
 *     type: string,
 *     title: string,
 *     status: int,
 *     code: 'malformed_request'|'malformed_json'|'invalid_cursor'|'invalid_idempotency_key'|'unauthenticated'|'insufficient_scope'|'operator_only'|'not_found'|'unknown_path'|'method_not_allowed'|'request_timeout'|'idempotency_in_progress'|'not_cancelable'|'status_conflict'|'number_in_use'|'purchase_pending'|'cannot_revoke_current_key'|'key_already_rotated'|'last_admin_key'|'limit_reached'|'webhook_disabled'|'link_expired'|'payload_too_large'|'unsupported_media_type'|'validation_failed'|'idempotency_key_reused'|'recipient_opted_out'|'sender_not_owned'|'unregistered_sender'|'no_route'|'media_not_supported'|'recipient_not_allowed'|'daily_limit_reached'|'verification_blocked'|'opt_in_required'|'too_many_verifications'|'rate_limited'|'headers_too_large'|'internal_error'|'unavailable'|'unconfirmed',
 *     detail: string,
 *     request_id: string,
 *     errors: list<BroadcastPreviewProblemErrors>,
 * }
 * @phpstan-type BroadcastPreviewSkippedContacts array{
 *     reason: 'opted_out'|'pending_consent'|'opt_out_in_review'|'missing_merge_field'|'too_many_segments'|'not_allowed'|'no_route'|'unregistered_sender'|'contact_deleted'|'canceled',
 *     count: int,
 * }
 * @phpstan-type BroadcastPreviewSample array{
 *     contact_id: string,
 *     phone: string,
 *     text: string,
 *     encoding: 'gsm7'|'ucs2',
 *     segments: int,
 * }
 * @phpstan-type BroadcastPreview array{
 *     would_send: bool,
 *     problem: BroadcastPreviewProblem|null,
 *     recipients: int,
 *     messages: int,
 *     held: int,
 *     next_message_at: string|null,
 *     segments: int,
 *     skipped: list<BroadcastPreviewSkippedContacts>,
 *     samples: list<BroadcastPreviewSample>,
 * }
 * @phpstan-type BroadcastPage array{
 *     data: list<Broadcast>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type BroadcastRecipient array{
 *     contact_id: string,
 *     phone: string,
 *     status: 'pending'|'created'|'skipped',
 *     skipped_reason: 'opted_out'|'pending_consent'|'opt_out_in_review'|'missing_merge_field'|'too_many_segments'|'not_allowed'|'no_route'|'unregistered_sender'|'contact_deleted'|'canceled'|null,
 *     message_id: string|null,
 *     message_status: 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'|null,
 * }
 * @phpstan-type BroadcastRecipientPage array{
 *     data: list<BroadcastRecipient>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Broadcasts
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Sends one text to many contacts, at most once to each; an account can have at most 100 broadcasts that have not ended.
     *
     * @param string $name Name of the broadcast, which recipients do not see.
     * @param array{list_ids?: list<string>, filter?: array{attributes?: array<string, string>, country?: string, time_zone?: string, created_after?: string|\DateTimeInterface, created_before?: string|\DateTimeInterface}, all_contacts?: bool, exclude_list_ids?: list<string>} $audience The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact (list_ids, filter, all_contacts, exclude_list_ids).
     * @param string|null $from Number or name to send from; the account's default number if empty.
     * @param string|null $text Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
     * @param list<string>|null $mediaUrls Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
     * @param bool|null $smartEncoding Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
     * @param 'marketing'|'notification'|'alert'|null $purpose Purpose of the messages; marketing messages respect quiet hours.
     * @param string|\DateTimeInterface|null $sendAt When to start, up to 35 days ahead; immediately if empty.
     * @param int|null $messagesPerMinute Messages per minute; as fast as the sender can if empty.
     * @param array{failure_percent?: float, opt_out_percent?: float}|null $stopRules When the service stops the broadcast; it decides after 50 messages and then continuously (failure_percent, opt_out_percent).
     * @param array<string, string>|null $metadata Your own names and values, stored with the message.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Broadcast
     * @throws ApiException sender_not_owned, unregistered_sender, limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function create(
        string $name,
        array $audience,
        ?string $from = null,
        ?string $text = null,
        ?array $mediaUrls = null,
        ?bool $smartEncoding = null,
        ?string $purpose = null,
        string|\DateTimeInterface|null $sendAt = null,
        ?int $messagesPerMinute = null,
        ?array $stopRules = null,
        ?array $metadata = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/broadcasts',
            body: ['name' => $name, 'audience' => Core::toObject($audience, ['filter' => ['attributes' => []]]), 'from' => $from, 'text' => $text, 'media_urls' => $mediaUrls, 'smart_encoding' => $smartEncoding, 'purpose' => $purpose, 'send_at' => $sendAt, 'messages_per_minute' => $messagesPerMinute, 'stop_rules' => Core::toObject($stopRules), 'metadata' => Core::toObject($metadata)],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Shows how many contacts would get the message, how many segments they need, and some of the texts; stores nothing.
     *
     * @param array{list_ids?: list<string>, filter?: array{attributes?: array<string, string>, country?: string, time_zone?: string, created_after?: string|\DateTimeInterface, created_before?: string|\DateTimeInterface}, all_contacts?: bool, exclude_list_ids?: list<string>} $audience The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most 1,000,000 contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact (list_ids, filter, all_contacts, exclude_list_ids).
     * @param string|null $name Name of the broadcast, which recipients do not see.
     * @param string|null $from Number or name to send from; the account's default number if empty.
     * @param string|null $text Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
     * @param list<string>|null $mediaUrls Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
     * @param bool|null $smartEncoding Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
     * @param 'marketing'|'notification'|'alert'|null $purpose Purpose of the messages; marketing messages respect quiet hours.
     * @param string|\DateTimeInterface|null $sendAt When to start, up to 35 days ahead; immediately if empty.
     * @param int|null $messagesPerMinute Messages per minute; as fast as the sender can if empty.
     * @param array{failure_percent?: float, opt_out_percent?: float}|null $stopRules When the service stops the broadcast; it decides after 50 messages and then continuously (failure_percent, opt_out_percent).
     * @param array<string, string>|null $metadata Your own names and values, stored with the message.
     * @return BroadcastPreview
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function preview(
        array $audience,
        ?string $name = null,
        ?string $from = null,
        ?string $text = null,
        ?array $mediaUrls = null,
        ?bool $smartEncoding = null,
        ?string $purpose = null,
        string|\DateTimeInterface|null $sendAt = null,
        ?int $messagesPerMinute = null,
        ?array $stopRules = null,
        ?array $metadata = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/broadcasts/preview',
            body: ['audience' => Core::toObject($audience, ['filter' => ['attributes' => []]]), 'name' => $name, 'from' => $from, 'text' => $text, 'media_urls' => $mediaUrls, 'smart_encoding' => $smartEncoding, 'purpose' => $purpose, 'send_at' => $sendAt, 'messages_per_minute' => $messagesPerMinute, 'stop_rules' => Core::toObject($stopRules), 'metadata' => Core::toObject($metadata)],
            safe: true,
            proof: ['would_send' => 'boolean'],
        );
    }

    /**
     * Lists broadcasts, newest first.
     *
     * @param string|null $name Only broadcasts with this name, in any case.
     * @param 'scheduled'|'running'|'paused'|'stopped'|'completed'|'canceled'|null $status Only broadcasts with this status.
     * @param string|\DateTimeInterface|null $createdAfter Only broadcasts created at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only broadcasts created before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return BroadcastPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $name = null,
        ?string $status = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/broadcasts',
            query: ['name' => $name, 'status' => $status, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Gets one broadcast, its progress and its counts.
     *
     * @param string $id ID of the broadcast.
     * @return Broadcast
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/broadcasts/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Pauses a broadcast; messages that a carrier has already accepted still arrive.
     *
     * @param string $id ID of the broadcast.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Broadcast
     * @throws ApiException not_found, status_conflict, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function pause(
        string $id,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/broadcasts/' . Core::segment('id', $id) . '/pause',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Continues a broadcast that is paused or stopped; if it has not started and its time has passed, it starts immediately.
     *
     * @param string $id ID of the broadcast.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Broadcast
     * @throws ApiException not_found, status_conflict, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function resume(
        string $id,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/broadcasts/' . Core::segment('id', $id) . '/resume',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Ends a broadcast and cancels its messages that have not been sent yet; you cannot resume it.
     *
     * @param string $id ID of the broadcast.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Broadcast
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
            '/broadcasts/' . Core::segment('id', $id) . '/cancel',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Changes when a broadcast starts that has not started yet; a paused broadcast stays paused.
     *
     * @param string $id ID of the broadcast.
     * @param string|\DateTimeInterface $sendAt The new time, up to 35 days ahead.
     * @return Broadcast
     * @throws ApiException not_found, status_conflict, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function reschedule(
        string $id,
        string|\DateTimeInterface $sendAt,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/broadcasts/' . Core::segment('id', $id),
            body: ['send_at' => $sendAt],
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the recipients of a broadcast and what became of their messages, the newest contacts first.
     *
     * @param string $id ID of the broadcast.
     * @param 'pending'|'created'|'skipped'|null $status Only recipients with this status.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return BroadcastRecipientPage
     * @throws ApiException not_found, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function recipients(
        string $id,
        ?string $status = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/broadcasts/' . Core::segment('id', $id) . '/recipients',
            query: ['status' => $status, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }
}
