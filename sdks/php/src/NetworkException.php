<?php

declare(strict_types=1);

namespace Textloom;

/** Reports that no response arrived. The service may have processed the request. */
final class NetworkException extends TextloomException
{
    /** @param string $reason The error message of curl. */
    public function __construct(public readonly string $reason)
    {
        parent::__construct('The service could not be reached', retryable: true);
    }
}
