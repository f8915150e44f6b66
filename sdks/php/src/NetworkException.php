<?php

declare(strict_types=1);

namespace Textloom;

/** No answer arrived; what was asked for may have been done. */
final class NetworkException extends TextloomException
{
    /** @param string $reason What curl says of it. */
    public function __construct(public readonly string $reason)
    {
        parent::__construct('The service could not be reached', retryable: true);
    }
}
