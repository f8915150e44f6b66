<?php

declare(strict_types=1);

namespace Textloom;

/**
 * Provides every operation of the API by resource, such as `$client->messages->send(…)`.
 *
 * @phpstan-import-type Message from Resource\Messages
 */
final class Client extends Resources
{
    private readonly Core $core;

    /**
     * @param string|false|null $apiKey An API key of the account. A missing key is refused.
     * @param string|false|null $baseUrl The base URL of the API with its version, such as `https://sms.example.com/v1`.
     * @param float $timeout The time limit of one attempt, in seconds.
     * @param float $retryFor How long to retry a failed call, in seconds. With 0, there is only one attempt.
     */
    public function __construct(
        #[\SensitiveParameter] string|false|null $apiKey,
        string|false|null $baseUrl,
        float $timeout = 30,
        float $retryFor = 30,
    ) {
        $this->core = new Core($apiKey, $baseUrl, $timeout, $retryFor);
        parent::__construct($this->core);
    }

    /** Returns the last response of the last call, even of a failed call, or null if no response arrived. */
    public function lastResponse(): ?Response
    {
        return $this->core->lastResponse();
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
            // A list without pages has no cursor.
            $filters['cursor'] = $page['next_cursor'] ?? null;
        } while ($filters['cursor'] !== null);
    }

    /**
     * Sends any number of messages in as few requests as possible, and returns a message or an exception for each, under
     * the key that it has in `$messages`. If a whole request fails, its messages get that exception, and all later
     * messages get an exception that says that they were not sent. To repeat the call without sending a message twice,
     * set an `idempotency_key` on each message. If one of these keys is not valid, or JSON cannot contain a value, the
     * method throws before it sends any message.
     *
     * @param array<array-key, array<string, mixed>> $messages
     * @return array<array-key, Message|TextloomException>
     * @throws \InvalidArgumentException If a message is not an array.
     */
    public function sendMany(array $messages): array
    {
        foreach ($messages as $key => $message) {
            if (!is_array($message)) {
                throw new \InvalidArgumentException("The message with the key $key must be an array.");
            }
            $messages[$key]['idempotency_key'] ??= Core::newIdempotencyKey();
        }
        Inputs::checkKeys($messages, '');
        // Convert one at a time, because the keys of `$messages` can be the IDs of rows.
        foreach (Core::toObjects($messages, Contract::MESSAGE_OBJECTS) as $key => $message) {
            $messages[$key] = (array) Inputs::toJson($message, '/' . Inputs::segment($key));
        }
        $results = [];
        foreach (self::splitIntoBatches($messages) as $batch) {
            try {
                $answers = $this->messages->sendBatch(array_values($batch))['results'];
            } catch (TextloomException $error) {
                return $results
                    + array_fill_keys(array_keys($batch), $error)
                    + array_fill_keys(array_keys($messages), self::notSent($error));
            }
            foreach (array_keys($batch) as $index => $key) {
                $answer = $answers[$index] ?? [];
                $results[$key] = $answer['message']
                    ?? Core::toException($answer['status'] ?? 0, [], $answer['problem'] ?? null, true);
            }
        }
        return $results;
    }

    /**
     * @param array<array-key, array<string, mixed>> $messages
     * @return list<array<array-key, array<string, mixed>>>
     */
    private static function splitIntoBatches(array $messages): array
    {
        $batches = [];
        $last = -1;
        $bytes = 0;
        foreach ($messages as $key => $message) {
            // A list counts as an object, which is longer, because some arrays stand for objects.
            $more = strlen(Inputs::encode($message, JSON_FORCE_OBJECT)) + 1;
            // A kilobyte remains for the rest of the body.
            $isFull = $bytes + $more > Contract::MAX_BODY_BYTES - 1024;
            if ($last < 0 || $isFull || count($batches[$last]) === Contract::MAX_BATCH_MESSAGES) {
                $last++;
                $bytes = 0;
            }
            $batches[$last][$key] = $message;
            $bytes += $more;
        }
        return $batches;
    }

    private static function notSent(TextloomException $cause): TextloomException
    {
        return new TextloomException(
            'The message was not sent, because an earlier request failed',
            $cause->retryable,
            $cause->retryAfter,
            previous: $cause,
            remedy: $cause->remedy,
        );
    }
}
