<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The messages between one of your numbers and one phone number.
 *
 * @phpstan-type ConversationContactConsent array{
 *     source: string,
 *     at: string,
 * }
 * @phpstan-type ConversationContact array{
 *     id: string,
 *     phone: string,
 *     first_name: string|null,
 *     last_name: string|null,
 *     email: string|null,
 *     external_id: string|null,
 *     time_zone: string|null,
 *     attributes: array<string, string>,
 *     lists: list<string>,
 *     status: 'subscribed'|'opted_out'|'pending',
 *     opted_out_numbers: list<string>,
 *     consent: ConversationContactConsent|null,
 *     created_at: string,
 *     updated_at: string,
 * }
 * @phpstan-type ConversationLastMessage array{
 *     id: string,
 *     direction: 'outbound'|'inbound',
 *     status: 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received',
 *     text: string,
 *     text_erased_at: string|null,
 *     created_at: string,
 * }
 * @phpstan-type Conversation array{
 *     id: string,
 *     number: string,
 *     phone: string,
 *     contact: ConversationContact|null,
 *     status: 'open'|'closed',
 *     unread: int,
 *     last_message: ConversationLastMessage|null,
 *     created_at: string,
 *     updated_at: string,
 *     closed_at: string|null,
 * }
 * @phpstan-type ConversationPage array{
 *     data: list<Conversation>,
 *     has_more: bool,
 *     next_cursor: string|null,
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
 * @phpstan-type MessagePage array{
 *     data: list<Message>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Conversations
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Lists conversations, the most recently updated first.
     *
     * @param 'open'|'closed'|null $status Only conversations with this status.
     * @param bool|null $unread Whether to return only conversations with unread messages (true) or only those without (false).
     * @param string|null $number Only conversations with this number of the account.
     * @param string|null $phone Only conversations with this phone number.
     * @param string|null $contactId ID or phone number of the contact.
     * @param string|null $search Only conversations whose phone number, contact name or last message contains this text; each page compares up to 10,000 and can be empty.
     * @param string|\DateTimeInterface|null $updatedAfter Only conversations updated at or after this time; one that changes while you read the pages moves to the front, so read again from the time of the first page.
     * @param string|\DateTimeInterface|null $updatedBefore Only conversations updated before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ConversationPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $status = null,
        ?bool $unread = null,
        ?string $number = null,
        ?string $phone = null,
        ?string $contactId = null,
        ?string $search = null,
        string|\DateTimeInterface|null $updatedAfter = null,
        string|\DateTimeInterface|null $updatedBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/conversations',
            query: ['status' => $status, 'unread' => $unread, 'number' => $number, 'phone' => $phone, 'contact_id' => $contactId, 'search' => $search, 'updated_after' => $updatedAfter, 'updated_before' => $updatedBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Starts the conversation between one of your numbers and a phone number, or opens and returns the one that exists.
     *
     * @param string|null $phone The other phone number. Give exactly one of phone and contact_id.
     * @param string|null $contactId ID of the contact, instead of a phone number. Give exactly one of phone and contact_id.
     * @param string|null $number Your number in the conversation; the account's default number if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Conversation
     * @throws ApiException sender_not_owned, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function open(
        ?string $phone = null,
        ?string $contactId = null,
        ?string $number = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/conversations',
            body: ['phone' => $phone, 'contact_id' => $contactId, 'number' => $number],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Gets one conversation, its contact and its last message.
     *
     * @param string $id ID of the conversation.
     * @return Conversation
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/conversations/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Closes or reopens a conversation.
     *
     * @param string $id ID of the conversation.
     * @param 'open'|'closed'|null $status A received message reopens a closed conversation.
     * @return Conversation
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function update(
        string $id,
        ?string $status = null,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/conversations/' . Core::segment('id', $id),
            body: ['status' => $status],
            proof: ['id' => 'string'],
        );
    }

    /**
     * Marks the received messages of a conversation as read.
     *
     * @param string $id ID of the conversation.
     * @param string|null $lastMessageId ID of the last message that was read; the newest message if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Conversation
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function read(
        string $id,
        ?string $lastMessageId = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/conversations/' . Core::segment('id', $id) . '/read',
            body: ['last_message_id' => $lastMessageId],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the sent and received messages of a conversation, newest first.
     *
     * @param string $id ID of the conversation.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return MessagePage
     * @throws ApiException not_found, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function messages(
        string $id,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/conversations/' . Core::segment('id', $id) . '/messages',
            query: ['limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Sends a message to the other number of a conversation, from your number in it.
     *
     * @param string $id ID of the conversation.
     * @param string|null $text Text of the message, up to 1600 characters; up to 737 with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty. Give at least one of text and media_urls.
     * @param bool|null $mergeFields Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text.
     * @param list<string>|null $mediaUrls Public https URLs of up to 10 pictures or other files, which make the message an MMS. Give at least one of text and media_urls.
     * @param bool|null $smartEncoding Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7.
     * @param string|null $reference Your own ID for the message, to find it later.
     * @param array<string, string>|null $metadata Your own names and values, stored with the message.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Message
     * @throws ApiException not_found, recipient_opted_out, sender_not_owned, no_route, media_not_supported, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function reply(
        string $id,
        ?string $text = null,
        ?bool $mergeFields = null,
        ?array $mediaUrls = null,
        ?bool $smartEncoding = null,
        ?string $reference = null,
        ?array $metadata = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/conversations/' . Core::segment('id', $id) . '/messages',
            body: ['text' => $text, 'merge_fields' => $mergeFields, 'media_urls' => $mediaUrls, 'smart_encoding' => $smartEncoding, 'reference' => $reference, 'metadata' => Core::toObject($metadata)],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }
}
