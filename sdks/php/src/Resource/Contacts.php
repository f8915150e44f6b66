<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The people that you text, and their consent.
 *
 * @phpstan-type ContactConsent array{
 *     source: string,
 *     at: string,
 * }
 * @phpstan-type Contact array{
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
 *     consent: ContactConsent|null,
 *     created_at: string,
 *     updated_at: string,
 * }
 * @phpstan-type ContactPage array{
 *     data: list<Contact>,
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
 * @phpstan-type ImportRefusedRow array{
 *     line: int,
 *     column: string|null,
 *     code: 'required'|'unknown_field'|'wrong_type'|'too_short'|'too_long'|'out_of_range'|'not_one_of'|'invalid_format'|'exactly_one'|'at_least_one'|'duplicate'|'invalid_phone_number'|'invalid_sender'|'invalid_url'|'not_gsm7'|'too_many_segments'|'not_found'|'taken'|'missing_merge_field',
 *     detail: string,
 * }
 * @phpstan-type ImportImportedColumn array{
 *     title: string,
 *     field: string|null,
 * }
 * @phpstan-type Import array{
 *     created: int,
 *     updated: int,
 *     refused: list<ImportRefusedRow>,
 *     columns: list<ImportImportedColumn>,
 * }
 * @phpstan-type ContactExportConversationLastMessage array{
 *     id: string,
 *     direction: 'outbound'|'inbound',
 *     status: 'scheduled'|'queued'|'sent'|'delivered'|'undelivered'|'failed'|'expired'|'unconfirmed'|'canceled'|'received',
 *     text: string,
 *     text_erased_at: string|null,
 *     created_at: string,
 * }
 * @phpstan-type ContactExportConversation array{
 *     id: string,
 *     number: string,
 *     phone: string,
 *     contact: Contact|null,
 *     status: 'open'|'closed',
 *     unread: int,
 *     last_message: ContactExportConversationLastMessage|null,
 *     created_at: string,
 *     updated_at: string,
 *     closed_at: string|null,
 * }
 * @phpstan-type ContactExportConsentRecord array{
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
 * @phpstan-type ContactExportReview array{
 *     id: string,
 *     status: 'open'|'confirmed'|'dismissed',
 *     keyword: 'stop'|'start',
 *     rule: string,
 *     explanation: string,
 *     message_id: string,
 *     text: string,
 *     phone: string,
 *     number: string,
 *     contact_id: string|null,
 *     conversation_id: string|null,
 *     created_at: string,
 *     decided_at: string|null,
 * }
 * @phpstan-type ContactExportVerification array{
 *     id: string,
 *     status: 'pending'|'approved'|'failed'|'expired'|'canceled',
 *     to: string,
 *     country: string|null,
 *     attempts_left: int,
 *     message_id: string,
 *     next_code_at: string,
 *     expires_at: string,
 *     created_at: string,
 *     approved_at: string|null,
 * }
 * @phpstan-type ContactExport array{
 *     phone: string,
 *     contact: Contact|null,
 *     conversations: list<ContactExportConversation>,
 *     consents: list<ContactExportConsentRecord>,
 *     reviews: list<ContactExportReview>,
 *     verifications: list<ContactExportVerification>,
 *     messages: list<Message>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 */
final class Contacts
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Adds a contact, or updates the given fields and attributes of the contact that has this phone number.
     *
     * @param string $phone Phone number of the contact, such as +12025550123; without a country code, it belongs to the account's default country.
     * @param string|null $firstName First Name.
     * @param string|null $lastName Last Name.
     * @param string|null $email Email address of the contact.
     * @param string|null $externalId ID of the contact in your own system.
     * @param array<string, string>|null $attributes Your own names and values, stored with the contact.
     * @param string|null $timeZone Time zone of the contact as an IANA name, for quiet hours.
     * @param list<string>|null $lists IDs of lists to add the contact to.
     * @param 'subscribed'|'opted_out'|'pending'|null $status Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out; if empty, a new contact is subscribed.
     * @param array{source: string, at: string|\DateTimeInterface}|null $consent Where and when the contact agreed to be texted (source, at).
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Contact
     * @throws ApiException opt_in_required, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function upsert(
        string $phone,
        ?string $firstName = null,
        ?string $lastName = null,
        ?string $email = null,
        ?string $externalId = null,
        ?array $attributes = null,
        ?string $timeZone = null,
        ?array $lists = null,
        ?string $status = null,
        ?array $consent = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/contacts',
            body: ['phone' => $phone, 'first_name' => $firstName, 'last_name' => $lastName, 'email' => $email, 'external_id' => $externalId, 'attributes' => Core::toObject($attributes), 'time_zone' => $timeZone, 'lists' => $lists, 'status' => $status, 'consent' => Core::toObject($consent)],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Gets one contact by ID or phone number.
     *
     * @param string $id ID or phone number of the contact.
     * @return Contact
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/contacts/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Searches contacts, newest first.
     *
     * @param string|null $phone Only the contact with this number.
     * @param string|null $search Only contacts whose name, phone number or email address contains this text; each page compares up to 20,000 and can be empty.
     * @param string|null $email Only contacts with this email address.
     * @param string|null $externalId Only contacts with this ID in your own system.
     * @param string|null $listId Only contacts on this list.
     * @param 'subscribed'|'opted_out'|'pending'|null $status Only contacts with this status.
     * @param string|\DateTimeInterface|null $createdAfter Only contacts created at or after this time.
     * @param string|\DateTimeInterface|null $createdBefore Only contacts created before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ContactPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $phone = null,
        ?string $search = null,
        ?string $email = null,
        ?string $externalId = null,
        ?string $listId = null,
        ?string $status = null,
        string|\DateTimeInterface|null $createdAfter = null,
        string|\DateTimeInterface|null $createdBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/contacts',
            query: ['phone' => $phone, 'search' => $search, 'email' => $email, 'external_id' => $externalId, 'list_id' => $listId, 'status' => $status, 'created_after' => $createdAfter, 'created_before' => $createdBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Updates the given fields and attributes of a contact and keeps the others.
     *
     * @param string $id ID or phone number of the contact.
     * @param string|null|Omitted $firstName First Name.
     * @param string|null|Omitted $lastName Last Name.
     * @param string|null|Omitted $email Email address of the contact.
     * @param string|null|Omitted $externalId ID of the contact in your own system.
     * @param string|null|Omitted $timeZone Time zone of the contact as an IANA name, for quiet hours.
     * @param array<string, ?string>|null $attributes Your own names and values, stored with the contact.
     * @param list<string>|null $lists IDs of the lists that replace the current lists of the contact.
     * @param 'subscribed'|'opted_out'|'pending'|null $status Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out.
     * @param array{source: string, at: string|\DateTimeInterface}|null $consent Where and when the contact agreed to be texted (source, at).
     * @return Contact
     * @throws ApiException not_found, opt_in_required, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function update(
        string $id,
        string|null|Omitted $firstName = Omitted::Value,
        string|null|Omitted $lastName = Omitted::Value,
        string|null|Omitted $email = Omitted::Value,
        string|null|Omitted $externalId = Omitted::Value,
        string|null|Omitted $timeZone = Omitted::Value,
        ?array $attributes = null,
        ?array $lists = null,
        ?string $status = null,
        ?array $consent = null,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/contacts/' . Core::segment('id', $id),
            body: ['first_name' => $firstName, 'last_name' => $lastName, 'email' => $email, 'external_id' => $externalId, 'time_zone' => $timeZone, 'attributes' => Core::toObject($attributes), 'lists' => $lists, 'status' => $status, 'consent' => Core::toObject($consent)],
            nullable: ['first_name', 'last_name', 'email', 'external_id', 'time_zone'],
            proof: ['id' => 'string'],
        );
    }

    /**
     * Deletes a contact; an opt-out of its number stays active.
     *
     * @param string $id ID or phone number of the contact.
     * @param bool|null $erase Whether to erase everything else about the person as well, such as messages, events and verifications; only counts and a keyed hash of an opt-out stay. With a phone number, this works without a contact. `GET /erasures` shows when everything is gone; you cannot undo it.
     * @throws ApiException not_found, limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function delete(
        string $id,
        ?bool $erase = null,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/contacts/' . Core::segment('id', $id),
            query: ['erase' => $erase],
        );
    }

    /**
     * Texts a pending contact and asks for a YES, which subscribes the contact (double opt-in); at most once a day.
     *
     * @param string $id ID or phone number of the contact.
     * @param string|null $from Number to send from, not a name; the account's default number if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Message
     * @throws ApiException not_found, status_conflict, sender_not_owned, no_route, recipient_opted_out, recipient_not_allowed, daily_limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function confirm(
        string $id,
        ?string $from = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/contacts/' . Core::segment('id', $id) . '/confirm',
            body: ['from' => $from],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Adds or updates a contact for each row of a CSV file and lists every rejected row; an account can run one import at a time, per process. The service stores rows in batches: after an error, send the same import again, which adds no contact twice.
     *
     * @param string $csv The file, with at most 10,000 rows and 200 columns. The first line names the columns, and phone is required; status can opt a contact out of all your numbers, and opted_out_numbers of single ones, separated by spaces; no column lifts an opt-out; `id`, lists, created_at and updated_at are ignored; any column that is not a field of a contact becomes an attribute, and the contact keeps its other attributes; a column such as opted_out or consent is rejected, because only status opts a contact out.
     * @param string|null $listId ID of a list to add the contacts to.
     * @param array{source: string, at: string|\DateTimeInterface}|null $consent Where and when the contact agreed to be texted (source, at).
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return Import
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function import(
        string $csv,
        ?string $listId = null,
        ?array $consent = null,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/contacts/import',
            body: ['csv' => $csv, 'list_id' => $listId, 'consent' => Core::toObject($consent)],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['created' => 'integer'],
        );
    }

    /**
     * Gets everything that the service stores about a person, by contact ID or phone number; also works with a number without a contact. Events and stored responses repeat this data and are left out.
     *
     * @param string $id ID or phone number of the contact.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ContactExport
     * @throws ApiException not_found, invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function export(
        string $id,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/contacts/' . Core::segment('id', $id) . '/export',
            query: ['limit' => $limit, 'cursor' => $cursor],
            proof: ['phone' => 'string'],
        );
    }
}
