<?php

declare(strict_types=1);

namespace Textloom;

/** Refuses inputs that the client cannot send, or that the service would misunderstand. */
final class Inputs
{
    /** @throws ApiException If the service would refuse the idempotency key. */
    public static function checkKey(mixed $key, ?string $pointer = null): void
    {
        $pattern = '/' . Contract::IDEMPOTENCY_KEY_PATTERN . '/D';
        $isShort = is_string($key) && strlen($key) <= Contract::MAX_IDEMPOTENCY_KEY_LENGTH;
        if ($isShort && preg_match($pattern, $key) === 1) {
            return;
        }
        $code = 'invalid_idempotency_key';
        $remedy = Contract::REMEDIES[$code];
        $field = ['pointer' => $pointer, 'code' => 'invalid_format', 'detail' => $remedy];
        throw self::refused($code, "The idempotency key is not valid. $remedy", $pointer === null ? [] : [$field]);
    }

    /**
     * @param string $path The JSON Pointer of the messages.
     * @throws ApiException If the service would refuse the idempotency key of a message.
     */
    public static function checkKeys(mixed $messages, string $path): void
    {
        foreach (is_array($messages) ? $messages : [] as $index => $message) {
            $key = ((array) $message)['idempotency_key'] ?? null;
            if ($key !== null) {
                $segment = strtr((string) $index, ['~' => '~0', '/' => '~1']);
                self::checkKey($key, "$path/$segment/idempotency_key");
            }
        }
    }

    /**
     * Encodes a value as in a request body.
     *
     * @throws ApiException If JSON cannot contain the value.
     */
    public static function encode(mixed $value, int $flags = 0): string
    {
        try {
            return json_encode(
                $value,
                $flags | JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION,
            );
        } catch (\JsonException $error) {
            throw self::refused('validation_failed', 'The inputs cannot be sent in a request', [], $error);
        }
    }

    /**
     * Returns the error of a call that the client does not send.
     *
     * @param list<array{pointer: ?string, code: string, detail: string}> $fields
     */
    private static function refused(string $code, string $detail, array $fields, ?\Throwable $cause = null): ApiException
    {
        $problem = ['status' => 0, 'code' => $code, 'detail' => $detail, 'errors' => $fields];
        return new ApiException($problem, false, null, previous: $cause);
    }
}
