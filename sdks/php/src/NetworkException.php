<?php

declare(strict_types=1);

namespace Textloom;

/** Reports that no response arrived. */
final class NetworkException extends TextloomException
{
    /**
     * @param string $reason The error message of curl.
     * @param bool $isSent Whether there was a connection, so that the service may have got the request.
     * @param ?int $proxyStatus The status with which a proxy refused to connect to the service.
     */
    public function __construct(
        public readonly string $reason,
        bool $mayHaveRun = true,
        bool $isSent = true,
        ?int $proxyStatus = null,
    ) {
        parent::__construct(
            ($isSent ? 'The service did not respond' : 'The service could not be reached')
                . ($proxyStatus === null ? '' : ", because the proxy responded with $proxyStatus"),
            retryable: true,
            mayHaveRun: $mayHaveRun,
            remedy: match (true) {
                $isSent => 'Try again later. If the error persists, check that the service is running.',
                $proxyStatus === null => 'Check the base URL, and that the service is running.',
                default => 'Check the settings of the proxy, and that it allows connections to the service.',
            },
        );
    }
}
