<?php

/** Tests the client against a real service at TEXTLOOM_URL. At FAULTY_BASE_URL, the first responses are lost. DELIVERIES_URL receives deliveries and returns them. */

declare(strict_types=1);

require __DIR__ . '/autoload.php';

use Textloom\ApiException;
use Textloom\Client;
use Textloom\Core;
use Textloom\NetworkException;
use Textloom\Webhook;
use Textloom\WebhookVerificationException;

const ADA = '+12025550131';

set_error_handler(fn (int $level, string $message) => throw new ErrorException($message));

$baseUrl = getenv('TEXTLOOM_URL');
$apiKey = getenv('TEXTLOOM_API_KEY');
$deliveriesUrl = getenv('DELIVERIES_URL');
$client = new Client($apiKey, $baseUrl);
$faulty = new Client($apiKey, getenv('FAULTY_BASE_URL'));

function same(mixed $expected, mixed $actual): void
{
    if ($expected !== $actual) {
        throw new LogicException('Expected ' . json_encode($expected) . ' and got ' . json_encode($actual));
    }
}

/**
 * @template E of Throwable
 * @param class-string<E> $class
 * @return E
 */
function failure(string $class, callable $call): Throwable
{
    try {
        $call();
    } catch (Throwable $error) {
        if ($error instanceof $class) {
            return $error;
        }
        throw $error;
    }
    throw new LogicException("Expected a $class");
}

function refused(int $status, string $code, callable $call): ApiException
{
    $error = failure(ApiException::class, $call);
    same([$status, $code], [$error->status, $error->errorCode]);
    return $error;
}

function until(string $what, callable $ask, float $seconds = 150): mixed
{
    for ($deadline = microtime(true) + $seconds; microtime(true) < $deadline; usleep(50_000)) {
        $result = $ask();
        if ($result) {
            return $result;
        }
    }
    throw new LogicException("Waited $seconds seconds until $what");
}

$journey = [
    'sends a message and follows it to the handset' => function () use ($client) {
        $sent = $client->messages->send(text: 'Grüße & 100 % 👋', to: ADA, reference: 'php-sent', metadata: []);
        same('Grüße & 100 % 👋', $sent['text']);
        until('it is delivered', fn () => $client->messages->get($sent['id'])['status'] === 'delivered');
        $found = $client->messages->list(reference: 'php-sent');
        same([$sent['id']], array_column($found['data'], 'id'));
    },

    'counts a call that is repeated under its key once' => function () use ($client) {
        $key = Core::newIdempotencyKey();
        $first = $client->messages->send(text: 'Once', to: ADA, idempotencyKey: $key);
        $again = $client->messages->send(text: 'Once', to: ADA, idempotencyKey: $key);
        same($first['id'], $again['id']);
        same([202, true], [$client->lastResponse()->status, $client->lastResponse()->replayed]);
        same(true, isset($client->lastResponse()->headers['ratelimit']));
        $error = refused(422, 'idempotency_key_reused', fn () => $client->messages->send(text: 'Twice', to: ADA, idempotencyKey: $key));
        same([$error->requestId, false], [$client->lastResponse()->requestId, $client->lastResponse()->replayed]);
        same("$error->detail (idempotency_key_reused, $error->requestId)", $error->getMessage());
    },

    'sends once although responses are lost' => function () use ($client, $faulty) {
        $sent = $faulty->messages->send(text: 'Lost', to: ADA, reference: 'php-lost');
        $found = $client->messages->list(reference: 'php-lost');
        same([$sent['id']], array_column($found['data'], 'id'));
    },

    'counts a deletion whose response was lost as done' => function () use ($client, $faulty) {
        $client->contacts->upsert('+12025550122');
        $faulty->contacts->delete('+12025550122');
        refused(404, 'not_found', fn () => $client->contacts->get('+12025550122'));
    },

    'sends a batch and reports which row is refused' => function () use ($client) {
        $results = $client->messages->sendBatch([
            ['to' => ADA, 'text' => 'One'],
            ['to' => 'Jane', 'text' => 'Two'],
            ['to' => ADA, 'text' => 'Three'],
        ])['results'];
        same([202, 422, 202], array_column($results, 'status'));
        same('/to', $results[1]['problem']['errors'][0]['pointer']);
    },

    'sends more messages than a request allows, each of them once' => function () use ($client) {
        $rows = [];
        for ($index = 0; $index < 501; $index++) {
            $rows["row $index"] = [
                'to' => $index === 1 ? 'Jane' : ADA,
                'text' => 'Many',
                'metadata' => [],
                'idempotency_key' => "php-many-$index",
            ];
        }
        [$first, $again] = [$client->sendMany($rows), $client->sendMany($rows)];
        same(array_keys($rows), array_keys($first));
        $error = refused(422, 'validation_failed', fn () => throw $first['row 1']);
        same('/to', $error->fieldErrors[0]['pointer']);
        unset($first['row 1'], $again['row 1']);
        same(500, count(array_unique(array_column($first, 'id'))));
        same(array_column($first, 'id'), array_column($again, 'id'));
    },

    'sends an array without names as an object where the API has one' => function () use ($client) {
        $results = $client->messages->sendBatch([
            ['to' => ADA, 'text' => 'None', 'metadata' => []],
            ['to' => ADA, 'text' => 'Numbered', 'metadata' => ['zero', 'one']],
        ])['results'];
        same([202, 202], array_column($results, 'status'));
        same(['zero', 'one'], $results[1]['message']['metadata']);
        $preview = $client->broadcasts->preview(audience: ['filter' => ['attributes' => ['zero']]], text: 'Hi');
        same('integer', gettype($preview['recipients']));
    },

    'previews a message and cancels a scheduled one' => function () use ($client) {
        $preview = $client->messages->preview(text: str_repeat('x', 200), to: ADA);
        same([true, 2], [$preview['would_send'], $preview['segments']]);
        $scheduled = $client->messages->send(text: 'Later', to: ADA, sendAt: gmdate('c', time() + 86400));
        same('canceled', $client->messages->cancel($scheduled['id'])['status']);
        refused(409, 'not_cancelable', fn () => $client->messages->cancel($scheduled['id']));
    },

    'keeps contacts and lists' => function () use ($client) {
        $created = $client->contacts->upsert('+12025550133', firstName: 'Ada', attributes: ['plan' => 'pro']);
        $again = $client->contacts->upsert('+12025550133', lastName: 'Lovelace');
        same([$created['id'], 'Ada'], [$again['id'], $again['first_name']]);
        $found = $client->contacts->list(phone: '+12025550133')['data'];
        same([['plan' => 'pro']], array_column($found, 'attributes'));
        $updated = $client->contacts->update($created['id'], email: 'ada@example.com');
        same('ada@example.com', $updated['email']);

        $letter = $client->lists->create('PHP letter');
        $onList = $client->lists->addContact($letter['id'], '+12025550133');
        same([$letter['id']], $onList['lists']);
        same(1, $client->lists->get($letter['id'])['size']);
        $client->lists->removeContact($letter['id'], $created['id']);
        $client->lists->delete($letter['id']);

        $client->contacts->delete($created['id']);
        $error = refused(404, 'not_found', fn () => $client->contacts->get($created['id']));
        same(true, $error->requestId !== null);
    },

    'walks through all pages' => function () use ($client) {
        $phones = array_map(fn (int $number) => "+1202555011$number", range(0, 4));
        foreach ($phones as $phone) {
            $client->contacts->upsert($phone, externalId: 'php-page');
        }
        $walk = Client::paginate($client->contacts->list(...), externalId: 'php-page', limit: 2);
        same(array_reverse($phones), array_column(iterator_to_array($walk), 'phone'));
        // The counts of a carrier may have changed meanwhile.
        $carriers = $client->carriers->list()['data'];
        $walked = iterator_to_array(Client::paginate($client->carriers->list(...)));
        same(array_column($carriers, 'name'), array_column($walked, 'name'));
    },

    'keeps the responses of forked processes apart' => function () use ($client) {
        if (!function_exists('pcntl_fork')) {
            echo "skipped without the extension pcntl: ";
            return;
        }
        $phones = ['+12025550141', '+12025550142', '+12025550143'];
        // The calls before the fork leave a connection open, which the children inherit.
        array_map(fn (string $phone) => $client->contacts->upsert($phone), $phones);
        $children = [];
        foreach ($phones as $phone) {
            $child = pcntl_fork();
            if ($child === 0) {
                $isOwn = true;
                try {
                    for ($call = 0; $call < 30 && $isOwn; $call++) {
                        $isOwn = $client->contacts->get($phone)['phone'] === $phone;
                    }
                } catch (Throwable) {
                    $isOwn = false;
                }
                exit($isOwn ? 0 : 1);
            }
            $children[] = $child;
        }
        foreach ($children as $child) {
            pcntl_waitpid($child, $status);
            same(0, $status);
        }
    },

    'imports contacts and counts messages' => function () use ($client) {
        $done = $client->contacts->import("phone,first_name\n+12025550134,Eve\nnobody,Joe\n");
        same([1, 3], [$done['created'], $done['refused'][0]['line']]);
        $client->messages->send(text: 'Counted', to: ADA);
        same(true, $client->reports->get(groupBy: 'status')['totals']['messages'] >= 1);
    },

    'verifies a signed delivery and refuses a forged one' => function () use ($client, $deliveriesUrl) {
        $webhook = $client->webhooks->create($deliveriesUrl, ['*'], filter: ['to' => [ADA]]);
        $tested = $client->webhooks->test($webhook['id']);
        // An event of an earlier message may arrive first.
        $delivery = until('it is delivered', fn () => current(array_filter(
            json_decode(file_get_contents($deliveriesUrl), true),
            fn (array $one) => str_contains($one['body'], $tested['event_id']),
        )));
        ['body' => $body, 'headers' => $headers] = $delivery;
        $secret = $webhook['secret'];

        $event = Webhook::verify($body, $headers, $secret);
        same([$tested['event_id'], 'webhook.test'], [$event['id'], $event['type']]);
        $other = 'whsec_' . str_repeat('A', 32);
        foreach ([
            [$body . ' ', $headers, $secret, null],
            [$body, ['webhook-signature' => 'v1,é'] + $headers, $secret, null],
            [$body, [], $secret, null],
            [$body, $headers, $other, null],
            [$body, $headers, [], null],
            [$body, $headers, null, null],
            [$body, $headers, false, null],
            [$body, $headers, 'whsec_', null],
            [$body, $headers, $secret, time() + 301],
        ] as [$given, $withHeaders, $secrets, $now]) {
            failure(WebhookVerificationException::class, fn () => Webhook::verify($given, $withHeaders, $secrets, now: $now));
        }
        Webhook::verify($body, $headers, [$other, $secret]);
        Webhook::verify($body, $headers, rtrim($secret, '='));
        // Laravel, Symfony and PSR-7 give a list for each name.
        $lists = array_map(fn ($value) => [$value], $headers);
        same($event, Webhook::verify($body, $lists, $secret));
        failure(WebhookVerificationException::class, fn () => Webhook::verify($body, array_map(fn () => [null], $lists), $secret));
        failure(WebhookVerificationException::class, fn () => Webhook::verify($body, array_map(fn () => [], $lists), $secret));

        same(['to' => [ADA]], $client->webhooks->get($webhook['id'])['filter']);
        same(null, $client->webhooks->update($webhook['id'], filter: null)['filter']);
        $events = $client->events->list(type: ['webhook.test', 'message.received']);
        same(true, in_array($tested['event_id'], array_column($events['data'], 'id'), true));
        $client->webhooks->delete($webhook['id']);
    },

    'explains in its error why a call was refused' => function () use ($client, $faulty, $baseUrl) {
        refused(401, 'unauthenticated', fn () => (new Client('tl_admin_of_somebody_else', $baseUrl))->account->get());
        refused(404, 'not_found', fn () => $client->messages->get('msg_/?#'));
        $error = refused(422, 'validation_failed', fn () => $client->messages->send(text: 'Hi', to: 'Jane'));
        same([['/to', 'invalid_format']], array_map(fn ($field) => [$field['pointer'], $field['code']], $error->fieldErrors));
        $client->contacts->upsert('+12025550135', status: 'opted_out');
        refused(422, 'recipient_opted_out', fn () => $client->messages->send(text: 'Hi', to: '+12025550135'));
        refused(0, 'validation_failed', fn () => $client->lists->removeContact('..', '+12025550135'));
        $error = refused(0, 'validation_failed', fn () => $client->lists->removeContact('lst_1', '..'));
        same('/contact_id', $error->fieldErrors[0]['pointer']);
        same('opted_out', $client->contacts->get('+12025550135')['status']);
        foreach (["a\r\nb: c", ''] as $key) {
            refused(0, 'invalid_idempotency_key', fn () => $client->lists->create('A', idempotencyKey: $key));
        }
        refused(0, 'validation_failed', fn () => $client->messages->send(text: "\xff", to: ADA));
        failure(InvalidArgumentException::class, fn () => $client->contacts->delete(''));
        foreach ([[false, $baseUrl], [null, $baseUrl], ['key', false]] as $settings) {
            $missing = failure(InvalidArgumentException::class, fn () => new Client(...$settings));
            same(true, str_contains($missing->getMessage(), 'is missing'));
        }
        same(true, $error->remedy !== '');
        refused(418, 'unexpected_response', fn () => $faulty->account->get());
    },

    'refuses the page of a proxy as a success' => function () use ($faulty) {
        foreach ([1, 2] as $_) {
            same(false, refused(200, 'unexpected_response', fn () => $faulty->account->get())->mayHaveRun);
        }
        foreach ([200, 500] as $status) {
            same(true, refused($status, 'unexpected_response', fn () => $faulty->lists->create('Page'))->mayHaveRun);
        }
        refused(200, 'unexpected_response', fn () => $faulty->lists->delete('lst_1'));
    },

    'gives up if nothing responds' => function () use ($apiKey) {
        $error = failure(NetworkException::class, fn () => (new Client($apiKey, 'http://127.0.0.1:1/v1', retryFor: 0))->account->get());
        same('The service could not be reached', $error->getMessage());
    },
];

$failed = 0;
foreach ($journey as $sentence => $test) {
    try {
        $test();
        echo "ok $sentence\n";
    } catch (Throwable $error) {
        $failed++;
        echo "not ok $sentence: {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})\n";
    }
}
echo count($journey) - $failed, ' of ', count($journey), " passed\n";
exit($failed === 0 ? 0 : 1);
