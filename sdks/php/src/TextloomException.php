<?php

declare(strict_types=1);

namespace Textloom;

/** Reports a failed call. The message contains no message text and no phone number. */
class TextloomException extends \RuntimeException
{
    protected const REMEDY = 'Try again. If the error persists, contact the operator of the service.';

    /**
     * @param bool $retryable Whether the same call may succeed later.
     * @param ?int $retryAfter How long to wait before a retry, in seconds, if the service requires it.
     * @param bool $mayHaveRun Whether the service may have carried out the call in spite of the error.
     * @param string $remedy Says what to do next.
     */
    public function __construct(
        string $message,
        public readonly bool $retryable,
        public readonly ?int $retryAfter = null,
        public readonly bool $mayHaveRun = false,
        ?\Throwable $previous = null,
        public readonly string $remedy = self::REMEDY,
    ) {
        parent::__construct($message, previous: $previous);
    }
}
