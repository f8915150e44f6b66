<?php

declare(strict_types=1);

namespace Textloom;

/** A call that failed. The message says what happened, and holds no text and no phone number. */
abstract class TextloomException extends \RuntimeException
{
    /**
     * @param bool $retryable Whether the same call may succeed later.
     * @param ?int $retryAfter The seconds to wait, if the service named them.
     */
    public function __construct(
        string $message,
        public readonly bool $retryable,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct($message);
    }
}
