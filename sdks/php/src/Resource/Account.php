<?php

// Generated from the contract by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Textloom\Resource;

use Textloom\ApiException;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Omitted;

/**
 * The account that an API key belongs to.
 *
 * @phpstan-type Account array{
 *     id: string,
 *     name: string,
 *     default_country: string,
 *     time_zone: string,
 *     scope: 'read'|'send'|'admin',
 *     created_at: string,
 * }
 */
final class Account
{
    public function __construct(private readonly Core $core)
    {
    }

    /**
     * Gets the account that the API key belongs to, and the scope of the key.
     *
     * @return Account
     * @throws ApiException An error that any call can get.
     * @throws NetworkException No response arrived.
     */
    public function get(): array
    {
        return $this->core->request(
            'GET',
            '/account',
            proof: ['id' => 'string'],
        );
    }
}
