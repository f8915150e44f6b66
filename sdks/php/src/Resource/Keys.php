<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The API keys of an account.
 *
 * @phpstan-type ApiKeyWithItsValue array{
 *     id: string,
 *     name: string,
 *     scope: 'read'|'send'|'admin',
 *     last4: string|null,
 *     current: bool,
 *     created_at: string,
 *     last_used_at: string|null,
 *     expires_at: string|null,
 *     replaced_by: string|null,
 *     key: string,
 * }
 * @phpstan-type ApiKey array{
 *     id: string,
 *     name: string,
 *     scope: 'read'|'send'|'admin',
 *     last4: string|null,
 *     current: bool,
 *     created_at: string,
 *     last_used_at: string|null,
 *     expires_at: string|null,
 *     replaced_by: string|null,
 * }
 * @phpstan-type ApiKeyPage array{
 *     data: list<ApiKey>,
 *     has_more: bool,
 *     next_cursor: string|null,
 * }
 * @phpstan-type NewApiKeyWithItsValue array{
 *     id: string,
 *     name: string,
 *     scope: 'read'|'send'|'admin',
 *     last4: string|null,
 *     current: bool,
 *     created_at: string,
 *     last_used_at: string|null,
 *     expires_at: string|null,
 *     replaced_by: string|null,
 *     key: string,
 *     old_key_expires_at: string,
 * }
 */
final class Keys
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Creates an API key for the account; only this response shows the key itself.
     *
     * @param string $name What the key is for.
     * @param 'read'|'send'|'admin' $scope What the key may do; each scope includes the ones before it.
     * @param string|\DateTimeInterface|null|Omitted $expiresAt When the key stops working, at most 1826 days (5 years) ahead; never if empty.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return ApiKeyWithItsValue
     * @throws ApiException limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function create(
        string $name,
        string $scope,
        string|\DateTimeInterface|null|Omitted $expiresAt = Omitted::Value,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/keys',
            body: ['name' => $name, 'scope' => $scope, 'expires_at' => $expiresAt],
            nullable: ['expires_at'],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the API keys of the account, newest first, including expired keys, but not revoked ones.
     *
     * @param string|\DateTimeInterface|null $expiresAfter Only keys that expire at or after this time.
     * @param string|\DateTimeInterface|null $expiresBefore Only keys that expire before this time.
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ApiKeyPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        string|\DateTimeInterface|null $expiresAfter = null,
        string|\DateTimeInterface|null $expiresBefore = null,
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/keys',
            query: ['expires_after' => $expiresAfter, 'expires_before' => $expiresBefore, 'limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Creates a key with the same name and scope; the old key works for an overlap that you choose, so that your programs can change to the new one. Only this response shows the new key itself. You can rotate a key once; after that, rotate the key that replaced it.
     *
     * @param string $id ID of the API key to replace.
     * @param int|null $overlapHours How many hours the old key still works, unless it expires earlier; 0 revokes it, within a second. If you rotate the key that sends this request, the minimum is 1.
     * @param string|\DateTimeInterface|null|Omitted $expiresAt When the new key stops working, at most 1826 days (5 years) ahead; if absent, the new key gets the same lifetime as the old one.
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if null.
     * @return NewApiKeyWithItsValue
     * @throws ApiException not_found, key_already_rotated, last_admin_key, limit_reached, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function rotate(
        string $id,
        ?int $overlapHours = null,
        string|\DateTimeInterface|null|Omitted $expiresAt = Omitted::Value,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/keys/' . Core::segment('id', $id) . '/rotate',
            body: ['overlap_hours' => $overlapHours, 'expires_at' => $expiresAt],
            nullable: ['expires_at'],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Revokes an API key permanently, within a second; a key cannot revoke itself, and the account must keep an admin key that works for at least 7 days.
     *
     * @param string $id ID of the API key.
     * @throws ApiException not_found, cannot_revoke_current_key, last_admin_key, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function revoke(
        string $id,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/keys/' . Core::segment('id', $id),
        );
    }
}
