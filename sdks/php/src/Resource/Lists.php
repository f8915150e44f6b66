<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * Lists of contacts.
 *
 * @phpstan-type ContactList array{
 *     id: string,
 *     name: string,
 *     size: int,
 *     created_at: string,
 *     updated_at: string,
 * }
 * @phpstan-type ContactListPage array{
 *     data: list<ContactList>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
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
 */
final class Lists
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Adds a list, or returns the list that has this name; an account can have at most 10,000 lists.
     *
     * @param string $name Name of the list.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return ContactList
     * @throws ApiException limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function create(
        string $name,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/lists',
            body: ['name' => $name],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the lists of the account, newest first.
     *
     * @param string|null $name Only the list with this name; if there is none, lists whose names differ only in case.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ContactListPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?string $name = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/lists',
            query: ['name' => $name, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Gets one list and its number of contacts.
     *
     * @param string $id ID of the list.
     * @return ContactList
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(
        string $id,
    ): array
    {
        return $this->core->request(
            'GET',
            '/lists/' . Core::segment('id', $id),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Renames a list.
     *
     * @param string $id ID of the list.
     * @param string|null $name Name of the list.
     * @return ContactList
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function update(
        string $id,
        ?string $name = null,
    ): array
    {
        return $this->core->request(
            'PATCH',
            '/lists/' . Core::segment('id', $id),
            body: ['name' => $name],
            proof: ['id' => 'string'],
        );
    }

    /**
     * Deletes a list but keeps its contacts.
     *
     * @param string $id ID of the list.
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function delete(
        string $id,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/lists/' . Core::segment('id', $id),
        );
    }

    /**
     * Adds a contact to a list; adding a contact again changes nothing.
     *
     * @param string $id ID of the list.
     * @param string $contactId ID or phone number of the contact.
     * @return Contact
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function addContact(
        string $id,
        string $contactId,
    ): array
    {
        return $this->core->request(
            'PUT',
            '/lists/' . Core::segment('id', $id) . '/contacts/' . Core::segment('contact_id', $contactId),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Removes a contact from a list; removing a contact that is not on the list changes nothing.
     *
     * @param string $id ID of the list.
     * @param string $contactId ID or phone number of the contact.
     * @throws ApiException not_found, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function removeContact(
        string $id,
        string $contactId,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/lists/' . Core::segment('id', $id) . '/contacts/' . Core::segment('contact_id', $contactId),
        );
    }
}
