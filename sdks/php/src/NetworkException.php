<?php

declare(strict_types=1);

namespace Textloom;

/** Reports that no response arrived. */
final class NetworkException extends TextloomException
{
    /**
     * @param string $reason The error message of curl.
     * @param bool $isSent Whether there was a connection, so that the service may have got the request.
     */
    public function __construct(public readonly string $reason, bool $mayHaveRun = true, bool $isSent = true)
    {
        parent::__construct(
            $isSent ? 'The service did not respond' : 'The service could not be reached',
            retryable: true,
            mayHaveRun: $mayHaveRun,
            remedy: $isSent
                ? 'Try again later. If the error persists, check that the service is running.'
                : 'Check the base URL, and that the service is running.',
        );
    }
}
