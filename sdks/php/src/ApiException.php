<?php

declare(strict_types=1);

namespace Textloom;

/** Reports that the service rejected a call, with the reason (RFC 9457), or that the client refused to send it. */
final class ApiException extends TextloomException
{
    /** The stable name of the error: one of `Contract::ERROR_CODES`, `unexpected_response`, or a code of a newer service. */
    public readonly string $errorCode;
    /** The HTTP status, or 0 if the client did not send the call. */
    public readonly int $status;
    /** @var list<array{pointer: string, code: string, detail: string}> The invalid fields. */
    public readonly array $fieldErrors;
    /** Identifies the request in the log of the service. */
    public readonly ?string $requestId;
    /** The message of the exception without the code and the ID of the request. */
    public readonly string $detail;

    /** @param array<string, mixed> $problem */
    public function __construct(
        array $problem,
        bool $retryable,
        ?int $retryAfter,
        bool $mayHaveRun = false,
        ?\Throwable $previous = null,
    ) {
        $this->detail = $problem['detail'] ?? $problem['title'] ?? '';
        $names = array_filter([$problem['code'], $problem['request_id'] ?? null]);
        parent::__construct(
            $this->detail . ' (' . implode(', ', $names) . ')',
            $retryable,
            $retryAfter,
            $mayHaveRun,
            $previous,
            Contract::REMEDIES[$problem['code']] ?? $problem['remedy'] ?? self::REMEDY,
        );
        $this->errorCode = $problem['code'];
        $this->status = $problem['status'];
        $this->fieldErrors = $problem['errors'] ?? [];
        $this->requestId = $problem['request_id'] ?? null;
    }
}
