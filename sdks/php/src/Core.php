<?php

declare(strict_types=1);

namespace Textloom;

/** Sends requests, and retries temporary failures with the same idempotency key. */
final class Core
{
    private const MIN_DELAY = 0.5;
    private const MAX_DELAY = 8.0;
    /** The longest time limit, as in the other clients. */
    private const MAX_SECONDS = 2_147_483;
    /** A proxy may limit rates and sizes, too. */
    private const PROXY_CODES = [413 => 'payload_too_large', 429 => 'rate_limited'];
    private const PROXY_REMEDY = 'Check the base URL. If a proxy or firewall refused the request,'
        . ' ask the operator of the service to allow it.';

    private readonly string $apiKey;
    private readonly string $baseUrl;
    private \CurlHandle $curl;
    /** Whether `$curl` may have an open connection. */
    private bool $canReuse = false;
    /** The process that opened the connections of `$curl`. */
    private int $processId;
    /** @var list<\CurlHandle> Stay open, because to close one would end the TLS session of the parent process. */
    private array $inherited = [];
    private ?Response $lastResponse = null;

    public function __construct(
        #[\SensitiveParameter] string|false|null $apiKey,
        string|false|null $baseUrl,
        private readonly float $timeout,
        private readonly float $retryFor,
    ) {
        $this->apiKey = self::requireSetting($apiKey, 'The API key is missing. Pass it as $apiKey.');
        $this->baseUrl = self::requireSetting(
            $baseUrl,
            'The base URL is missing. Pass it as $baseUrl, such as https://sms.example.com/v1.',
        );
        // A line break in the key would inject headers into every request.
        if (preg_match('/^[!-~]+$/D', $apiKey) !== 1) {
            throw new \InvalidArgumentException(
                'The API key has a character that no key has.'
                . ' Check that no space or line break was read with it.',
            );
        }
        if (preg_match('~^https?://[^/\s]\S*$~D', $baseUrl) !== 1 || parse_url($baseUrl) === false) {
            throw new \InvalidArgumentException(
                'The base URL must begin with https:// or http:// and end with the version of the API,'
                . ' such as https://sms.example.com/v1.',
            );
        }
        if (preg_match('/[^ -~]/', implode(array_slice(explode('/', $baseUrl), 3))) === 1) {
            throw new \InvalidArgumentException(
                'The path of the base URL has a character that is not ASCII. Encode it, such as é as %C3%A9.',
            );
        }
        self::checkSeconds('timeout', $timeout, 0.001);
        self::checkSeconds('retryFor', $retryFor, 0);
        $this->curl = curl_init();
        $this->processId = getmypid();
    }

    /** Hides the API key from `print_r` and `var_dump`. */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'timeout' => $this->timeout, 'retryFor' => $this->retryFor];
    }

    private static function checkSeconds(string $name, float $value, float $least): void
    {
        if (!($value >= $least && $value <= self::MAX_SECONDS)) {
            throw new \InvalidArgumentException(
                "\$$name must be a number of seconds from $least to " . self::MAX_SECONDS . '.',
            );
        }
    }

    /** Refuses an empty setting, as `getenv` returns for a variable that is not set. */
    private static function requireSetting(#[\SensitiveParameter] string|false|null $value, string $missing): string
    {
        if ($value === null || $value === false || $value === '') {
            throw new \InvalidArgumentException(
                "$missing If it is in an environment variable, check that the variable is set.",
            );
        }
        return $value;
    }

    /** Returns the last response of the last call, or null if none arrived. */
    public function lastResponse(): ?Response
    {
        return $this->lastResponse;
    }

    /**
     * Encodes an ID as one segment of a path.
     *
     * @param string $name The name of its field.
     * @throws ApiException If it consists of dots, because behind a proxy, the path would lead to another object.
     * @throws \InvalidArgumentException If it is empty.
     */
    public static function segment(string $name, string $id): string
    {
        if ($id === '') {
            throw new \InvalidArgumentException('An ID in the path must be a string that is not empty.');
        }
        if (in_array($id, ['.', '..'], true)) {
            throw Inputs::refusedField("/$name", 'invalid_format', 'must be an ID');
        }
        return rawurlencode($id);
    }

    /** Generates a random UUID. */
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
     * @param list<string> $nullable The names of the fields that accept null.
     * @param ?array<string, string> $proof A field that every success has, with its type. A 204 has none.
     * @param bool $safe Whether a POST changes nothing.
     * @return array<string, mixed>
     * @throws TextloomException
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        array $body = [],
        array $nullable = [],
        ?string $idempotencyKey = null,
        ?array $proof = null,
        bool $safe = false,
    ): array {
        $this->lastResponse = null;
        if ($idempotencyKey !== null) {
            Inputs::checkKey($idempotencyKey);
        }
        Inputs::checkKeys($body['messages'] ?? null, '/messages');
        $url = rtrim($this->baseUrl, '/') . $path . self::toQuery(self::withoutOmitted($query, $nullable));
        $fields = self::withoutOmitted($body, $nullable);
        if (array_key_exists('messages', $fields)) {
            $fields['messages'] = Inputs::withoutNulls($fields['messages']);
        }
        $json = $fields === [] ? null : Inputs::encode(Inputs::toJson($fields, ''));
        $changes = $method !== 'GET' && !$safe;
        $deadline = microtime(true) + $this->retryFor;
        // The first error after which the service may have processed the request.
        $unsettled = null;
        for ($attempt = 0; ; $attempt++) {
            try {
                return $this->attempt($method, $url, $json, $idempotencyKey, $proof, $changes);
            } catch (TextloomException $error) {
                // An earlier attempt, whose response was lost, may have deleted the object.
                if ($method === 'DELETE' && $unsettled !== null && $error instanceof ApiException && $error->errorCode === 'not_found') {
                    return [];
                }
                $unsettled ??= $error->mayHaveRun ? $error : null;
                $delay = self::retryDelay($error, $attempt);
                if (!$error->retryable) {
                    throw $idempotencyKey !== null && self::isRefusal($error) ? $error : $unsettled ?? $error;
                }
                if (microtime(true) + $delay > $deadline) {
                    throw $unsettled ?? $error;
                }
                usleep((int) ($delay * 1_000_000));
            }
        }
    }

    /**
     * @param ?array<string, string> $proof
     * @return array<string, mixed>
     */
    private function attempt(string $method, string $url, ?string $json, ?string $idempotencyKey, ?array $proof, bool $changes): array
    {
        $headers = [
            Contract::AUTHENTICATION_HEADER . ': ' . Contract::AUTHENTICATION_PREFIX . $this->apiKey,
            'Accept: application/json',
            'User-Agent: textloom-php/' . Contract::VERSION,
        ];
        if ($json !== null) {
            $headers[] = 'Content-Type: application/json';
        } elseif (in_array($method, ['POST', 'PUT', 'PATCH'], true)) {
            // Some proxies refuse such a request without a length, and curl sets none without a body.
            $headers[] = 'Content-Length: 0';
        }
        if ($idempotencyKey !== null) {
            $headers[] = Contract::IDEMPOTENCY_KEY_HEADER . ': ' . $idempotencyKey;
        }
        $received = [];
        $this->leaveParentConnections();
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            // On a reused connection, curl repeats a request without reporting the lost response.
            CURLOPT_FRESH_CONNECT => $method === 'DELETE',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) ceil($this->timeout * 1000),
            CURLOPT_HEADERFUNCTION => function (\CurlHandle $_, string $line) use (&$received): int {
                // The first line and the last one are not headers.
                if (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $received[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
        ] + ($json === null ? [] : [CURLOPT_POSTFIELDS => $json]));
        $content = curl_exec($this->curl);
        if (!is_string($content)) {
            $proxyStatus = $this->refusalOfProxy();
            // Counts the bytes of all connections. curl may only report the last, which it could not open.
            $isSent = $proxyStatus === null && curl_getinfo($this->curl, CURLINFO_REQUEST_SIZE) > 0;
            $reason = curl_strerror(curl_errno($this->curl)) ?? '';
            throw new NetworkException($reason, $changes && $isSent, $isSent, $proxyStatus);
        }
        $this->canReuse = true;
        $status = curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE);
        $this->lastResponse = new Response($status, $received);
        $response = json_decode($content, true);
        if (self::isSuccess($status, $response, $proof)) {
            return $response ?? [];
        }
        throw self::toException($status, $received, $response, $changes);
    }

    /** After a fork, two processes that share a connection would get the responses of each other. */
    private function leaveParentConnections(): void
    {
        if (getmypid() !== $this->processId) {
            $this->inherited[] = $this->curl;
            $this->curl = curl_init();
            $this->canReuse = false;
            $this->processId = getmypid();
        }
    }

    /**
     * Returns the status with which a proxy refused to connect to the service. Returns null if curl may have sent the
     * request before on an open connection, because curl only reports the last connection.
     */
    private function refusalOfProxy(): ?int
    {
        $status = curl_getinfo($this->curl, CURLINFO_HTTP_CONNECTCODE);
        return $status >= 300 && !$this->canReuse ? $status : null;
    }

    /**
     * Returns false for the page of a proxy, which may have the status of a success.
     *
     * @param ?array<string, string> $proof
     */
    private static function isSuccess(int $status, mixed $response, ?array $proof): bool
    {
        if ($proof === null) {
            return $status === 204;
        }
        $name = array_key_first($proof);
        return $status < 300 && is_array($response) && gettype($response[$name] ?? null) === $proof[$name];
    }

    /**
     * Converts the response of a failed request, or a rejected message of a batch.
     *
     * @param array<string, string> $headers The headers by lowercase name.
     */
    public static function toException(int $status, array $headers, mixed $response, bool $changes): ApiException
    {
        $seconds = $headers[strtolower(Contract::RETRY_AFTER_HEADER)] ?? '';
        // With zero, the usual delay applies.
        $retryAfter = ctype_digit($seconds)
            ? (min((int) substr($seconds, 0, 9), Contract::MAX_RETRY_AFTER) ?: null)
            : null;
        // Decide by the status about a response of a proxy, and about a code of a newer service.
        $retryable = in_array($status, Contract::TEMPORARY_STATUSES, true);
        $mayHaveRun = $changes && ($status < 300 || $status >= 500);
        if (self::isProblem($status, $response)) {
            $code = $response['code'];
            if (in_array($code, Contract::ERROR_CODES, true)) {
                $retryable = in_array($code, Contract::RETRYABLE_CODES, true);
                $mayHaveRun = in_array($code, Contract::MAY_HAVE_RUN_CODES, true);
            }
            return new ApiException($response, $retryable, $retryAfter, $mayHaveRun);
        }
        return new ApiException(
            [
                'status' => $status,
                'code' => self::PROXY_CODES[$status] ?? 'unexpected_response',
                'detail' => "The service responded with $status, but not in the format of the API",
                'remedy' => $status >= 500 ? 'Try again later.' : self::PROXY_REMEDY,
                'request_id' => $headers[strtolower(Contract::REQUEST_ID_HEADER)] ?? null,
            ],
            $retryable,
            $retryAfter,
            $mayHaveRun,
        );
    }

    /** Returns false for the error of a proxy, which may have a code and a status, too. */
    private static function isProblem(int $status, mixed $response): bool
    {
        return is_array($response)
            && ($response['status'] ?? null) === $status
            && is_string($response['type'] ?? null)
            && is_string($response['code'] ?? null)
            && is_string($response['detail'] ?? null)
            && is_string($response['request_id'] ?? null)
            && is_array($response['errors'] ?? null);
    }

    /**
     * Returns true if the service refused the request after it looked up the idempotency key, so no earlier request
     * with the key succeeded. It checks the API key first, and a proxy never gets that far.
     */
    private static function isRefusal(TextloomException $error): bool
    {
        return $error instanceof ApiException
            && !in_array($error->errorCode, ['unexpected_response', 'unknown_path'], true)
            && in_array($error->status, [404, 409, 422], true);
    }

    /**
     * Marks an array that stands for an object. PHP would encode it as a list if it is empty or has the keys 0, 1, ….
     *
     * @param array<string, mixed> $inner The fields that are objects themselves, with their own such fields.
     */
    public static function toObject(mixed $value, array $inner = []): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        foreach ($inner as $name => $fields) {
            if (array_key_exists($name, $value)) {
                $value[$name] = self::toObject($value[$name], $fields);
            }
        }
        return (object) $value;
    }

    /**
     * Marks the objects in a list.
     *
     * @param array<string, mixed> $inner
     */
    public static function toObjects(mixed $list, array $inner = []): mixed
    {
        return is_array($list) ? array_map(fn (mixed $one) => self::toObject($one, $inner), $list) : $list;
    }

    /**
     * @param array<string, mixed> $fields
     * @param list<string> $nullable
     * @return array<string, mixed>
     */
    private static function withoutOmitted(array $fields, array $nullable): array
    {
        return array_filter(
            $fields,
            fn (mixed $value, string $name) => $value !== Omitted::Value && ($value !== null || in_array($name, $nullable, true)),
            ARRAY_FILTER_USE_BOTH,
        );
    }

    /**
     * Repeats the name for each item of a list: `?type=a&type=b`. Refuses an empty list, because without the filter, the
     * service would list everything.
     *
     * @param array<string, mixed> $query
     */
    private static function toQuery(array $query): string
    {
        $pairs = [];
        foreach ($query as $name => $value) {
            if ($value === []) {
                throw Inputs::refusedField("/$name", 'too_short', 'must have at least 1 item');
            }
            $value = Inputs::toJson($value, "/$name");
            foreach (is_array($value) ? $value : [$value] as $one) {
                $pairs[] = $name . '=' . rawurlencode(is_bool($one) ? json_encode($one) : (string) $one);
            }
        }
        return $pairs === [] ? '' : '?' . implode('&', $pairs);
    }

    /** Returns the delay in seconds: the delay that the service requires, or otherwise exponential backoff, with jitter. */
    private static function retryDelay(TextloomException $error, int $attempt): float
    {
        $random = random_int(0, 1000) / 1000;
        return $error->retryAfter !== null
            ? $error->retryAfter * (1 + $random / 10)
            : min(self::MIN_DELAY * 2 ** $attempt, self::MAX_DELAY) * (0.5 + $random / 2);
    }
}
