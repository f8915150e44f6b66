<?php

declare(strict_types=1);

namespace Textloom;

/** Reports a failed call. The message contains no message text and no phone number. */
abstract class TextloomException extends \RuntimeException
{
    /**
     * @param bool $retryable Whether the same call may succeed later.
     * @param ?int $retryAfter How long to wait before a retry, in seconds, if the service requires it.
     */
    public function __construct(
        string $message,
        public readonly bool $retryable,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct($message);
    }
}
