import {
  authentication,
  hasRetryAfter,
  headers,
  nameOfWire,
  problemType,
  productName,
  type ErrorCode,
  type ObjectSchema,
  type Scope,
} from '@textloom/shared/contract';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logFailure } from '../observability/log.ts';
import { classifyFailure, databaseFailures, UnconfirmedError } from '../store/databaseFailure.ts';
import { readApiKey } from './authenticate.ts';
import { allowedMethods } from './allowedMethods.ts';
import { incomplete } from './malformedRequests.ts';
import { toFieldErrors } from '../errors/fieldErrors.ts';
import { toProblem, problemToWire } from '../errors/toProblem.ts';
import { ServiceError, type FieldError } from '../errors/serviceError.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The input schema of the operation, which gives the pointers of its errors. */
    input?: ObjectSchema;
    /** Whether the operation changes something. */
    isChange?: boolean;
    /** The scope that a key needs. */
    scope?: Scope;
  }
}

/** Maps the codes of requests that Fastify rejects before a handler runs. */
const codeByFastifyError: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

/** Sends every failure as a problem (RFC 9457). Only a bug results in a 500. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { input, isChange = false } = request.routeOptions.config;
    if (error.validation) return sendProblem(request, reply, toValidationError(error, request));
    const known = toAbort(error, request) ?? toServiceError(error, isChange);
    if (!known || (known !== error && ['unavailable', 'unconfirmed'].includes(known.code)))
      logFailure(request.log, error, 'responding to a request');
    else if (known.code === 'internal_error')
      logFailure(request.log, known.cause, 'responding to a request');
    return sendProblem(request, reply, known ?? new ServiceError('internal_error'), input);
  });
  handleNotFound(app);
}

/**
 * Below a prefix, this runs after the hooks of the prefix, so that only authenticated callers learn
 * which paths exist.
 */
export function handleNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request.url);
    if (methods.length === 0) return sendProblem(request, reply, new ServiceError('unknown_path'));
    reply.header('allow', methods.join(', '));
    return sendProblem(request, reply, new ServiceError('method_not_allowed'));
  });
}

/** Responds to malformed URLs, which Fastify rejects before any hook. */
export function handleBadUrl(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header(headers.requestId, request.id);
  void sendProblem(request, reply, toServiceError(error) ?? new ServiceError('internal_error'));
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
  input?: ObjectSchema,
) {
  const problem = toProblem(error, request.id, input);
  const challenge = toChallenge(request, error);
  if (challenge !== undefined) reply.header(headers.authenticate, challenge);
  if (hasRetryAfter(error.code)) reply.header(headers.retryAfter, String(error.retryAfter ?? 1));
  return reply
    .code(problem.status)
    .type(problemType)
    .send(JSON.stringify(problemToWire(problem)));
}

/** Says which key the request needs, as RFC 6750 defines it. */
function toChallenge(
  { headers, routeOptions }: FastifyRequest,
  { code }: ServiceError,
): string | undefined {
  const challenge = `${authentication.prefix.trim()} realm="${productName}"`;
  if (code === 'insufficient_scope') {
    const { scope } = routeOptions.config;
    return `${challenge}, error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`;
  }
  if (code !== 'unauthenticated') return undefined;
  return readApiKey(headers) === undefined ? challenge : `${challenge}, error="invalid_token"`;
}

/** The client or the time limit ended the connection before the body was complete. */
const toAbort = ({ code }: FastifyError, { raw }: FastifyRequest): ServiceError | undefined =>
  code === 'ECONNRESET' && raw.destroyed && !raw.complete
    ? new ServiceError('malformed_request', { detail: incomplete })
    : undefined;

/** The pointers already use the names of the wire format, so no schema must translate them. */
function toValidationError(
  { validation, validationContext }: FastifyError,
  { query, routeOptions: { url = '', config } }: FastifyRequest,
): ServiceError {
  const { input = { type: 'object', properties: {} } } = config;
  const isMisplaced = ({ code, pointer }: FieldError) =>
    code === 'unknown_field' &&
    Object.hasOwn(input.properties, nameOfWire(input, pointer.slice(1))) &&
    !url.includes(`:${pointer.slice(1)}`);
  const inQuery = validationContext === 'querystring';
  const isRepeated = ({ code, pointer }: FieldError) =>
    inQuery &&
    code === 'wrong_type' &&
    Array.isArray((query as Readonly<Record<string, unknown>>)[pointer.slice(1)]);
  const [here, there] = inQuery ? ['query', 'body'] : ['body', 'query'];
  return new ServiceError('validation_failed', {
    fieldErrors: toFieldErrors(validation as ErrorObject[], input).map((fieldError) => {
      if (isMisplaced(fieldError))
        return { ...fieldError, detail: `is in the ${here}, but belongs in the ${there}` };
      if (isRepeated(fieldError))
        return { ...fieldError, detail: 'is in the query more than once' };
      return fieldError;
    }),
  });
}

function toServiceError(error: FastifyError, isChange = false): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  const code =
    codeByFastifyError[error.code] ?? (error instanceof SyntaxError ? 'malformed_json' : undefined);
  if (code) return new ServiceError(code);
  if (isChange && error instanceof UnconfirmedError)
    return new ServiceError('unconfirmed', { retryAfter: databaseFailures.unavailable.retryAfter });
  const failure = classifyFailure(error);
  return failure && new ServiceError('unavailable', databaseFailures[failure]);
}
