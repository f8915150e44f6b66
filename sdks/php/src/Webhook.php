<?php

declare(strict_types=1);

namespace Textloom;

/** Whether a delivery is genuine (Standard Webhooks 1.0). */
final class Webhook
{
    private const SCHEME = 'v1,';
    private const SECRET_PREFIX = 'whsec_';
    /** The minimum size of a key in bytes by the standard. With an empty key, anybody could sign. */
    private const SHORTEST_KEY = 24;

    /**
     * The event of a delivery.
     *
     * @param string $body The exact bytes that arrived, such as of `php://input`.
     * @param array<string, string> $headers Those of the request, such as of `getallheaders()`.
     * @param string|list<string> $secrets The webhook's secret, or several while it is being replaced.
     * @param int $tolerance Seconds that a delivery may be old or ahead.
     * @param ?int $now Seconds since the epoch; the present if empty.
     * @return array<string, mixed>
     * @throws WebhookVerificationException
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        $given = array_change_key_case($headers);
        $id = $given[strtolower(Contract::WEBHOOK_ID_HEADER)] ?? '';
        $timestamp = $given[strtolower(Contract::WEBHOOK_TIMESTAMP_HEADER)] ?? '';
        $signatures = $given[strtolower(Contract::WEBHOOK_SIGNATURE_HEADER)] ?? '';
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookVerificationException('A webhook header is missing');
        }
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookVerificationException('The webhook timestamp is not a number');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new WebhookVerificationException('The webhook timestamp is outside the tolerance');
        }
        $keys = array_filter(array_map(self::keyOf(...), (array) $secrets));
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

    /** The key in a secret; null where it is too short to be one. */
    private static function keyOf(string $secret): ?string
    {
        $encoded = str_starts_with($secret, self::SECRET_PREFIX)
            ? substr($secret, strlen(self::SECRET_PREFIX))
            : $secret;
        $key = base64_decode($encoded);
        return strlen($key) < self::SHORTEST_KEY ? null : $key;
    }
}
