<?php

declare(strict_types=1);

namespace Textloom;

/** Verifies webhook deliveries (Standard Webhooks 1.0). */
final class Webhook
{
    private const SCHEME = 'v1,';
    private const SECRET_PREFIX = 'whsec_';
    /** The minimum key size of the standard, in bytes. Anyone could sign with an empty key. */
    private const MIN_KEY_BYTES = 24;

    /**
     * Verifies a delivery and returns its event.
     *
     * @param string $body The exact bytes of the request body, such as from `php://input`.
     * @param array<string, string|list<?string>> $headers The headers of the request, such as from
     *     `getallheaders()`, or with a list for each name, such as from `$request->headers->all()` in
     *     Laravel and Symfony, or from `$request->getHeaders()` (PSR-7).
     * @param string|list<string>|false|null $secrets The secret of the webhook, or several secrets during a rotation.
     * @param int $tolerance The maximum difference between the timestamp and the clock, in seconds.
     * @param ?int $now The current time in seconds since the epoch. Defaults to the system clock.
     * @return array<string, mixed>
     * @throws WebhookVerificationException
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array|false|null $secrets,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        $given = array_change_key_case($headers);
        $read = static fn (string $name): string => ((array) ($given[strtolower($name)] ?? []))[0] ?? '';
        $id = $read(Contract::WEBHOOK_ID_HEADER);
        $timestamp = $read(Contract::WEBHOOK_TIMESTAMP_HEADER);
        $signatures = $read(Contract::WEBHOOK_SIGNATURE_HEADER);
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookVerificationException('A webhook header is missing');
        }
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookVerificationException('The webhook timestamp is not a number');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new WebhookVerificationException('The webhook timestamp is outside the tolerance');
        }
        $keys = array_filter(array_map(self::decodeKey(...), $secrets === false ? [] : (array) $secrets));
        if ($keys === []) {
            throw new WebhookVerificationException('There is no secret to check the webhook with');
        }
        if (!self::isGenuine($id . '.' . (int) $timestamp . '.' . $body, explode(' ', $signatures), $keys)) {
            throw new WebhookVerificationException('The webhook signature does not match');
        }
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new WebhookVerificationException('The webhook body is not valid JSON');
        }
        return $event;
    }

    /**
     * @param list<string> $signatures
     * @param array<string> $keys
     */
    private static function isGenuine(string $signed, array $signatures, array $keys): bool
    {
        foreach ($keys as $key) {
            $expected = self::SCHEME . base64_encode(hash_hmac('sha256', $signed, $key, true));
            foreach ($signatures as $signature) {
                if (hash_equals($expected, $signature)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Decodes the key in a secret. Returns null if the key is too short. */
    private static function decodeKey(string $secret): ?string
    {
        $encoded = str_starts_with($secret, self::SECRET_PREFIX)
            ? substr($secret, strlen(self::SECRET_PREFIX))
            : $secret;
        $key = base64_decode($encoded);
        return strlen($key) < self::MIN_KEY_BYTES ? null : $key;
    }
}
