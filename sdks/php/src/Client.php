<?php

declare(strict_types=1);

namespace Textloom;

/** Every operation of the API, by resource: `$client->messages->send(…)`. */
final class Client extends Resources
{
    /**
     * @param string $apiKey A key of the account.
     * @param string $baseUrl Address of the API with its version, such as `https://sms.example.com/v1`.
     * @param float $timeout Seconds that one attempt of a call may take.
     * @param float $retryFor Seconds after which a failing call is not attempted again; 0 for one attempt.
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
     * Every result of a list operation, page after page:
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
