import {
  authentication,
  bodyErrors,
  challengeErrors,
  changeErrors,
  commonErrors,
  errors,
  hasRetryAfter,
  headers,
  idempotencyErrors,
  isChange,
  jsonSchema,
  problemSchema,
  problemType,
  productName,
  takesIdempotencyKey,
  wireName,
  type ErrorCode,
  type Operation,
} from '../contract/index.ts';
import { responseSchema, json, type Refer } from './components.ts';

export const successWords: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, without a body',
};

export const success = (
  refer: Refer,
  status: number,
  keyed: boolean,
  output: Operation['output'],
) => ({
  description: successWords[status]!,
  headers: {
    ...responseHeaders(refer),
    ...(keyed && {
      [headers.idempotentReplayed]: refer('headers', 'IdempotentReplayed', replayed),
    }),
  },
  ...(output && { content: json(responseSchema(refer, output)) }),
});

export const responseHeaders = (refer: Refer) => ({
  [headers.requestId]: refer('headers', 'RequestId', requestId),
  [headers.rateLimit]: refer('headers', 'RateLimit', rateLimit),
  [headers.rateLimitPolicy]: refer('headers', 'RateLimitPolicy', rateLimitPolicy),
});

const requestId = {
  description: 'Identifies the request in the log',
  required: true,
  schema: { type: 'string', minLength: 1 },
};

const rateLimit = {
  description: 'Number of requests left now (r), and seconds until all are available again (t)',
  required: true,
  schema: { type: 'string', pattern: '^"[^"]+";r=\\d+;t=\\d+$', examples: ['"default";r=199;t=1'] },
};

const rateLimitPolicy = {
  description: 'Number of requests (q) that a caller may send in a window of seconds (w)',
  required: true,
  schema: {
    type: 'string',
    pattern: '^"[^"]+";q=[\\d.]+;w=\\d+$',
    examples: ['"default";q=200;w=2'],
  },
};

const replayed = {
  description: 'Present if this is the response to an earlier request with the same key',
  required: false,
  schema: { type: 'boolean', enum: [true] },
};

const retryAfter = {
  description: 'Seconds to wait before you repeat the request',
  schema: { type: 'integer', minimum: 0 },
};

const scheme = authentication.prefix.trim();
const challenge = {
  description: 'The authentication that the request needs (RFC 6750)',
  schema: {
    type: 'string',
    pattern: `^${scheme} realm="`,
    examples: [`${scheme} realm="${productName}", error="invalid_token"`],
  },
};

export const listErrorCodes = (operation: Operation): ErrorCode[] => [
  ...commonErrors,
  ...(isChange(operation) ? changeErrors : []),
  // A DELETE needs no body, but the service reads the body if there is one.
  ...(operation.method === 'GET' ? [] : bodyErrors),
  ...(takesIdempotencyKey(operation) ? idempotencyErrors : []),
  ...operation.errors,
];

/** Many operations return these errors, so the document describes their responses only once. */
const widespread: readonly ErrorCode[] = [...commonErrors, ...changeErrors];

export function problems(refer: Refer, codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => errors[code].status === status);
      const response = problemResponse(refer, own);
      const isShared = own.length === 1 || own.every((code) => widespread.includes(code));
      const name = own.map(pascal).join('Or');
      return [status, isShared ? refer('responses', name, response) : response];
    }),
  );
}

/** Describes the response for any of the codes, which share one status. */
function problemResponse(refer: Refer, codes: readonly ErrorCode[]) {
  const hasChallenge = (code: ErrorCode) => challengeErrors.some((one) => one === code);
  const { code } = problemSchema.properties;
  const values = jsonSchema({ ...code, enum: codes }, { closed: false }).enum;
  return {
    description: codes.map((one) => `\`${one}\`: ${errors[one].title}`).join('; '),
    headers: {
      ...responseHeaders(refer),
      ...(codes.some(hasChallenge) && {
        [headers.authenticate]: { ...challenge, required: codes.every(hasChallenge) },
      }),
      ...(codes.some(hasRetryAfter) && {
        [headers.retryAfter]: { ...retryAfter, required: codes.every(hasRetryAfter) },
      }),
    },
    content: {
      [problemType]: {
        schema: {
          ...responseSchema(refer, problemSchema),
          properties: { [wireName(problemSchema, 'code')]: { enum: values } },
        },
      },
    },
  };
}

const pascal = (code: string): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
