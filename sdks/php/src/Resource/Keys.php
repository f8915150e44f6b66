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
 * }
 * @phpstan-type ApiKeyPage array{
 *     data: list<ApiKey>,
 *     has_more: bool,
 *     next_cursor: string|null,
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
     * @param ?string $idempotencyKey Makes repeated calls run only once. Generated if empty.
     * @return ApiKeyWithItsValue
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function create(
        string $name,
        string $scope,
        ?string $idempotencyKey = null,
    ): array
    {
        return $this->core->request(
            'POST',
            '/keys',
            body: ['name' => $name, 'scope' => $scope],
            idempotencyKey: $idempotencyKey ?? Core::newIdempotencyKey(),
            proof: ['id' => 'string'],
        );
    }

    /**
     * Lists the API keys of the account, without the revoked ones.
     *
     * @param int|null $limit Max number of results to return.
     * @param string|null $cursor The next_cursor of the previous page.
     * @return ApiKeyPage
     * @throws ApiException invalid_cursor, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function list(
        ?int $limit = null,
        ?string $cursor = null,
    ): array
    {
        return $this->core->request(
            'GET',
            '/keys',
            query: ['limit' => $limit, 'cursor' => $cursor],
            proof: ['data' => 'array'],
        );
    }

    /**
     * Revokes an API key permanently, within a second; a key cannot revoke itself, so the account always keeps one.
     *
     * @param string $id ID of the API key.
     * @throws ApiException not_found, cannot_revoke_current_key, or an error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function revoke(
        string $id,
    ): void
    {
        $this->core->request(
            'DELETE',
            '/keys/' . rawurlencode($id),
        );
    }
}
