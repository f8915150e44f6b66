<?php

declare(strict_types=1);

namespace Textloom;

/** A response of the service, without its body. */
final class Response
{
    /** Identifies the request in the log of the service. */
    public readonly ?string $requestId;
    /** Whether the service repeated the response to an earlier request with the same idempotency key. */
    public readonly bool $replayed;

    /**
     * @param int $status The HTTP status.
     * @param array<string, string> $headers The headers by their names in lowercase, such as `ratelimit`.
     */
    public function __construct(public readonly int $status, public readonly array $headers)
    {
        $this->requestId = $headers[strtolower(Contract::REQUEST_ID_HEADER)] ?? null;
        $this->replayed = ($headers[strtolower(Contract::IDEMPOTENT_REPLAYED_HEADER)] ?? null) === 'true';
    }
}
