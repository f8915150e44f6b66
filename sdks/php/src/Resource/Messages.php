<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Sent and received text messages, and their delivery.
 *
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
 * @phpstan-type ProblemErrors array{
 *     pointer: string,
 *     code: 'required'|'unknown_field'|'wrong_type'|'too_short'|'too_long'|'out_of_range'|'not_one_of'|'invalid_format'|'exactly_one'|'at_least_one'|'duplicate'|'invalid_phone_number'|'invalid_sender'|'invalid_url'|'not_gsm7'|'too_many_segments'|'not_found'|'taken'|'missing_merge_field',
 *     detail: string,
 * }
 * @phpstan-type Problem array{
 *     type: string,
 *     title: string,
 *     status: int,
 *     code: 'malformed_request'|'malformed_json'|'invalid_cursor'|'invalid_idempotency_key'|'unauthenticated'|'insufficient_scope'|'operator_only'|'not_found'|'unknown_path'|'method_not_allowed'|'request_timeout'|'idempotency_in_progress'|'not_cancelable'|'status_conflict'|'number_in_use'|'purchase_pending'|'cannot_revoke_current_key'|'key_already_rotated'|'last_admin_key'|'limit_reached'|'webhook_disabled'|'link_expired'|'payload_too_large'|'unsupported_media_type'|'validation_failed'|'idempotency_key_reused'|'recipient_opted_out'|'sender_not_owned'|'unregistered_sender'|'no_route'|'media_not_supported'|'recipient_not_allowed'|'daily_limit_reached'|'verification_blocked'|'opt_in_required'|'too_many_verifications'|'rate_limited'|'headers_too_large'|'internal_error'|'unavailable'|'unconfirmed',
 *     detail: string,
 *     request_id: string,
 *     errors: list<ProblemErrors>,
 * }
 * @phpstan-type MessageSendBatchResponseResults array{
 *     status: int,
 *     message: Message|null,
 *     problem: Problem|null,
 *     replayed: bool,
 * }
 * @phpstan-type MessageSendBatchResponse array{
 *     results: list<MessageSendBatchResponseResults>,
 * }
 * @phpstan-type Preview array{
 *     would_send: bool,
 *     problem: Problem|null,
 *     status: 'scheduled'|'queued'|null,
 *     to: string|null,
 *     from: string|null,
 *     country: string|null,
 *     encoding: 'gsm7'|'ucs2'|null,
 *     segments: int|null,
 *     text: string|null,
 *     sent_text: string|null,
 *     send_at: string|null,
 *     held_reason: 'quiet_hours'|null,
 *     expires_at: string|null,
 * }
 * @phpstan-type Attempt array{
 *     id: string,
 *     carrier: string,
 *     result: 'accepted'|'refused'|'no_response'|'throttled'|'temporary_error'|'unreachable',
 *     carrier_code: string|null,
 *     count: int,
 *     first_at: string,
 *     last_at: string,
 * }
 * @phpstan-type AttemptPage array{
 *     data: list<Attempt>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type MessagePage array{
 *     data: list<Message>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Messages
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Sends an SMS or MMS message to one recipient.
     *
     * @param string|null $to Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Give exactly one of to and contact_id.
     * @param string|null $contactId ID of the contact to text, instead of a phone number. Give exactly one of to and contact_id.
     * @param string|null $from Number or name to send from; the account's default number if empty.
     * @param string|null $text Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
     * @param bool|null $mergeFields Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text.
     * @param list<string>|null $mediaUrls Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
     * @param string|\DateTimeInterface|null $sendAt When to send, up to 35 days ahead; immediately if empty.
     * @param int|null $ttl Seconds until an unsent message expires.
     * @param 'notification'|'otp'|'marketing'|'alert'|null $purpose Purpose of the message; sets its priority, and marketing messages respect quiet hours.
     * @param 'auto'|'gsm7'|'ucs2'|null $encoding Character set; GSM-7 rejects characters that it does not contain.
     * @param bool|null $smartEncoding Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
     * @param string|null $reference Your own ID for the message, to find it later.
     * @param array<string, string>|null $metadata Your own names and values, stored with the message.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Message
     * @throws ApiException recipient_opted_out, opt_in_required, sender_not_owned, unregistered_sender, no_route, media_not_supported, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function send(
        ?string $to = null,
        ?string $contactId = null,
        ?string $from = null,
        ?string $text = null,
        ?bool $mergeFields = null,
        ?array $mediaUrls = null,
        string|\DateTimeInterface|null $sendAt = null,
        ?int $ttl = null,
        ?string $purpose = null,
        ?string $encoding = null,
        ?bool $smartEncoding = null,
        ?string $reference = null,
        ?array $metadata = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/messages',
            body: ['to' => $to, 'contact_id' => $contactId, 'from' => $from, 'text' => $text, 'merge_fields' => $mergeFields, 'media_urls' => $mediaUrls, 'send_at' => $sendAt, 'ttl' => $ttl, 'purpose' => $purpose, 'encoding' => $encoding, 'smart_encoding' => $smartEncoding, 'reference' => $reference, 'metadata' => Core::toObject($metadata)],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Sends up to 500 messages and returns for each, in order, the result that a single request would return; if you repeat it unchanged with the same Idempotency-Key, it tries only the rejected messages again; to correct some, send only these, with a new key, because the whole batch with a new key would send the accepted messages again.
     *
     * @param list<array{to?: string, contact_id?: string, from?: string, text?: string, merge_fields?: bool, media_urls?: list<string>, send_at?: string|\DateTimeInterface, ttl?: int, purpose?: 'notification'|'otp'|'marketing'|'alert', encoding?: 'auto'|'gsm7'|'ucs2', smart_encoding?: bool, reference?: string, metadata?: array<string, string>, idempotency_key?: string}> $messages The messages to send; the service checks each one separately, so an invalid message stops no other (to, contact_id, from, text, merge_fields, media_urls, send_at, ttl, purpose, encoding, smart_encoding, reference, metadata, idempotency_key).
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return MessageSendBatchResponse
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function sendBatch(
        array $messages,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/messages/batch',
            body: ['messages' => Core::toObjects($messages, ['metadata' => []])],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['results' => 'array'],
        );
    }

    /**
     * Shows how a message would be sent, how many segments it needs, and whether the service would accept it; stores nothing.
     *
     * @param string|null $to Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country. Give exactly one of to and contact_id.
     * @param string|null $contactId ID of the contact to text, instead of a phone number. Give exactly one of to and contact_id.
     * @param string|null $from Number or name to send from; the account's default number if empty.
     * @param string|null $text Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
     * @param bool|null $mergeFields Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text.
     * @param list<string>|null $mediaUrls Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
     * @param string|\DateTimeInterface|null $sendAt When to send, up to 35 days ahead; immediately if empty.
     * @param int|null $ttl Seconds until an unsent message expires.
     * @param 'notification'|'otp'|'marketing'|'alert'|null $purpose Purpose of the message; sets its priority, and marketing messages respect quiet hours.
     * @param 'auto'|'gsm7'|'ucs2'|null $encoding Character set; GSM-7 rejects characters that it does not contain.
     * @param bool|null $smartEncoding Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
     * @param string|null $reference Your own ID for the message, to find it later.
     * @param array<string, string>|null $metadata Your own names and values, stored with the message.
     * @return Preview
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function preview(
        ?string $to = null,
        ?string $contactId = null,
        ?string $from = null,
        ?string $text = null,
        ?bool $mergeFields = null,
        ?array $mediaUrls = null,
        string|\DateTimeInterface|null $sendAt = null,
        ?int $ttl = null,
        ?string $purpose = null,
        ?string $encoding = null,
        ?bool $smartEncoding = null,
        ?string $reference = null,
        ?array $metadata = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/messages/preview',
            body: ['to' => $to, 'contact_id' => $contactId, 'from' => $from, 'text' => $text, 'merge_fields' => $mergeFields, 'media_urls' => $mediaUrls, 'send_at' => $sendAt, 'ttl' => $ttl, 'purpose' => $purpose, 'encoding' => $encoding, 'smart_encoding' => $smartEncoding, 'reference' => $reference, 'metadata' => Core::toObject($metadata)],
            safe: true,
            proof: ['would_send' => 'boolean'],
        );
    }

    /**
     * Gets one message and its delivery status.
     *
     * @param string $id ID of the message, as returned when it was sent.
     * @return Message
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/messages/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the attempts to submit this message to a carrier, newest first; empty if the first one succeeded.
     *
     * @param string $id ID of the message.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return AttemptPage
     * @throws ApiException not_found, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function attempts(
        string $id,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/messages/' . Core::segment('id', $id) . '/attempts',
            query: ['limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Searches messages, newest first.
     *
     * @param 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'|list<'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received'>|null $status Only messages with one of these statuses.
     * @param 'recipient_opted_out'|'opt_in_required'|'sender_released'|'unregistered_sender'|'no_route'|'carrier_rejected'|'carrier_undeliverable'|'carrier_discarded'|'media_rejected'|'carrier_expired'|'carrier_unavailable'|'ttl_expired'|'no_receipt'|null $errorCode Only messages with this error.
     * @param 'outbound'|'inbound'|null $direction Only sent messages, or only received messages.
     * @param string|null $to Only messages to this number.
     * @param string|null $from Only messages from this sender.
     * @param string|null $phone Only messages to or from this phone number; for a number that your account no longer has, use from.
     * @param string|null $search Only messages whose text contains this text, or whose numbers contain these digits; each page compares up to 10,000 and can be empty.
     * @param string|null $contactId ID or phone number of the contact.
     * @param 'notification'|'otp'|'marketing'|'alert'|null $purpose Only messages of this purpose.
     * @param string|null $campaignId Only messages of this campaign.
     * @param string|null $country Only messages to or from this country.
     * @param string|null $listId Only messages to or from contacts who were on this list.
     * @param string|null $broadcastId Only messages of this broadcast.
     * @param string|null $reference Only messages with this reference.
     * @param string|\DateTimeInterface|null $createdAfter Only messages created at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only messages created before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return MessagePage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        string|array|null $status = null,
        ?string $errorCode = null,
        ?string $direction = null,
        ?string $to = null,
        ?string $from = null,
        ?string $phone = null,
        ?string $search = null,
        ?string $contactId = null,
        ?string $purpose = null,
        ?string $campaignId = null,
        ?string $country = null,
        ?string $listId = null,
        ?string $broadcastId = null,
        ?string $reference = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/messages',
            query: ['status' => $status, 'error_code' => $errorCode, 'direction' => $direction, 'to' => $to, 'from' => $from, 'phone' => $phone, 'search' => $search, 'contact_id' => $contactId, 'purpose' => $purpose, 'campaign_id' => $campaignId, 'country' => $country, 'list_id' => $listId, 'broadcast_id' => $broadcastId, 'reference' => $reference, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Cancels a message that has not been sent yet.
     *
     * @param string $id ID of the message to cancel.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Message
     * @throws ApiException not_found, not_cancelable, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function cancel(
        string $id,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/messages/' . Core::segment('id', $id) . '/cancel',
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Changes when a scheduled message is sent; its expiry moves by the same amount, and marketing still respects quiet hours.
     *
     * @param string $id ID of the scheduled message.
     * @param string|\DateTimeInterface $sendAt The new time, up to 35 days ahead.
     * @return Message
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
            '/messages/' . Core::segment('id', $id),
            body: ['send_at' => $sendAt],
            proof: ['id' => 'string'],
        );
    }
}
