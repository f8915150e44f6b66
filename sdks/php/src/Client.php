<?php

declare(strict_types=1);

namespace Textloom;

/** Provides every operation of the API by resource, such as `$client->messages->send(…)`. */
final class Client extends Resources
{
    /**
     * @param string $apiKey An API key of the account.
     * @param string $baseUrl The base URL of the API with its version, such as `https://sms.example.com/v1`.
     * @param float $timeout The time limit of one attempt, in seconds.
     * @param float $retryFor How long to retry a failed call, in seconds. With 0, there is only one attempt.
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        string $baseUrl,
        float $timeout = 30,
        float $retryFor = 30,
    ) {
        parent::__construct(new Core($apiKey, $baseUrl, $timeout, $retryFor));
    }

    /**
     * Yields every result of a list operation, page by page:
     * `Client::paginate($client->messages->list(...), status: 'failed')`.
     *
     * @param callable(mixed...): array<string, mixed> $list
     * @return \Generator<int, array<string, mixed>>
     */
    public static function paginate(callable $list, mixed ...$filters): \Generator
    {
        do {
            $page = $list(...$filters);
            foreach ($page['data'] as $item) {
                yield $item;
            }
            $filters['cursor'] = $page['next_cursor'];
        } while ($page['next_cursor'] !== null);
    }
}
