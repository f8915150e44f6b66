<?php

declare(strict_types=1);

namespace Textloom;

/** Reports that no response arrived. */
final class NetworkException extends TextloomException
{
    /** @param string $reason The error message of curl. */
    public function __construct(public readonly string $reason, bool $mayHaveRun = true)
    {
        parent::__construct(
            'The service could not be reached',
            retryable: true,
            mayHaveRun: $mayHaveRun,
            remedy: 'Check the base URL, and that the service is running.',
        );
    }
}
