<?php

declare(strict_types=1);

namespace Textloom;

/** How a call travels: one request, repeated under the same key while it fails for a passing reason. */
final class Core
{
    private const FIRST_DELAY = 0.5;
    private const LONGEST_DELAY = 8.0;

    private \CurlHandle $curl;

    public function __construct(
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly string $baseUrl,
        private readonly float $timeout,
        private readonly float $retryFor,
    ) {
        // A line break in it would add headers of its own to every request.
        if (!self::isVisible($apiKey)) {
            throw new \InvalidArgumentException(
                'The API key has a character that no key has.'
                . ' Check that it is not empty, and that no space or line break was read with it.',
            );
        }
        $this->curl = curl_init();
    }

    private static function isVisible(string $text): bool
    {
        return preg_match('/^[!-~]+$/D', $text) === 1;
    }

    /** A random UUID. */
    public static function newIdempotencyKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed> $body
     * @param list<string> $nullable Names of which null is a value.
     * @return array<string, mixed>
     * @throws TextloomException
     * @throws \InvalidArgumentException Where the key would not travel as a header.
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        array $body = [],
        array $nullable = [],
        ?string $idempotencyKey = null,
    ): array {
        if ($idempotencyKey !== null && !self::isVisible($idempotencyKey)) {
            throw new \InvalidArgumentException('An idempotency key must be of visible ASCII characters');
        }
        $url = rtrim($this->baseUrl, '/') . $path . self::inQuery(self::given($query, $nullable));
        $fields = self::given($body, $nullable);
        $json = $fields === [] ? null : json_encode(
            $fields,
            JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION,
        );
        $deadline = microtime(true) + $this->retryFor;
        $lostAnswer = false;
        for ($tries = 0; ; $tries++) {
            try {
                return $this->attempt($method, $url, $json, $idempotencyKey);
            } catch (TextloomException $error) {
                // The request whose response was lost may have deleted the object.
                if ($method === 'DELETE' && $lostAnswer && $error instanceof ApiException && $error->errorCode === 'not_found') {
                    return [];
                }
                $lostAnswer = $lostAnswer || $error instanceof NetworkException;
                $delay = self::delayOf($error, $tries);
                if (!$error->retryable || microtime(true) + $delay > $deadline) {
                    throw $error;
                }
                usleep((int) ($delay * 1_000_000));
            }
        }
    }

    /** @return array<string, mixed> */
    private function attempt(string $method, string $url, ?string $json, ?string $idempotencyKey): array
    {
        $headers = [
            Contract::AUTHENTICATION_HEADER . ': ' . Contract::AUTHENTICATION_PREFIX . $this->apiKey,
            'Accept: application/json',
            'User-Agent: textloom-php/' . Contract::VERSION,
        ];
        if ($json !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        if ($idempotencyKey !== null) {
            $headers[] = Contract::IDEMPOTENCY_KEY_HEADER . ': ' . $idempotencyKey;
        }
        $received = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            // On a connection that is open already curl repeats a request by itself, and the loss goes unseen.
            CURLOPT_FRESH_CONNECT => $method === 'DELETE',
            // An ID of two dots is no way to another resource.
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) ($this->timeout * 1000),
            CURLOPT_HEADERFUNCTION => function (\CurlHandle $_, string $line) use (&$received): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $received[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ] + ($json === null ? [] : [CURLOPT_POSTFIELDS => $json]));
        $content = curl_exec($this->curl);
        if (!is_string($content)) {
            throw new NetworkException(curl_strerror(curl_errno($this->curl)) ?? '');
        }
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        $answer = json_decode($content, true);
        if ($status === 204 || ($status < 300 && is_array($answer))) {
            return $answer ?? [];
        }
        throw self::errorOf($status, $received, $answer);
    }

    /** @param array<string, string> $headers By their names in lower case. */
    private static function errorOf(int $status, array $headers, mixed $answer): ApiException
    {
        $seconds = $headers[strtolower(Contract::RETRY_AFTER_HEADER)] ?? '';
        $retryAfter = ctype_digit($seconds) ? (int) $seconds : null;
        if (is_array($answer) && is_string($answer['code'] ?? null)) {
            return new ApiException($answer, in_array($answer['code'], Contract::RETRYABLE_CODES, true), $retryAfter);
        }
        return new ApiException(
            [
                'status' => $status,
                'code' => 'unexpected_response',
                'detail' => "The service responded with $status, but not in the format of the API",
                'request_id' => $headers[strtolower(Contract::REQUEST_ID_HEADER)] ?? null,
            ],
            $status === 429 || ($status >= 502 && $status <= 504),
            $retryAfter,
        );
    }

    /**
     * @param array<string, mixed> $fields
     * @param list<string> $nullable
     * @return array<string, mixed>
     */
    private static function given(array $fields, array $nullable): array
    {
        return array_filter(
            $fields,
            fn (mixed $value, string $name) => $value !== Omitted::Value && ($value !== null || in_array($name, $nullable, true)),
            ARRAY_FILTER_USE_BOTH,
        );
    }

    /**
     * Repeats the name for each item of a list: `?type=a&type=b`.
     *
     * @param array<string, mixed> $query
     */
    private static function inQuery(array $query): string
    {
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                $pairs[] = $name . '=' . rawurlencode(is_bool($one) ? json_encode($one) : (string) $one);
            }
        }
        return $pairs === [] ? '' : '?' . implode('&', $pairs);
    }

    /** Seconds: as long as the service asks, else twice as long each time; with jitter. */
    private static function delayOf(TextloomException $error, int $tries): float
    {
        $random = random_int(0, 1000) / 1000;
        return $error->retryAfter !== null
            ? $error->retryAfter * (1 + $random / 10)
            : min(self::FIRST_DELAY * 2 ** $tries, self::LONGEST_DELAY) * (0.5 + $random / 2);
    }
}
