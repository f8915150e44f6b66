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
        if ($pointer === null) {
            throw self::refused($code, "The idempotency key is not valid. $remedy", []);
        }
        $field = ['pointer' => $pointer, 'code' => 'invalid_format', 'detail' => $remedy];
        throw self::refused($code, "$pointer: is not a valid idempotency key. $remedy", [$field]);
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
                self::checkKey($key, "$path/" . self::segment($index) . '/idempotency_key');
            }
        }
    }

    /** Encodes the name of a field, or the index of an item, for a JSON Pointer. */
    public static function segment(string|int $name): string
    {
        return strtr((string) $name, ['~' => '~0', '/' => '~1']);
    }

    /** Leaves out the fields that are null, because no field of a message can be cleared. */
    public static function withoutNulls(mixed $messages): mixed
    {
        $clean = fn (mixed $message) => $message instanceof \stdClass
            ? (object) array_filter((array) $message, fn (mixed $value) => $value !== null)
            : $message;
        return is_array($messages) ? array_map($clean, $messages) : $messages;
    }

    /**
     * Converts an input to values that JSON can contain, and times to ISO 8601.
     *
     * @param string $pointer The JSON Pointer of the input, which an error names.
     * @throws ApiException If JSON cannot contain a value.
     */
    public static function toJson(mixed $value, string $pointer, int $depth = 0): mixed
    {
        if ($value instanceof \DateTimeInterface) {
            return $value->format(\DATE_RFC3339_EXTENDED);
        }
        if (is_string($value) && preg_match('//u', $value) !== 1) {
            throw self::refusedField($pointer, 'invalid_format', 'must be in UTF-8');
        }
        if ($value instanceof \Closure || is_resource($value) || (is_float($value) && !is_finite($value))) {
            throw self::refusedField($pointer, 'wrong_type', 'must not be ' . (is_float($value) ? $value : get_debug_type($value)));
        }
        // The encoder reports a value that contains itself.
        if (!(is_array($value) || $value instanceof \stdClass) || $depth > 512) {
            return $value;
        }
        // `array_filter` and `array_unique` leave gaps, which would make the list an object.
        if (is_array($value) && array_filter(array_keys($value), is_string(...)) === []) {
            $value = array_values($value);
        }
        $fields = [];
        foreach ((array) $value as $name => $one) {
            $fields[$name] = self::toJson($one, "$pointer/" . self::segment($name), $depth + 1);
        }
        return is_array($value) ? $fields : (object) $fields;
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

    /** Returns the error of a call that the client does not send because of one field. */
    public static function refusedField(string $pointer, string $code, string $detail): ApiException
    {
        $field = ['pointer' => $pointer, 'code' => $code, 'detail' => $detail];
        return self::refused('validation_failed', "$pointer: $detail", [$field]);
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
