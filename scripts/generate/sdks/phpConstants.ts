import {
  authentication,
  errors,
  headers,
  idempotencyKeyPattern,
  limits,
  longestRetryAfter,
  temporaryStatuses,
} from '@textloom/shared/contract';
import { version } from '../../../service/lib/version.ts';
import { batchLimits, mayHaveRunCodes, remedies, retryableCodes, snake } from './names.ts';
import { quoted } from './phpTypes.ts';

const mark = '// Generated from the contract by `npm run generate`. Do not edit.';

/** Returns the first lines of a generated file. */
export const opening = (namespace: string): string => `<?php

${mark}

declare(strict_types=1);

namespace ${namespace};
`;

/**
 * Returns the class with the protocol constants that the handwritten code needs. `messageObjects`
 * is the PHP code for the fields of a message that are objects.
 */
export const constants = (messageObjects: string): string => `${opening('Textloom')}
/** Constants of the API protocol. */
final class Contract
{
    public const VERSION = ${quoted(version)};
    public const AUTHENTICATION_HEADER = ${quoted(authentication.header)};
    public const AUTHENTICATION_PREFIX = ${quoted(authentication.prefix)};
${Object.entries(headers)
  .map(
    ([name, value]) => `    public const ${snake(name).toUpperCase()}_HEADER = ${quoted(value)};`,
  )
  .join('\n')}

    /** The codes of all errors of the API. */
    public const ERROR_CODES = [
${Object.keys(errors)
  .map((code) => `        ${quoted(code)},`)
  .join('\n')}
    ];

    /** The codes of errors that a retry can fix. */
    public const RETRYABLE_CODES = [
${retryableCodes.map((code) => `        ${quoted(code)},`).join('\n')}
    ];

    /** The statuses of a proxy with which a retry may succeed. */
    public const TEMPORARY_STATUSES = [${temporaryStatuses.join(', ')}];

    /** The codes of errors after which the service may have carried out the request. */
    public const MAY_HAVE_RUN_CODES = [
${mayHaveRunCodes.map((code) => `        ${quoted(code)},`).join('\n')}
    ];

    /** The next step after an error, by its code. */
    public const REMEDIES = [
${remedies.map((pair) => `        ${pair.map(quoted).join(' => ')},`).join('\n')}
    ];

    public const IDEMPOTENCY_KEY_PATTERN = ${quoted(idempotencyKeyPattern)};
    public const MAX_IDEMPOTENCY_KEY_LENGTH = ${limits.idempotencyKeyLength};
    public const MAX_BATCH_MESSAGES = ${batchLimits.messages};
    public const MAX_BODY_BYTES = ${batchLimits.bodyBytes};
    /** The fields of a message in a batch that are objects. */
    public const MESSAGE_OBJECTS = ${messageObjects};
    /** Longer delays are cut to this many seconds. */
    public const MAX_RETRY_AFTER = ${longestRetryAfter};
}
`;
